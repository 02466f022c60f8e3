import { orderEnded } from "@sevenfold/domain/book-orders";
import type { Intent } from "@sevenfold/domain/decide";
import { InvariantViolation } from "@sevenfold/domain/invariant";
import type { Instant } from "@sevenfold/domain/market";
import { NO_MONEY, NO_SHARES } from "@sevenfold/domain/money";
import {
  applyOrderEvent,
  type Order,
  type OrderEvent,
  openQuantity,
} from "@sevenfold/domain/order";
import type { CancelCause } from "./backtest-report.ts";
import type { BacktestRun } from "./backtest-run.ts";
import type { OrderAtWork } from "./sent-order.ts";

const CLIENT_KEY_LENGTH = 20;
const BASE_32 = 32;

const keyOf = (number: number): string => number.toString(BASE_32).padStart(CLIENT_KEY_LENGTH, "0");

/** Of a run whose orders nobody will look at. */
const UNNAMED = keyOf(0);

/** What makes an order other than one at the market for the day. */
export type OrderTerms = Pick<Order, "limit" | "stop" | "timeInForce">;

/** Records the order an intent asks for, and sends it: the simulated venue takes every one. */
export function sendOrder(run: BacktestRun, intent: Intent, terms?: OrderTerms): OrderAtWork {
  const number = run.orders.length;
  const clientKey = run.isTallied ? UNNAMED : keyOf(number);
  if (!run.isTallied) run.decisions.push(intent);
  const order: Order = {
    clientKey,
    accountId: "backtest",
    ticker: intent.ticker,
    side: intent.side,
    origin: "automated",
    quantity: intent.quantity,
    extendedHours: false,
    status: "intent",
    filled: NO_SHARES,
    filledNotional: NO_MONEY,
    reservedCash: intent.reservedCash,
    reason: intent.reason,
    attempts: 0,
    createdAt: intent.at,
    updatedAt: intent.at,
  };
  run.orders.push(terms === undefined ? order : { ...order, ...terms });
  const work: OrderAtWork = {
    intent,
    number,
    bar: -1,
    opensAt: Number.POSITIVE_INFINITY,
    day: undefined,
    feesPaid: NO_MONEY,
  };
  tellOrder(run, work, { type: "submitting" }, intent.at);
  tellOrder(run, work, { type: "accepted", brokerOrderId: clientKey }, intent.at);
  return work;
}

/** Moves the order through the same table as a live one. */
export function tellOrder(
  run: BacktestRun,
  { number }: OrderAtWork,
  event: OrderEvent,
  at: Instant,
): Order {
  const next = applyOrderEvent(run.orders[number]!, event, at);
  if (!next.ok)
    throw new InvariantViolation(
      `the simulated venue says "${event.type}" of an order it cannot be true of`,
    );
  run.orders[number] = next.value;
  return next.value;
}

/** Takes an order back, and says why. One that never filled starts the cool-down. */
export function cancelOrder(
  run: BacktestRun,
  work: OrderAtWork,
  at: Instant,
  because: CancelCause,
): void {
  const order = run.orders[work.number]!;
  const left = openQuantity(order);
  tellOrder(run, work, { type: because.kind === "day-over" ? "expired" : "canceled" }, at);
  run.totals.canceled += 1;
  if (!run.isTallied) run.canceled.push({ intent: work.intent, at, left, because });
  orderEnded(run.book, work.intent.slot, at, order.filled !== NO_SHARES);
}
