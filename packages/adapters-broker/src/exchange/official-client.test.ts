import { Alpaca, TimeFrame } from "@alpacahq/alpaca-trade-api";
import { SLOT_MS } from "@sevenfold/application/exchange/price-curve";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";
import { afterEach, describe, expect, it } from "vitest";

import {
  exchangeOnLoopback,
  type LoopbackExchange,
  openClient,
  START,
} from "./testing/exchange-on-loopback.ts";

const AAPL = "AAPL" as Ticker;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe("Alpaca's own client on the exchange", () => {
  it("sends an order, hears how it is filled, and finds the position and the money", async () => {
    const { alpaca, exchange, url } = await open();
    const updates = alpaca.trading.stream({ url: `${url.replace("http", "ws")}/stream` });
    closing.push(() => updates.disconnect());
    const heard: { readonly event: string; readonly clientOrderId: unknown }[] = [];
    updates.onTradeUpdate((update) =>
      heard.push({ event: update.event, clientOrderId: update.order.clientOrderId }),
    );
    updates.onConnect(() => updates.subscribeTradeUpdates());
    updates.connect();
    expect(await updates.whenAuthenticated()).toMatchObject({ authenticated: true });

    const order = await alpaca.trading.orders.market({
      ...{ symbol: "AAPL", qty: 4, side: "buy", clientOrderId: "mine" },
    });
    expect(order).toMatchObject({ clientOrderId: "mine", status: "pending_new", qty: "4" });
    await until(exchange, () => heard.some(({ event }) => event === "fill"));

    expect(heard[0]).toEqual({ event: "new", clientOrderId: "mine" });
    const account = await alpaca.trading.account.getAccount();
    const [position] = await alpaca.trading.positions.getAllOpenPositions();
    const filled = await alpaca.trading.orders.getOrderByOrderID({ orderId: order.id! });
    expect(position).toMatchObject({ symbol: "AAPL", qty: "4" });
    expect(filled.status).toBe("filled");
    expect(Number(account.cash)).toBeCloseTo(100_000 - 4 * Number(filled.filledAvgPrice), 2);
    const activities = await alpaca.trading.accountActivities.getAccountActivities({});
    expect(activities.length).toBeGreaterThan(0);
  });

  it("builds every kind of order, changes one and cancels the rest", async () => {
    const { alpaca, exchange } = await open();
    const last = dollarsOf(exchange.market.priceAt(AAPL, START));
    const at = (share: number) => (last * share).toFixed(2);
    const { orders } = alpaca.trading;
    const limit = await orders.limit({ symbol: "AAPL", qty: 1, side: "buy", limitPrice: at(0.5) });
    await orders.stop({ symbol: "MSFT", qty: 1, side: "buy", stopPrice: 40_000 });
    await orders.trailingStop({ symbol: "AMZN", qty: 1, side: "buy", trailPercent: 5 });
    const bracket = await orders.bracket({
      ...{ symbol: "NVDA", qty: 2, side: "buy", timeInForce: "gtc", limitPrice: 1.5 },
      takeProfit: { limitPrice: 9_000 },
      stopLoss: { stopPrice: 1.2 },
    });
    expect(bracket.legs?.map(({ status }) => status)).toEqual(["held", "held"]);
    await until(exchange, async () => {
      const { status } = await orders.getOrderByOrderID({ orderId: limit.id! });
      return status === "new";
    });
    const replaced = await orders.patchOrderByOrderId({
      orderId: limit.id!,
      patchOrderRequest: { qty: "2", limitPrice: at(0.4) },
    });
    expect(replaced).toMatchObject({ replaces: limit.id, qty: "2" });
    const canceled = await orders.deleteAllOrders();

    expect(canceled.every(({ status }) => status === 200)).toBe(true);
    expect(await orders.getAllOrders({ status: "open" })).toEqual([]);
  });

  it("hears the exchange's refusal in its own error", async () => {
    const { alpaca } = await open();

    await expect(
      alpaca.trading.orders.market({ symbol: "AAPL", qty: 9_000, side: "buy" }),
    ).rejects.toMatchObject({ message: expect.stringContaining("insufficient buying power") });
    await expect(
      alpaca.trading.positions.getOpenPosition({ symbolOrAssetId: "AAPL" }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it("reads bars over pages, quotes, snapshots, the clock, the calendar and the assets", async () => {
    const { alpaca } = await open();
    const bars = await alpaca.marketData.getStockBars({
      symbols: ["AAPL", "MSFT"],
      timeframe: TimeFrame.Minute,
      feed: "iex",
      limit: 25,
      start: new Date(START - 3_600_000),
      end: new Date(START - 60_000),
    });
    expect([bars.AAPL?.length, bars.MSFT?.length]).toEqual([60, 60]);
    const quotes = await alpaca.marketData.stocks.stockLatestQuotes({ symbols: "AAPL" });
    expect(quotes.quotes.AAPL?.ap).toBeGreaterThan(quotes.quotes.AAPL?.bp ?? Number.NaN);
    const snapshots = await alpaca.marketData.stocks.stockSnapshots({ symbols: "AAPL" });
    expect(Object.keys(snapshots)).toEqual(["AAPL"]);

    expect((await alpaca.trading.clock.legacyClock()).isOpen).toBe(true);
    const days = await alpaca.trading.calendar.legacyCalendar({
      start: new Date("2026-11-16"),
      end: new Date("2026-11-20"),
    });
    expect(days).toHaveLength(5);
    expect(await alpaca.trading.assets.getV2Assets({})).toHaveLength(85);
    const history = await alpaca.trading.portfolioHistory.getAccountPortfolioHistory({});
    expect(history.timeframe).toBe("1D");
  });

  it("streams trades, quotes and minute bars in its binary frames", async () => {
    const { alpaca, exchange, url } = await open();
    const stream = alpaca.marketData.stockStream({ url: `${url.replace("http", "ws")}/v2/iex` });
    closing.push(() => stream.disconnect());
    const heard = { trades: 0, quotes: 0, bars: [] as string[], problems: [] as unknown[] };
    stream.onTrade(({ symbol, price, timestamp }) => {
      const told = dollarsOf(exchange.market.priceAt(AAPL, instant(timestamp.getTime())));
      if (symbol === "AAPL" && price === told) heard.trades += 1;
      else heard.problems.push({ symbol, price, told });
    });
    stream.onQuote(({ bidPrice, askPrice }) => {
      if (bidPrice < askPrice) heard.quotes += 1;
    });
    stream.onBar(({ timestamp }) => heard.bars.push(timestamp.toISOString()));
    stream.onConnect(() => {
      stream.subscribeForTrades(["AAPL"]);
      stream.subscribeForQuotes(["AAPL"]);
      stream.subscribeForBars(["AAPL"]);
    });
    stream.connect();
    expect(await stream.whenAuthenticated()).toMatchObject({ authenticated: true });
    await expect.poll(() => stream.getSubscriptions().bars).toEqual(["AAPL"]);
    await until(exchange, () => 0 < heard.bars.length);

    expect(heard.problems).toEqual([]);
    expect(Math.min(heard.trades, heard.quotes)).toBeGreaterThan(10);
    expect(heard.bars).toEqual([new Date(START).toISOString()]);
  });
});

/** The client as published, its addresses led to the exchange. */
async function open() {
  const exchange = await exchangeOnLoopback();
  closing.push(exchange.close);
  const { keyId, secretKey } = await openClient(exchange.url);
  const alpaca = new Alpaca({
    keyId,
    secret: secretKey,
    rateLimit: false,
    retry: false,
    fetchApi: (input, init) => {
      const { pathname, search } = new URL(String(input));
      return fetch(`${exchange.url}${pathname}${search}`, init as RequestInit);
    },
  });
  return { alpaca, exchange, url: exchange.url };
}

/** Moves the exchange's clock on until it is so. */
async function until(
  exchange: LoopbackExchange,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  while (!(await isSo())) {
    exchange.moveTo(instant(exchange.now() + SLOT_MS));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
