import { z } from "zod";

/** Alpaca's JSON as it travels. Unknown keys are left out; unknown words in known keys are kept. */

const Decimal = z.union([z.string(), z.number()]).transform(String);

/** What nobody says is not so. */
const Flag = z
  .boolean()
  .nullish()
  .transform((told) => told ?? false);

export const AccountWire = z.object({
  account_number: z.string(),
  status: z.string(),
  cash: Decimal,
  equity: Decimal,
  buying_power: Decimal,
  trading_blocked: Flag,
  account_blocked: Flag,
  trade_suspended_by_user: Flag,
});
export type AccountWire = z.infer<typeof AccountWire>;

/** As much of a position as tells what it is, whatever it is. */
export const PositionRowWire = z.object({
  symbol: z.string(),
  asset_class: z.string().nullish(),
  qty: Decimal,
  side: z.string().nullish(),
  market_value: Decimal.nullish(),
  cost_basis: Decimal.nullish(),
});
export type PositionRowWire = z.infer<typeof PositionRowWire>;

/** The same of an order. */
export const OrderRowWire = z.object({
  id: z.string(),
  client_order_id: z.string().nullish(),
  created_at: z.string(),
  submitted_at: z.string().nullish(),
  symbol: z.string().nullish(),
  asset_class: z.string().nullish(),
  order_class: z.string().nullish(),
  position_intent: z.string().nullish(),
  qty: Decimal.nullish(),
  notional: Decimal.nullish(),
  filled_qty: Decimal.nullish(),
  limit_price: Decimal.nullish(),
  stop_price: Decimal.nullish(),
  filled_avg_price: Decimal.nullish(),
  side: z.string().nullish(),
  status: z.string(),
});
export type OrderRowWire = z.infer<typeof OrderRowWire>;

export const PositionWire = z.object({
  symbol: z.string(),
  qty: Decimal,
  side: z.string(),
  cost_basis: Decimal,
});
export type PositionWire = z.infer<typeof PositionWire>;

export const OrderWire = z.object({
  id: z.string(),
  client_order_id: z.string().nullish(),
  created_at: z.string(),
  submitted_at: z.string().nullish(),
  symbol: z.string(),
  qty: Decimal.nullish(),
  filled_qty: Decimal.nullish(),
  type: z.string().nullish(),
  side: z.enum(["buy", "sell"]),
  limit_price: Decimal.nullish(),
  stop_price: Decimal.nullish(),
  time_in_force: z.string().nullish(),
  extended_hours: z.boolean().nullish(),
  /** The order that it stands in the place of, by its id. */
  replaces: z.string().nullish(),
  status: z.string(),
});
export type OrderWire = z.infer<typeof OrderWire>;

export const FillActivityWire = z.object({
  id: z.string(),
  activity_type: z.literal("FILL"),
  /** "fill" and "partial_fill", of whatever else may come to stand in this list. */
  type: z.string().nullish(),
  transaction_time: z.string(),
  price: Decimal,
  qty: Decimal,
  cum_qty: Decimal,
  leaves_qty: Decimal.nullish(),
  side: z.string(),
  symbol: z.string(),
  order_id: z.string(),
});
export type FillActivityWire = z.infer<typeof FillActivityWire>;

/** A row of the activities that is no fill: dividends, fees, transfers, splits. */
export const ActivityWire = z.object({
  id: z.string(),
  activity_type: z.string(),
  activity_sub_type: z.string().nullish(),
  date: z.string(),
  created_at: z.string().nullish(),
  net_amount: Decimal.nullish(),
  currency: z.string().nullish(),
  symbol: z.string().nullish(),
  /** Shares that came, negative where they left; of a dividend those it was paid on. */
  qty: Decimal.nullish(),
  status: z.string().nullish(),
  description: z.string().nullish(),
  /** The same for all rows of one event. */
  group_id: z.string().nullish(),
  /** The row that this one stands in the place of. */
  previous_id: z.string().nullish(),
  /** Of an execution that was taken back. */
  order_id: z.string().nullish(),
  cum_qty: Decimal.nullish(),
});
export type ActivityWire = z.infer<typeof ActivityWire>;

export const ClockWire = z.object({ timestamp: z.string(), is_open: z.boolean() });
export type ClockWire = z.infer<typeof ClockWire>;

/** Hours of New York, without an offset. */
export const SessionWire = z.object({ date: z.string(), open: z.string(), close: z.string() });
export type SessionWire = z.infer<typeof SessionWire>;

export const AssetWire = z.object({
  symbol: z.string(),
  name: z.string().nullish(),
  status: z.string(),
  tradable: z.boolean(),
});
export type AssetWire = z.infer<typeof AssetWire>;

export const TradeUpdateWire = z.object({
  event: z.string(),
  order: OrderRowWire.extend(OrderWire.shape),
  timestamp: z.string().nullish(),
  price: Decimal.nullish(),
  qty: Decimal.nullish(),
});
export type TradeUpdateWire = z.infer<typeof TradeUpdateWire>;

export const StreamFrameWire = z.discriminatedUnion("stream", [
  z.object({ stream: z.literal("authorization"), data: z.object({ status: z.string() }) }),
  z.object({ stream: z.literal("listening"), data: z.object({ streams: z.array(z.string()) }) }),
  z.object({ stream: z.literal("trade_updates"), data: TradeUpdateWire }),
]);

export type StreamFrameWire = z.infer<typeof StreamFrameWire>;

/** Names a trade together with its exchange: a correction or a cancel says it again. */
const TradeId = z.union([z.number(), z.string()]);

/** Codes of one letter each, of the tape that a share is on. */
const Conditions = z.array(z.string()).optional().catch(undefined);

export const TradeWire = z.object({
  t: z.string(),
  p: z.number(),
  x: z.string().nullish(),
  i: TradeId.nullish(),
});
export const QuoteWire = z.object({ t: z.string(), bp: z.number(), ap: z.number() });
export const BarWire = z.object({
  t: z.string(),
  o: z.number(),
  h: z.number(),
  l: z.number(),
  c: z.number(),
  v: z.number(),
});
export type TradeWire = z.infer<typeof TradeWire>;
export type QuoteWire = z.infer<typeof QuoteWire>;
export type BarWire = z.infer<typeof BarWire>;

/** By symbol; null where there is none of any, or of one. */
const bySymbol = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .record(z.string(), shape.nullable())
    .nullish()
    .transform((all) => all ?? {});

export const LatestTradesWire = z.object({ trades: bySymbol(TradeWire) });
export const LatestQuotesWire = z.object({ quotes: bySymbol(QuoteWire) });
export const SnapshotsWire = z.record(
  z.string(),
  z.object({ latestTrade: TradeWire.nullish(), latestQuote: QuoteWire.nullish() }).nullish(),
);

/** Messages of the stream of prices; those of other kinds are passed over. */
export const MarketMessageWire = z.discriminatedUnion("T", [
  z.object({ T: z.literal("success"), msg: z.string() }),
  z.object({ T: z.literal("error"), code: z.number(), msg: z.string() }),
  /** All that is subscribed to. */
  z.object({
    T: z.literal("subscription"),
    trades: z.array(z.string()).nullish(),
    statuses: z.array(z.string()).nullish(),
  }),
  TradeWire.extend({ T: z.literal("t"), S: z.string(), c: Conditions, z: z.string().nullish() }),
  QuoteWire.extend({ T: z.literal("q"), S: z.string() }),
  /** Trading that was halted, or goes on: status and reason, each as a code and in words. */
  z.object({
    T: z.literal("s"),
    S: z.string(),
    sc: z.string(),
    sm: z.string().nullish(),
    rc: z.string().nullish(),
    rm: z.string().nullish(),
    t: z.string(),
  }),
  /** A trade that was another one: original and corrected id and price. */
  z.object({
    T: z.literal("c"),
    S: z.string(),
    x: z.string().nullish(),
    t: z.string(),
    oi: TradeId.nullish(),
    op: z.number(),
    ci: TradeId.nullish(),
    cp: z.number(),
    cc: Conditions,
    z: z.string().nullish(),
  }),
  /** A trade that was none. */
  z.object({
    T: z.literal("x"),
    S: z.string(),
    x: z.string().nullish(),
    t: z.string(),
    i: TradeId.nullish(),
    p: z.number(),
  }),
]);
export type MarketMessageWire = z.infer<typeof MarketMessageWire>;

export const BarsWire = z.object({
  bars: z.array(BarWire).nullish(),
  next_page_token: z.string().nullish(),
});
