import { z } from "zod";

const Decimal = z.union([z.string().max(64), z.number()]).transform(String);

/** The body of POST /v2/orders as far as types go; `exchange-orders.ts` says what its words may be. */
export const OrderRequest = z.object({
  symbol: z.string().max(32).nullish(),
  qty: Decimal.nullish(),
  notional: Decimal.nullish(),
  side: z.string().nullish(),
  type: z.string().nullish(),
  time_in_force: z.string().nullish(),
  limit_price: Decimal.nullish(),
  stop_price: Decimal.nullish(),
  trail_price: Decimal.nullish(),
  trail_percent: Decimal.nullish(),
  extended_hours: z.boolean().nullish(),
  client_order_id: z.string().nullish(),
  order_class: z.string().nullish(),
  take_profit: z.object({ limit_price: Decimal.nullish() }).nullish(),
  stop_loss: z.object({ stop_price: Decimal.nullish(), limit_price: Decimal.nullish() }).nullish(),
  position_intent: z.string().nullish(),
});
export type OrderRequest = z.infer<typeof OrderRequest>;

/** The body of PATCH /v2/orders/{id}. */
export const ReplaceRequest = z.object({
  qty: Decimal.nullish(),
  time_in_force: z.string().nullish(),
  limit_price: Decimal.nullish(),
  stop_price: Decimal.nullish(),
  trail: Decimal.nullish(),
  client_order_id: z.string().max(128).nullish(),
});
export type ReplaceRequest = z.infer<typeof ReplaceRequest>;

/** The body of PATCH /v2/account/configurations. */
export const ConfigurationsRequest = z.object({
  suspend_trade: z.boolean().optional(),
  no_shorting: z.boolean().optional(),
  fractional_trading: z.boolean().optional(),
  max_margin_multiplier: z.enum(["1", "2", "4"]).optional(),
  max_options_trading_level: z.number().int().min(0).max(3).nullish(),
  trade_confirm_email: z.enum(["all", "none"]).optional(),
  ptp_no_exception_entry: z.boolean().optional(),
  disable_overnight_trading: z.boolean().optional(),
});

/** What a client of the trade stream may say. Both spellings of the sign-in are in use. */
export const TradeStreamMessage = z.union([
  z.object({
    action: z.literal("authenticate"),
    data: z.object({ key_id: z.string(), secret_key: z.string() }),
  }),
  z.object({ action: z.enum(["auth", "authenticate"]), key: z.string(), secret: z.string() }),
  z.object({
    action: z.literal("listen"),
    data: z.object({ streams: z.array(z.string()).max(20) }),
  }),
]);

export type TradeStreamMessage = z.infer<typeof TradeStreamMessage>;

const Symbols = z.array(z.string().max(32)).max(1_000).optional();

/** What a client of the market stream may say. */
export const MarketStreamMessage = z.union([
  z.object({ action: z.literal("auth"), key: z.string(), secret: z.string() }),
  z.strictObject({
    action: z.enum(["subscribe", "unsubscribe"]),
    trades: Symbols,
    quotes: Symbols,
    bars: Symbols,
    updatedBars: Symbols,
    dailyBars: Symbols,
    statuses: Symbols,
    lulds: Symbols,
    imbalances: Symbols,
  }),
]);

export type MarketStreamMessage = z.infer<typeof MarketStreamMessage>;

export interface WireTrade {
  readonly t: string;
  readonly x: string;
  readonly p: number;
  readonly s: number;
  readonly c: readonly string[];
  readonly i: number;
  readonly z: string;
}

export interface WireQuote {
  readonly t: string;
  readonly ax: string;
  readonly ap: number;
  readonly as: number;
  readonly bx: string;
  readonly bp: number;
  readonly bs: number;
  readonly c: readonly string[];
  readonly z: string;
}

export interface WireBar {
  readonly t: string;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
  readonly n: number;
  readonly vw: number;
}
