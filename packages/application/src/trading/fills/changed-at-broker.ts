import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import {
  NO_MONEY,
  notionalOf,
  type Price,
  priceText,
  type Quantity,
  shares,
} from "@sevenfold/domain/money";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { isOpen, type Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import type { Execution, OrderReport } from "../../ports/broker.ts";

/**
 * The order as the broker tells it. Of others' the broker alone knows what they ask for: ours may be made of
 * its executions, or of the time before stops were on record. Of ours it changes what rests over a night:
 * a dividend lowers the price, a split makes more shares of it. The same object where nothing is another.
 */
export function asTold(order: Order, report: OrderReport, at: Instant): Order {
  if (!isOpen(order)) return order;
  const isOthers = order.origin === "external";
  if (!isOthers && !mayBeChanged(order, at)) return order;
  const { limit = order.limit, stop = order.stop } = report;
  const timeInForce = isOthers ? (report.timeInForce ?? order.timeInForce) : order.timeInForce;
  const quantity = quantityTold(order, report);
  const isSame = limit === order.limit && stop === order.stop && quantity === order.quantity;
  if (isSame && timeInForce === order.timeInForce) return order;
  const told = {
    ...order,
    quantity,
    ...(limit === undefined ? {} : { limit }),
    ...(stop === undefined ? {} : { stop }),
    ...(timeInForce === undefined ? {} : { timeInForce }),
  };
  const { side } = order;
  return {
    ...told,
    // All that it was for is on record.
    ...(quantity === order.filled ? { status: "filled" as const, reservedCash: NO_MONEY } : {}),
    ...(side === "buy" &&
    limit !== undefined &&
    (limit !== order.limit || quantity !== order.quantity)
      ? { reservedCash: notionalOf(limit, shares(quantity - order.filled)) }
      : {}),
    ...(isOthers ? {} : { lastMessage: changeOf(order, told) }),
  };
}

/** The order of ours at its new size, where an execution is the first to tell of it. */
export function asOrdered(
  order: Order,
  { ordered = order.quantity }: Execution,
  at: Instant,
): Order {
  if (order.origin === "external" || ordered <= order.quantity || !mayBeChanged(order, at))
    return order;
  const told = { ...order, quantity: ordered };
  return { ...told, lastMessage: changeOf(order, told) };
}

/** For so long the split may be untold of which a stop has sold the new shares. */
const TOLD_MS_MAX = 15 * MINUTE_MS;

/**
 * Whether an order of ours that rested over a night has sold shares which a split made and nobody has told:
 * it was for no more than there were. Told by then, it is booked; else it contradicts the books.
 */
export const mayBeOfSplit = (
  order: Order,
  { at, side }: Pick<Execution, "at" | "side">,
  now: Instant,
): boolean =>
  side === "sell" && isOwnStop(order) && mayBeChanged(order, at) && now - at < TOLD_MS_MAX;

/** What is good for the day no night changes, and what was sent today is as it was sent. */
const mayBeChanged = ({ createdAt, status, timeInForce }: Order, at: Instant): boolean =>
  status !== "rejected" &&
  timeInForce === "until-canceled" &&
  tradingDayOf(createdAt) !== tradingDayOf(at);

/**
 * Smaller only before any of it has traded, or once all of it has: a count of some of its parts would end it
 * too early. Of others' orders, which may be on record by what was left of them only, never larger.
 */
function quantityTold(order: Order, { filled, quantity, state }: OrderReport): Quantity {
  if (order.quantity <= quantity) return order.origin === "external" ? order.quantity : quantity;
  const isWhole = state === "filled" && filled === quantity && order.filled <= quantity;
  const isUntouched = order.filled + filled === 0;
  return (isWhole || isUntouched) && 0 < quantity ? quantity : order.quantity;
}

type Asked = Pick<Order, "limit" | "quantity" | "stop">;

function changeOf(before: Asked, after: Asked): string {
  const changes = [
    ...(before.quantity === after.quantity
      ? []
      : [`${after.quantity} shares in place of ${before.quantity}`]),
    ...priceChange("stop", before.stop, after.stop),
    ...priceChange("limit", before.limit, after.limit),
  ];
  return `The broker changed this order: ${changes.join(", ")}.`;
}

const priceChange = (what: string, before?: Price, after?: Price): readonly string[] =>
  before === after || before === undefined || after === undefined
    ? []
    : [`${what} ${priceText(after)} in place of ${priceText(before)}`];
