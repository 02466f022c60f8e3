import { ORDER_ORIGINS, ORDER_STATUSES } from "@sevenfold/domain/order";
import { z } from "zod";
import { count, rowsWanted, Shares, SomeShares } from "./counts.ts";
import { Dollars, PRICE_INPUT_MAX, PriceInput, TickerInput, Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";
import { HistoryInput, historyPage, JournalInput } from "./history.ts";
import { numberOf, wholeInput } from "./whole-input.ts";

/** A booked fill. */
export const TradeView = z.object({
  id: z.string(),
  ts: Timestamp,
  ticker: z.string(),
  side: z.enum(["BUY", "SELL"]),
  shares: SomeShares,
  price: Dollars,
  fees: Dollars,
  total: Dollars,
  /** Of a sell; null on a buy. */
  realizedPL: Dollars.nullable(),
  origin: z.enum(ORDER_ORIGINS),
  /** Why the worker traded, in a sentence; null on a manual trade. */
  reason: z.string().nullable(),
});
export type TradeView = z.infer<typeof TradeView>;

export const listTrades = endpoint("listTrades", {
  input: z.strictObject({ limit: rowsWanted(100) }),
  output: z.array(TradeView),
});

/** The same to its beginning, page by page. */
export const readTradePage = endpoint("readTradePage", {
  input: HistoryInput,
  output: historyPage(TradeView),
});

export const OrderView = z.object({
  clientKey: z.string(),
  ticker: z.string(),
  side: z.enum(["BUY", "SELL"]),
  orderType: z.enum(["market", "limit", "stop", "stop-limit"]),
  quantity: SomeShares,
  filled: Shares,
  limitPrice: Dollars.nullable(),
  /** Until the market trades there the order rests. */
  stopPrice: Dollars.nullable(),
  /** Null: for the day. */
  timeInForce: z.enum(["until-canceled"]).nullable(),
  averagePrice: Dollars.nullable(),
  status: z.enum(ORDER_STATUSES),
  origin: z.enum(ORDER_ORIGINS),
  message: z.string().nullable(),
  /** Who told the price it was decided on, and when that was made at the market; null where none was known. */
  provider: z.string().nullable(),
  /** What people call that provider; its id where nobody knows it any more. */
  providerName: z.string().nullable(),
  priceAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type OrderView = z.infer<typeof OrderView>;

/** Whole cents from a dollar on, ten-thousandths below it: what markets take. */
const isOnTick = (dollars: number): boolean =>
  dollars < 1 || Number.isInteger(Math.round(dollars * 1e6) / 1e4);

const LIMIT_REQUIRED = "Limit price is required for limit orders";
const NO_LIMIT_AT_MARKET =
  "A market order has no limit price: leave it out, or place a limit order";

/** The order ticket's fields: the form in the browser and the server check the same schema. */
export const OrderTicket = z
  .strictObject({
    // An empty one first: its message is about choosing, not about letters.
    symbol: z
      .string("Please select a symbol")
      .trim()
      .min(1, { error: "Please select a symbol", abort: true })
      .pipe(TickerInput),
    side: z.enum(["buy", "sell"]),
    orderType: z.enum(["market", "limit"]),
    quantity: z.preprocess(
      numberOf,
      wholeInput("Quantity", { min: 1, max: 10_000 }).meta({ description: "Whole shares." }),
    ),
    limitPrice: z
      .number("A limit price is a number, such as 189.50")
      .positive(LIMIT_REQUIRED)
      .meta({ description: "Dollars a share.", maximum: PRICE_INPUT_MAX })
      .pipe(PriceInput)
      .refine(isOnTick, "A limit price of a dollar or more has two decimals at most")
      // A market order has none, said or left out: one that names a price was meant as a limit order.
      .nullish(),
  })
  .refine((ticket) => ticket.orderType === "market" || ticket.limitPrice != null, {
    message: LIMIT_REQUIRED,
    path: ["limitPrice"],
  })
  .refine((ticket) => ticket.orderType === "limit" || ticket.limitPrice == null, {
    message: NO_LIMIT_AT_MARKET,
    path: ["limitPrice"],
  });
export type OrderTicket = z.infer<typeof OrderTicket>;

/** Send an `Idempotency-Key` header with one value per opened ticket. */
export const placeOrder = endpoint("placeOrder", {
  input: OrderTicket,
  output: z.object({ order: OrderView, warnings: z.array(z.string()) }),
});

/** What placing the ticket now would meet, short of the broker's own word. Nothing is placed. */
export const OrderCheckView = z.object({
  /** Why it would be refused; null where it would be sent. */
  problem: z
    .object({ code: z.string(), error: z.string(), details: z.string().nullable() })
    .nullable(),
  /** Limits of the account that it would go beyond, in sentences. */
  warnings: z.array(z.string()),
});
export type OrderCheckView = z.infer<typeof OrderCheckView>;

export const checkOrder = endpoint("checkOrder", {
  input: OrderTicket,
  output: OrderCheckView,
});

export const listOrders = endpoint("listOrders", {
  input: z.strictObject({ limit: rowsWanted(100) }),
  output: z.array(OrderView),
});

/** The same to its beginning, page by page. */
export const readOrderPage = endpoint("readOrderPage", {
  input: HistoryInput,
  output: historyPage(OrderView),
});

export const cancelOrder = endpoint("cancelOrder", {
  input: z.strictObject({ clientKey: z.string().regex(/^[A-Z2-7]{20}$/) }),
  output: OrderView,
});

/** What became of an order that was to be canceled; `canceling` and `unknown` may still change. */
export const CANCEL_STATES = [
  "canceling",
  "unknown",
  "canceled",
  "filled",
  "never-sent",
  "refused",
] as const;

export const CanceledOrderView = z.object({
  clientKey: z.string(),
  ticker: z.string(),
  side: z.enum(["BUY", "SELL"]),
  quantity: SomeShares,
  filled: Shares,
  state: z.enum(CANCEL_STATES),
  message: z.string().nullable(),
});
export type CanceledOrderView = z.infer<typeof CanceledOrderView>;

/** Where it is done and an order is still `canceling` or `unknown`, that order did not end in time. */
export const CancelAllView = z.object({
  id: z.string(),
  isDone: z.boolean(),
  startedAt: Timestamp,
  /** Those that were open when it began, as they stand now. */
  orders: z.array(CanceledOrderView),
});
export type CancelAllView = z.infer<typeof CancelAllView>;

/**
 * Cancels every open order of the account, of whatever symbol and origin. No limit holds it up. Send an
 * `Idempotency-Key` header; the same key answers the same batch, and is refused at another account.
 */
export const cancelAll = endpoint("cancelAll", {
  input: z.strictObject({}),
  output: CancelAllView,
});

export const readCancelAll = endpoint("readCancelAll", {
  input: z.strictObject({ id: z.uuid() }),
  output: CancelAllView,
});

/** The last word on each holding of a batch sale; `pending` and `canceling` are still at work. */
export const BATCH_ITEM_STATES = [
  "pending",
  "canceling",
  "submitted",
  "sold",
  "partly-sold",
  "failed",
] as const;

export const SellAllView = CancelAllView.extend({
  items: z.array(
    z.object({
      ticker: z.string(),
      shares: Shares,
      sold: Shares,
      state: z.enum(BATCH_ITEM_STATES),
      clientKey: z.string().nullable(),
      message: z.string().nullable(),
    }),
  ),
});
export type SellAllView = z.infer<typeof SellAllView>;

/** Sells shares of a holding at the market. Send an `Idempotency-Key` header. */
export const sellPosition = endpoint("sellPosition", {
  input: z.strictObject({
    ticker: TickerInput,
    shares: wholeInput("Shares", { min: 1, max: 1_000_000 }).meta({ description: "Whole shares." }),
  }),
  output: z.object({ order: OrderView, warnings: z.array(z.string()) }),
});

/**
 * Emergency Sell All: automation off, every open order canceled, then every holding sold, with one
 * result each. Send an `Idempotency-Key` header; the same key answers the same batch, and is refused at
 * another account.
 */
export const sellAll = endpoint("sellAll", {
  input: z.strictObject({}),
  output: SellAllView,
});

/** The Emergency Sell All that is at work, whoever began it and wherever; null: none is. */
export const findSellAll = endpoint("findSellAll", {
  input: z.strictObject({}),
  output: z.object({ sale: SellAllView.nullable() }),
});

export const readSellAll = endpoint("readSellAll", {
  input: z.strictObject({ id: z.uuid() }),
  output: SellAllView,
});

/** Asks the broker for its orders, executions and holdings now; the message says what changed. */
export const syncPositions = endpoint("syncPositions", {
  input: z.strictObject({}),
  output: z.object({ message: z.string(), changed: count("orders, fills and positions") }),
});

export const DecisionView = z.object({
  at: Timestamp,
  ticker: z.string(),
  /** entered, left, waiting or blocked, and the gate that blocked it. */
  verdict: z.string(),
  gate: z.string().nullable(),
  price: Dollars.nullable(),
  /** Who told the price, and when it was made at the market; null in lines of before that was noted. */
  provider: z.string().nullable(),
  /** What people call that provider; its id where nobody knows it any more. */
  providerName: z.string().nullable(),
  priceAt: Timestamp.nullable(),
  reference: Dollars.nullable(),
  trigger: Dollars.nullable(),
  explanation: z.string(),
  /** The bar patterns that stood at the symbol, in words. */
  patterns: z.array(z.string()).max(12),
});
export type DecisionView = z.infer<typeof DecisionView>;

export const listDecisions = endpoint("listDecisions", {
  input: z.strictObject({
    ticker: TickerInput.optional(),
    limit: rowsWanted(100),
  }),
  output: z.array(DecisionView),
});

/** The same to its beginning, page by page, of some verdicts or all. */
export const readDecisionPage = endpoint("readDecisionPage", {
  input: JournalInput,
  output: historyPage(DecisionView),
});
