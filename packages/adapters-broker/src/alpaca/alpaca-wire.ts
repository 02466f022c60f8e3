import { z } from "zod";

/** Alpaca's JSON as it travels. Unknown keys are left out; unknown words in known keys are kept. */

const Decimal = z.union([z.string(), z.number()]).transform(String);

export const AccountWire = z.object({
  account_number: z.string(),
  status: z.string(),
  cash: Decimal,
  equity: Decimal,
  buying_power: Decimal,
  trading_blocked: z.boolean().default(false),
  account_blocked: z.boolean().default(false),
  trade_suspended_by_user: z.boolean().default(false),
});
export type AccountWire = z.infer<typeof AccountWire>;

export const PositionWire = z.object({
  symbol: z.string(),
  qty: Decimal,
  side: z.string(),
  cost_basis: Decimal,
});
export type PositionWire = z.infer<typeof PositionWire>;

export const OrderWire = z.object({
  id: z.string(),
  client_order_id: z.string(),
  created_at: z.string(),
  submitted_at: z.string().nullish(),
  symbol: z.string(),
  qty: Decimal.nullish(),
  filled_qty: Decimal,
  type: z.string().nullish(),
  side: z.enum(["buy", "sell"]),
  limit_price: Decimal.nullish(),
  stop_price: Decimal.nullish(),
  time_in_force: z.string().nullish(),
  extended_hours: z.boolean().nullish(),
  status: z.string(),
});
export type OrderWire = z.infer<typeof OrderWire>;

export const FillActivityWire = z.object({
  id: z.string(),
  activity_type: z.literal("FILL"),
  transaction_time: z.string(),
  price: Decimal,
  qty: Decimal,
  cum_qty: Decimal,
  side: z.string(),
  symbol: z.string(),
  order_id: z.string(),
});
export type FillActivityWire = z.infer<typeof FillActivityWire>;

/** A row of the activities that is no fill: dividends, fees, transfers, splits. */
export const ActivityWire = z.object({
  id: z.string(),
  activity_type: z.string(),
  date: z.string(),
  net_amount: Decimal.nullish(),
  symbol: z.string().nullish(),
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
  order: OrderWire,
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

export const TradeWire = z.object({ t: z.string(), p: z.number() });
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

export const LatestTradesWire = z.object({ trades: z.record(z.string(), TradeWire) });
export const LatestQuotesWire = z.object({ quotes: z.record(z.string(), QuoteWire) });
export const BarsWire = z.object({
  bars: z.array(BarWire).nullable(),
  next_page_token: z.string().nullish(),
});
