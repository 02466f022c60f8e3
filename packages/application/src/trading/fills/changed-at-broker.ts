import type { Instant } from "@sevenfold/domain/market";
import { notionalOf, type Price, priceText, type Quantity, shares } from "@sevenfold/domain/money";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { isOpen, type Order } from "@sevenfold/domain/order";
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
  const quantity = isOthers ? order.quantity : quantityTold(order, report);
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

/** What is good for the day no night changes, and what was sent today is as it was sent. */
const mayBeChanged = ({ createdAt, status, timeInForce }: Order, at: Instant): boolean =>
  status !== "rejected" &&
  timeInForce === "until-canceled" &&
  tradingDayOf(createdAt) !== tradingDayOf(at);

/** Smaller only before any of it has traded: a count of some of its parts would end it too early. */
function quantityTold(order: Order, { filled, quantity }: OrderReport): Quantity {
  if (order.quantity <= quantity) return quantity;
  return order.filled + filled === 0 && 0 < quantity ? quantity : order.quantity;
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
