import type { MarketPanelView } from "@sevenfold/contract/market";
import type {
  CancelAllView,
  CanceledOrderView,
  DecisionView,
  OrderTicket,
  OrderView,
  SellAllView,
  TradeView,
} from "@sevenfold/contract/orders";
import type {
  PositionView,
  PricedPositionView,
  ProtectionView,
} from "@sevenfold/contract/portfolio";
import type { AccountStateView, MarketDataStateView } from "@sevenfold/contract/states";
import type { SymbolStateView, TrailView, WorkerStatusView } from "@sevenfold/contract/worker";
import { STOCKS, stockOf } from "@sevenfold/domain/stocks";
import {
  ACTIVE_STATE,
  type InventedAccount,
  inventedAccount,
  OFFLINE_STATE,
} from "./invented-account.ts";

/** Shares, and the average cost as a part of where the symbol's price begins. */
// prettier-ignore
const HELD_ROWS: readonly (readonly [ticker: string, shares: number, part: number])[] = [
  ["AAPL", 20, 0.985],
  ["AMD", 10, 1.02],
  ["COIN", 10, 0.97],
  ["CRM", 20, 1.013],
  ["JPM", 30, 0.994],
  ["NVDA", 40, 0.96],
];
export const HELD: Readonly<Record<string, readonly [shares: number, average: number]>> =
  Object.fromEntries(
    HELD_ROWS.map(([ticker, shares, part]) => [
      ticker,
      [shares, Math.round((stockOf(ticker)!.basePrice / 100) * part) / 100],
    ]),
  );

export interface InventedWorld extends InventedAccount {
  signedIn: boolean;
  enabled: boolean;
  online: boolean;
  /** Said of the account instead of what follows from the rest. */
  accountState: AccountStateView | undefined;
  hasSubscription: boolean;
  /** Its database answers. */
  isStored: boolean;
  cash: number;
  watched: string[];
  /** Tickers held, but left alone by the agent. */
  unmanaged: string[];
  /** Tickers held no more. */
  sold: string[];
  /** So often a sale of everything answers that it is still under way. */
  looksUntilSold: number;
  trades: TradeView[];
  orders: OrderView[];
  /** Its prices were made so long ago. */
  priceAgeMs: number;
  isOpen: boolean;
  /** The server hears the market. */
  isFed: boolean;
  /** Absent: a few of its own. */
  decisions?: readonly DecisionView[];
  /** Answers keep their shape and move with this. */
  now(): number;
}

/** A small world whose answers have the contract's shapes: for tests and for looking at pages. */
export const inventedWorld = (changes: Partial<InventedWorld> = {}): InventedWorld => ({
  signedIn: true,
  enabled: false,
  online: true,
  accountState: undefined,
  hasSubscription: true,
  isStored: true,
  cash: 73_841.27,
  watched: STOCKS.map(({ ticker }) => ticker as string),
  unmanaged: [],
  sold: [],
  looksUntilSold: 0,
  trades: TRADES,
  orders: ORDERS,
  priceAgeMs: 0,
  isOpen: true,
  isFed: true,
  now: () => Date.now(),
  ...inventedAccount(),
  ...changes,
});

export const hashOf = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);

/** A price that moves by itself: two waves of its own per symbol. */
export function priceAt(ticker: string, at: number): number {
  const stock = stockOf(ticker);
  const start = stock === undefined ? 100 : stock.basePrice / 10_000;
  const own = hashOf(ticker);
  const slow = Math.sin(at / 7_200_000 + own) * 0.045;
  const fast = Math.sin(at / 41_000 + own * 3) * 0.004 + Math.sin(at / 2_900 + own) * 0.0009;
  return Math.round(start * (1 + slow + fast) * 100) / 100;
}

export const pricedAt = ({ now, priceAgeMs }: InventedWorld): string =>
  new Date(now() - priceAgeMs).toISOString();

export const cents = (dollars: number) => Math.round(dollars * 100) / 100;
const percentOf = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100;

export function positionsOf(world: InventedWorld): PositionView[] {
  const held = Object.entries(HELD).filter(([ticker]) => !world.sold.includes(ticker));
  return held.map(([ticker, [shares, average]]) => {
    const price = priceAt(ticker, world.now());
    const gain = cents((price - average) * shares);
    return {
      id: ticker,
      ticker,
      shares,
      avgCostBasis: average,
      costBasis: cents(average * shares),
      currentPrice: price,
      priceAt: pricedAt(world),
      marketValue: cents(price * shares),
      unrealizedPL: gain,
      unrealizedPLPercent: percentOf(gain, average * shares),
      isManaged: true,
      updatedAt: new Date(world.now()).toISOString(),
    };
  });
}

/** What protects them: the first has a stop for all its shares, the second for some, the others none. */
export function protectionIn(world: InventedWorld): ProtectionView {
  const positions = positionsOf(world).map(({ shares, ticker }, index) => {
    const covered = [shares, Math.floor(shares / 2)][index] ?? 0;
    const kind = covered === shares ? "stop" : covered === 0 ? "none" : "part";
    return {
      ticker,
      shares,
      kind: kind as "stop" | "part" | "none",
      protectedShares: covered,
      says: {
        stop: `A stop at the broker: ${shares} shares at $151.20.`,
        part: `A stop at the broker for ${covered} of ${shares} shares: ${covered} shares at $98.00.`,
        none: "Nothing: until Sevenfold is back, nobody sells it.",
      }[kind as "stop" | "part" | "none"],
    };
  });
  const none = positions.filter(({ kind }) => kind === "none").length;
  return {
    says: `Of your ${positions.length} positions, 1 has a stop at the broker, 1 has a stop for some of the shares and ${none} have nothing until Sevenfold is back.`,
    positions,
  };
}

/** The holdings as the portfolio page lists them. */
export const pricedPositionsOf = (world: InventedWorld): PricedPositionView[] =>
  positionsOf(world).map(({ id, ticker, shares, isManaged, updatedAt, ...position }) => ({
    id,
    ticker,
    shares,
    companyName: stockOf(ticker)?.name ?? ticker,
    avgCostBasis: position.avgCostBasis,
    currentPrice: position.currentPrice,
    priceAt: position.priceAt,
    currentValue: position.marketValue,
    costValue: position.costBasis,
    dayChangePercent: 0.84,
    dayGainLoss: cents(shares * 1.32),
    totalGainLoss: position.unrealizedPL,
    totalGainLossPercent: position.unrealizedPLPercent,
    isManaged: isManaged && !world.unmanaged.includes(ticker),
    updatedAt,
  }));

export function equityOf(world: InventedWorld): number {
  return cents(
    positionsOf(world).reduce((sum, { marketValue }) => sum + (marketValue ?? 0), world.cash),
  );
}

function symbolStateOf(world: InventedWorld, ticker: string): SymbolStateView {
  const price = priceAt(ticker, world.now());
  const close = priceAt(ticker, Math.floor(world.now() / 86_400_000) * 86_400_000);
  const [shares, average] = HELD[ticker] ?? [0, null];
  const gain = average === null ? null : cents((price - average) * shares);
  const isCooling = ticker === "AMD";
  return {
    ticker,
    current_price: ticker === "GME" ? null : price,
    price_at: ticker === "GME" ? null : pricedAt(world),
    avg_price: average,
    shares,
    change: ticker === "GME" ? null : cents(price - close),
    change_percent: ticker === "GME" ? null : percentOf(price - close, close),
    company_name: stockOf(ticker)?.name ?? ticker,
    unrealized_pl: gain,
    unrealized_plpc: gain === null || average === null ? null : percentOf(gain, average * shares),
    trail_status: isCooling ? "cooldown" : "armed",
    cooldown_remaining: isCooling ? 431 : 0,
    is_managed: average !== null,
    patterns: ticker === "MSFT" ? [{ label: "Morning star", interval: "day" as const }] : [],
  };
}

function trailOf(world: InventedWorld, ticker: string): TrailView {
  const price = priceAt(ticker, world.now());
  const held = HELD[ticker] !== undefined;
  const spread = 0.001 + (hashOf(ticker) % 31) / 1000;
  const high = cents(price * (1 + spread));
  const low = cents(price * (1 - spread));
  const trigger = cents(held ? low * 1.03 : high * 0.97);
  const distance = percentOf(held ? trigger - price : price - trigger, price);
  return {
    last_price: price,
    change_percent: null,
    high,
    low,
    since: new Date(world.now() - 5 * 3_600_000).toISOString(),
    updated_at: new Date(world.now()).toISOString(),
    signal: held ? (price >= low * 1.04 ? "sell" : null) : price <= high * 0.96 ? "buy" : null,
    trigger_side: held ? "sell" : "buy",
    trigger_price: trigger,
    trigger_distance_percent: distance,
    explanation: held
      ? `Waiting to sell: ${ticker} stands at $${price} and leaves at $${trigger}, a rise of 3% from the trail's low of $${low}.`
      : `Waiting to buy: ${ticker} stands at $${price} and is bought at $${trigger}, a fall of 3% from the trail's high of $${high}.`,
  };
}

export function workerStatusOf(world: InventedWorld): WorkerStatusView {
  const tickers = [...new Set([...world.watched, ...Object.keys(HELD)])];
  const now = new Date(world.now()).toISOString();
  return {
    enabled: world.enabled,
    online: world.online,
    equity: equityOf(world),
    message: null,
    account_state: accountStateIn(world),
    market_data: marketDataIn(world),
    reductions: [],
    ready_signals: 3,
    ready_symbols: [
      { ticker: "AMD", side: "buy" },
      { ticker: "NVDA", side: "sell" },
      { ticker: "TSLA", side: "buy" },
    ],
    strategy_mode: "TRAILING",
    recent_trades: world.trades.slice(0, 10),
    worker_health: {
      error: world.online ? null : "No ping for 40 seconds",
      last_ping: now,
      alpaca_connected: world.online,
      market_data_active: world.online && world.isFed,
      market_data_failover: {
        overall_healthy: world.online,
        cache_size: 85,
        api_health: {
          "Built-in exchange": {
            healthy: world.online,
            consecutive_failures: 0,
            last_error: marketDataIn(world).message,
          },
        },
      },
    },
    market_hours: { is_open: world.isOpen, closes_in: world.isOpen ? "5h 12m" : null },
    positions: tickers.map((ticker) => symbolStateOf(world, ticker)),
    trails: Object.fromEntries(
      tickers
        .filter((ticker) => ticker !== "GME" && ticker !== "AMC")
        .map((ticker) => [ticker, trailOf(world, ticker)]),
    ),
    risk: {
      max_position_percent: 12,
      daily_loss_percent: 3,
      cool_down_sec: 600,
      allow_after_hours: false,
      is_halted: false,
    },
  };
}

export const accountStateIn = ({ accountState, online }: InventedWorld): AccountStateView =>
  accountState ?? (online ? ACTIVE_STATE : OFFLINE_STATE);

const marketDataIn = (world: InventedWorld): MarketDataStateView => ({
  state: world.online && world.isFed ? "live" : "cached",
  message: world.online
    ? world.isFed
      ? null
      : "No prices come from the market."
    : "The trading worker is offline: nobody follows the prices.",
  last_news: new Date(world.now()).toISOString(),
});

export function panelOf(world: InventedWorld): MarketPanelView {
  const at = world.now();
  return {
    provider: "Built-in exchange",
    isSimulated: true,
    isLive: true,
    rows: ["AAPL", "MSFT", "NVDA", "JPM", "XOM", "TSLA", "COIN", "GME"].map((ticker) => ({
      ticker,
      name: stockOf(ticker)?.name ?? ticker,
      price: priceAt(ticker, at),
      changePercent: percentOf(
        priceAt(ticker, at) - priceAt(ticker, at - 20_000_000),
        priceAt(ticker, at),
      ),
      spark: Array.from({ length: 40 }, (_, index) => priceAt(ticker, at - (39 - index) * 540_000)),
    })),
  };
}

export function fillOf(world: InventedWorld, ticket: OrderTicket): TradeView {
  const price = ticket.limitPrice ?? priceAt(ticket.symbol, world.now());
  return {
    id: String(world.trades.length + 1),
    ts: new Date(world.now()).toISOString(),
    ticker: ticket.symbol,
    side: ticket.side === "buy" ? "BUY" : "SELL",
    shares: ticket.quantity,
    price,
    fees: 0,
    total: cents(price * ticket.quantity),
    realizedPL: null,
    origin: "manual",
    reason: null,
  };
}

// prettier-ignore
const TRADE_ROWS: readonly (readonly [
  string,
  "BUY" | "SELL",
  number,
  number,
  number | null,
  number,
  string | null,
])[] = [
  [
    "AMD",
    "BUY",
    10,
    158.2,
    null,
    3,
    "AMD fell 3.02% from its trail high of $163.13 to $158.20, at or below the trigger of $158.23.",
  ],
  [
    "COIN",
    "BUY",
    10,
    262.75,
    null,
    22,
    "COIN fell 3.10% from its trail high of $271.15 to $262.75, at or below the trigger of $263.01.",
  ],
  [
    "TSLA",
    "SELL",
    10,
    402.6,
    121.4,
    47,
    "TSLA rose 3.04% from its trail low of $390.72 to $402.60, at or above the trigger of $402.45.",
  ],
  ["NVDA", "BUY", 10, 128.9, null, 95, null],
  [
    "XOM",
    "SELL",
    10,
    118.31,
    -24.9,
    190,
    "XOM rose 3.00% from its trail low of $114.86 to $118.31, at or above the trigger of $118.31.",
  ],
];
const TRADES: TradeView[] = TRADE_ROWS.map(
  ([ticker, side, shares, price, realizedPL, minutes, reason], index) => ({
    id: `t${index}`,
    ts: new Date(Date.UTC(2025, 10, 21, 15, 40) - minutes * 60_000).toISOString(),
    ticker,
    side,
    shares,
    price,
    fees: 0,
    total: cents(shares * price),
    realizedPL,
    origin: reason === null ? "manual" : "automated",
    reason,
  }),
);

const ORDER: OrderView = {
  clientKey: "ABCDEFGHIJKLMNOPQRST",
  ticker: "AAPL",
  side: "BUY",
  orderType: "limit",
  quantity: 10,
  filled: 4,
  limitPrice: 189.5,
  stopPrice: null,
  timeInForce: null,
  averagePrice: 189.48,
  status: "partially-filled",
  origin: "manual",
  message: null,
  createdAt: "2025-11-21T15:20:00.000Z",
  updatedAt: "2025-11-21T15:21:00.000Z",
};
export const ORDERS: OrderView[] = [
  ORDER,
  {
    ...ORDER,
    clientKey: "ABCDEFGHIJKLMNOPQRSU",
    ticker: "TSLA",
    side: "SELL",
    orderType: "market",
    limitPrice: null,
    stopPrice: null,
    timeInForce: null,
    filled: 10,
    averagePrice: 402.6,
    status: "filled",
    origin: "automated",
  },
  {
    ...ORDER,
    clientKey: "ABCDEFGHIJKLMNOPQRSV",
    ticker: "GME",
    filled: 0,
    averagePrice: null,
    status: "rejected",
    message: "The broker refused it: insufficient buying power.",
  },
];

const OPEN: ReadonlySet<OrderView["status"]> = new Set([
  "working",
  "partially-filled",
  "unknown",
  "cancel-pending",
]);

export const openOrdersOf = ({ orders }: InventedWorld): readonly OrderView[] =>
  orders.filter(({ status }) => OPEN.has(status));

type CancelState = CanceledOrderView["state"];

const canceledOf = (world: InventedWorld, state: CancelState): CanceledOrderView[] =>
  openOrdersOf(world).map(({ clientKey, filled, message, quantity, side, ticker }) => {
    return { clientKey, filled, message, quantity, side, ticker, state };
  });

/** Every open order, taken back. */
export const cancelAllOf = (world: InventedWorld, state: CancelState): CancelAllView => ({
  id: "5b8e4a1e-98a5-4f6e-8d63-7f8a3a1f0c12",
  isDone: state !== "canceling",
  startedAt: new Date(world.now()).toISOString(),
  orders: canceledOf(world, state),
});

/** A batch sale of all that is held. */
export const saleOf = (world: InventedWorld, state: "submitted" | "sold"): SellAllView => ({
  id: "5b8e4a1e-98a5-4f6e-8d63-7f8a3a1f0c11",
  isDone: state === "sold",
  orders: canceledOf(world, state === "sold" ? "canceled" : "canceling"),
  startedAt: new Date(world.now()).toISOString(),
  items: positionsOf(world).map(({ ticker, shares }) => ({
    ticker,
    shares,
    sold: state === "sold" ? shares : 0,
    state,
    clientKey: "ABCDEFGHIJKLMNOPQRST",
    message: null,
  })),
});
