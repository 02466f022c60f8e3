import { readActivityPage } from "@sevenfold/contract/activities";
import { readForeign } from "@sevenfold/contract/foreign";
import * as market from "@sevenfold/contract/market";
import * as orders from "@sevenfold/contract/orders";
import * as portfolio from "@sevenfold/contract/portfolio";
import * as watchlist from "@sevenfold/contract/watchlist";
import * as worker from "@sevenfold/contract/worker";
import { STOCKS } from "@sevenfold/domain/stocks";
import { type Answer, answer, Refusal } from "./answer.ts";
import { ACCOUNT_ANSWERS } from "./invented-account-answers.ts";
import { accountIdOf, labelOf } from "./invented-accounts.ts";
import { barsOf, glancesOf } from "./invented-bars.ts";
import { BROKER_ANSWERS } from "./invented-broker-answers.ts";
import { decisionsOf, pageOf } from "./invented-histories.ts";
import { cancelAllOf, fillOf, openOrdersOf, saleOf } from "./invented-orders.ts";
import { equityOf, positionsOf, pricedPositionsOf, protectionIn } from "./invented-positions.ts";
import { priceAt } from "./invented-prices.ts";
import { ORDERS } from "./invented-rows.ts";
import { SETTINGS_ANSWERS } from "./invented-settings-answers.ts";
import { accountStateIn, panelOf, workerStatusOf } from "./invented-worker.ts";
import { pricedAt } from "./invented-world.ts";

const BAR_MS = {
  minute: 60_000,
  "5minute": 300_000,
  "15minute": 900_000,
  hour: 3_600_000,
  day: 86_400_000,
} as const;

export const ANSWERS: readonly Answer[] = [
  ...ACCOUNT_ANSWERS,
  ...BROKER_ANSWERS,
  ...SETTINGS_ANSWERS,
  answer(portfolio.readAccount, (world) => ({
    id: accountIdOf(world),
    venuePrices: "own" as const,
    mode: world.user.isDemo ? ("demo" as const) : ("paper" as const),
    provider: "alpaca" as const,
    label: world.user.isDemo ? "Demo on the built-in exchange" : labelOf(world),
    state: accountStateIn(world),
    equity: equityOf(world),
    cash: world.cash,
    availableCash: world.cash,
    openOrders: openOrdersOf(world).length,
  })),
  answer(portfolio.listPositions, positionsOf),
  answer(portfolio.listPricedPositions, pricedPositionsOf),
  answer(portfolio.readProtection, protectionIn),
  answer(readForeign, ({ foreign }) => foreign),
  answer(portfolio.readPortfolioSummary, (world) => {
    const rows = pricedPositionsOf(world);
    const sum = (amounts: readonly (number | null)[]) =>
      Math.round(amounts.reduce<number>((total, each) => total + (each ?? 0), 0) * 100) / 100;
    const cost = sum(rows.map(({ costValue }) => costValue));
    const gain = sum(rows.map(({ totalGainLoss }) => totalGainLoss));
    return {
      totalValue: equityOf(world),
      positionCount: rows.length,
      totalGainLoss: gain,
      totalGainLossPercent: cost === 0 ? 0 : Math.round((gain / cost) * 10_000) / 100,
      totalDayChange: sum(rows.map(({ dayGainLoss }) => dayGainLoss)),
      totalDayChangePercent: 0.84,
      unknownBecause: null,
      totalCostBasis: cost,
    };
  }),
  answer(portfolio.manageHolding, (world, { ticker }) => {
    world.unmanaged = world.unmanaged.filter((each) => each !== ticker);
    return pricedPositionsOf(world);
  }),
  answer(portfolio.readDailyChange, (world) => ({
    dailyChange: Math.round((equityOf(world) - 101_000) * 100) / 100,
    dailyChangePercent: Math.round(((equityOf(world) - 101_000) / 101_000) * 10_000) / 100,
    unknownBecause: null,
    todayTradesCount: world.trades.length,
    change24h: 412.08,
    change24hPercent: 0.41,
  })),
  answer(portfolio.readEquityCurve, (world, { range }) => {
    const step = { "1d": 900_000, "1w": 3_600_000 * 2, "1m": 21_600_000, all: 86_400_000 }[range];
    const end = equityOf(world);
    return {
      points: Array.from({ length: 120 }, (_, index) => ({
        at: new Date(world.now() - (119 - index) * step).toISOString(),
        equity:
          Math.round(
            (end - (119 - index) * 12 + Math.sin(index / 7) * 260 - Math.sin(119 / 7) * 260) * 100,
          ) / 100,
        moved: 0,
      })),
    };
  }),
  answer(orders.listTrades, ({ trades }, { limit }) => trades.slice(0, limit)),
  answer(orders.placeOrder, (world, ticket) => {
    const fill = fillOf(world, ticket);
    world.trades = [fill, ...world.trades];
    world.cash -= ticket.side === "buy" ? fill.total : -fill.total;
    return {
      order: {
        clientKey: "ABCDEFGHIJKLMNOPQRST",
        ticker: ticket.symbol,
        side: fill.side,
        orderType: ticket.orderType,
        quantity: ticket.quantity,
        filled: ticket.quantity,
        limitPrice: ticket.limitPrice ?? null,
        stopPrice: null,
        timeInForce: null,
        averagePrice: fill.price,
        status: "filled" as const,
        origin: "manual" as const,
        message: null,
        provider: "invented-live",
        providerName: "Invented Prices",
        priceAt: fill.ts,
        createdAt: fill.ts,
        updatedAt: fill.ts,
      },
      warnings: [] as string[],
    };
  }),
  answer(orders.checkOrder, (world, { symbol, side, orderType, quantity, limitPrice }) => {
    const each = orderType === "limit" ? (limitPrice ?? 0) : priceAt(symbol, world.now());
    const held = positionsOf(world).find(({ ticker }) => ticker === symbol)?.shares ?? 0;
    if (side === "sell" && held < quantity)
      return {
        problem: {
          code: "not-enough-shares",
          error: "Not enough shares",
          details: `You hold ${held} shares of ${symbol} and asked to sell ${quantity}.`,
        },
        warnings: [],
      };
    const isLarge = side === "buy" && equityOf(world) * 0.12 < each * quantity;
    return {
      problem: null,
      warnings: isLarge ? ["The position would be more than 12% of the account."] : [],
    };
  }),
  answer(orders.listOrders, ({ orders: placed }, { limit }) => placed.slice(0, limit)),
  answer(orders.cancelOrder, (world, { clientKey }) => {
    const order = world.orders.find((each) => each.clientKey === clientKey);
    if (order === undefined)
      throw new Refusal(404, { code: "order-not-found", error: "No such order" });
    const canceled = { ...order, status: "canceled" as const };
    world.orders = world.orders.map((each) => (each === order ? canceled : each));
    return canceled;
  }),
  answer(orders.cancelAll, (world) => {
    const open = new Set(openOrdersOf(world));
    world.orders = world.orders.map((order) =>
      open.has(order) ? { ...order, status: "cancel-pending" as const } : order,
    );
    return cancelAllOf(world, "canceling");
  }),
  answer(orders.readCancelAll, (world) => cancelAllOf(world, "canceled")),
  answer(orders.sellPosition, (world, { ticker, shares }) => {
    world.sold = [...world.sold, ticker];
    return { order: { ...ORDERS[0]!, ticker, quantity: shares, filled: shares }, warnings: [] };
  }),
  answer(orders.sellAll, (world) => {
    world.isSelling = true;
    return saleOf(world, "submitted");
  }),
  answer(orders.findSellAll, (world) => ({
    sale: world.isSelling ? saleOf(world, "submitted") : null,
  })),
  answer(orders.readSellAll, (world) => {
    world.looksUntilSold -= 1;
    if (0 <= world.looksUntilSold) return saleOf(world, "submitted");
    const sale = saleOf(world, "sold");
    world.isSelling = false;
    world.sold = [...world.sold, ...sale.items.map(({ ticker }) => ticker)];
    return sale;
  }),
  answer(orders.syncPositions, () => ({
    message: "Everything already matches your broker.",
    changed: 0,
  })),
  answer(readActivityPage, () => ({
    rows: [
      {
        id: "dividend-1",
        at: "2026-03-11T14:00:00.000Z",
        kind: "dividend",
        ticker: "AAPL",
        shares: 0,
        amount: 12.34,
        says: "Dividend of AAPL: $12.34 paid in.",
        words: "DIV · CDIV · AAPL",
      },
    ],
    older: null,
    begins: "2026-03-11T14:00:00.000Z",
  })),
  answer(orders.readTradePage, ({ trades }, wish) => pageOf(trades, wish, ({ ts }) => ts)),
  answer(orders.readOrderPage, ({ orders: placed }, wish) =>
    pageOf(placed, wish, ({ createdAt }) => createdAt),
  ),
  answer(orders.listDecisions, (world, { limit }) => decisionsOf(world).slice(0, limit)),
  answer(orders.readDecisionPage, (world, { verdicts = [], ...wish }) => {
    const words: readonly string[] = verdicts;
    const wanted = decisionsOf(world).filter(
      ({ verdict }) => words.length === 0 || words.includes(verdict),
    );
    return pageOf(wanted, wish, ({ at }) => at);
  }),
  answer(market.readMarketPanel, panelOf),
  answer(market.readMarketHours, ({ now }) => ({
    is_open: true,
    closes_in: "5h 12m",
    time_until_open: null,
    next_open: null,
    next_close: new Date(Math.ceil(now() / 21_600_000) * 21_600_000).toISOString(),
    is_simulated: true,
    venue_prices: "own" as const,
  })),
  answer(market.readQuote, (world, { symbol }) => {
    const price = priceAt(symbol, world.now());
    return {
      symbol,
      price,
      change: 1.32,
      changePercent: 0.61,
      bid: price - world.halfSpread,
      ask: price + world.halfSpread,
      at: pricedAt(world),
      provider: "Built-in exchange",
      provider_label: "Simulated prices",
    };
  }),
  answer(market.listBars, (world, { symbol, interval, count }) =>
    barsOf(world, symbol, BAR_MS[interval], count),
  ),
  answer(market.listGlances, glancesOf),
  answer(market.readCompany, (_, { ticker }) => {
    const stock = STOCKS.find((each) => each.ticker === ticker);
    if (stock === undefined)
      throw new Refusal(404, { code: "unknown-symbol", error: `Unknown symbol: ${ticker}` });
    return { ticker, name: stock.name, sector: stock.sector };
  }),
  answer(watchlist.readWatchlist, ({ watched }) => watched.map((ticker) => ({ ticker }))),
  answer(watchlist.addToWatchlist, (world, { ticker }) => {
    if (!STOCKS.some((each) => each.ticker === ticker))
      throw new Refusal(404, { code: "unknown-symbol", error: `Unknown symbol: ${ticker}` });
    world.watched = [...new Set([...world.watched, ticker])];
    return world.watched.map((each) => ({ ticker: each }));
  }),
  answer(watchlist.removeFromWatchlist, (world, { ticker }) => {
    world.watched = world.watched.filter((each) => each !== ticker);
    return world.watched.map((each) => ({ ticker: each }));
  }),
  answer(worker.readWorkerStatus, workerStatusOf),
  answer(worker.toggleWorker, (world, { enabled }) => {
    world.enabled = enabled;
    return { message: `Automated trading ${enabled ? "enabled" : "disabled"}`, enabled };
  }),
];
