import { z } from "zod";
import { benchmarkFields } from "./benchmark-schema.ts";
import { listOf, madeOf, RunId, Side, Time, versioned } from "./document-parts.ts";
import { metricFields, pathFields } from "./metrics-schema.ts";
import { Settings } from "./settings-schema.ts";

const Order = {
  symbol: z.string(),
  side: Side,
  shares: z.number(),
  reason: z.string(),
  decidedAt: Time,
  decisionPrice: z.number(),
};

/** An order as it was decided. */
export const OrderView = z.strictObject(Order);

const Trade = z.strictObject({
  symbol: z.string(),
  side: Side,
  shares: z.number(),
  price: z.number(),
  time: Time,
  reason: z.string(),
  fees: z.number(),
  realizedPL: z.number(),
  /** In runs that may sell short. */
  effect: z.enum(["open", "close"]).optional(),
});

const Borrow = z.strictObject({
  cost: z.number(),
  bySymbol: listOf(z.strictObject({ symbol: z.string(), nights: z.number(), cost: z.number() })),
  forcedCovers: z.number(),
});

const Canceled = z.strictObject({
  ...Order,
  sharesLeft: z.number().optional(),
  time: Time,
  open: z.number().optional(),
  canceledBecause: z.string(),
});

const paidOn = {
  symbol: z.string(),
  time: Time,
  shares: z.number(),
  paid: z.number(),
  earned: z.number(),
};
const Action = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("split"),
    ...paidOn,
    newShares: z.number(),
    oldShares: z.number(),
  }),
  z.strictObject({ kind: z.literal("dividend"), ...paidOn, perShare: z.number() }),
]);

const Blocked = z.strictObject({
  byGate: listOf(
    z.strictObject({ side: Side, gate: z.string(), times: z.number(), prices: z.number() }),
  ),
  listed: z.number(),
  leftOut: z.number(),
});

const OpenPosition = z.strictObject({
  symbol: z.string(),
  shares: z.number(),
  entryPrice: z.number(),
  lastPrice: z.number(),
  marketValue: z.number(),
  unrealizedPL: z.number(),
  fees: z.number(),
});

/** What `sevenfold backtest --json` prints. */
export const BacktestDocument = z.strictObject({
  ...versioned(1),
  /** 2 of runs that may sell short; 3 of runs whose counts of shares have up to nine decimals. */
  schemaVersion: z.literal([1, 2, 3]),
  runId: RunId,
  ...madeOf,
  settings: Settings,
  symbols: listOf(z.string()),
  bars: z.number(),
  start: Time,
  end: Time,
  initialCash: z.number(),
  finalEquity: z.number(),
  finalCash: z.number(),
  trades: listOf(Trade),
  canceled: listOf(Canceled),
  unfilled: listOf(OrderView),
  blocked: Blocked,
  buyAndHoldReturn: z.number(),
  actions: listOf(Action),
  borrow: Borrow.optional(),
  gaps: z.strictObject({ stops: z.number(), stopCost: z.number(), entriesBelowStop: z.number() }),
  openPositions: listOf(OpenPosition),
  equityCurve: listOf(z.strictObject({ time: Time, equity: z.number() })),
  ...metricFields,
  ...benchmarkFields,
  ...pathFields,
});
export type BacktestDocument = z.infer<typeof BacktestDocument>;
