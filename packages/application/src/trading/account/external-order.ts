import { NO_MONEY, NO_SHARES, notionalOf, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import type { Execution, OrderReport } from "../../ports/broker.ts";
import type { Identifiers } from "../../ports/identifiers.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Tables } from "../../ports/stores/storage.ts";

type Named = Pick<OrderReport, "brokerOrderId" | "clientKey">;
export type ImportedOrder = Order & { readonly brokerOrderId: string };

/** Our record of the order a broker speaks of: by our key, else by the broker's. */
export async function orderOf(
  tables: Pick<Readers, "orders">,
  accountId: string,
  { brokerOrderId, clientKey }: Named,
): Promise<Order | undefined> {
  const byKey = clientKey === undefined ? undefined : await tables.orders.byKey(clientKey);
  if (byKey?.accountId === accountId) return byKey;
  return tables.orders.byBrokerOrderId(accountId, brokerOrderId);
}

/** Our records of the orders of many reports, read at once. */
export async function knownOrders(
  { orders }: Pick<Readers, "orders">,
  accountId: string,
  reports: readonly Named[],
): Promise<{ of(report: Named): Order | undefined }> {
  const keys = reports.flatMap(({ clientKey }) => (clientKey === undefined ? [] : [clientKey]));
  const byKey = new Map<string, Order>();
  for (const order of await orders.byKeys(accountId, keys)) byKey.set(order.clientKey, order);
  const numbers = reports.map(({ brokerOrderId }) => brokerOrderId);
  const byNumber = new Map<string, Order>();
  for (const order of await orders.byBrokerOrderIds(accountId, numbers))
    byNumber.set(order.brokerOrderId!, order);
  return {
    of: ({ brokerOrderId, clientKey = "" }) => byKey.get(clientKey) ?? byNumber.get(brokerOrderId),
  };
}

/** Somebody ordered at the broker's own site: the order joins our records as the broker tells it. */
export const orderFromReport = (
  identifiers: Identifiers,
  accountId: string,
  report: OrderReport,
): ImportedOrder => ({
  clientKey: ownKeyOf(report) ?? externalKey(identifiers, accountId, report),
  accountId,
  ticker: report.ticker,
  side: report.side,
  origin: "external",
  quantity: report.quantity,
  ...(report.limit === undefined ? {} : { limit: report.limit }),
  ...(report.stop === undefined ? {} : { stop: report.stop }),
  ...(report.timeInForce === undefined ? {} : { timeInForce: report.timeInForce }),
  extendedHours: report.extendedHours,
  status: "working",
  filled: NO_SHARES,
  filledNotional: NO_MONEY,
  reservedCash:
    report.side === "buy" && report.limit !== undefined
      ? notionalOf(report.limit, report.quantity)
      : NO_MONEY,
  brokerOrderId: report.brokerOrderId,
  attempts: 0,
  createdAt: report.submittedAt,
  updatedAt: report.submittedAt,
});

/**
 * A stop of ours that rests under another number by now is ours still: a broker may put one in its place where
 * a dividend or a split changes it, and so may whoever changes it there. Any other is of who changed it.
 */
export async function asSuccessor(
  tables: Pick<Readers, "orders">,
  { replaces, state }: OrderReport,
  order: ImportedOrder,
): Promise<ImportedOrder> {
  if (replaces === undefined || state !== "working" || order.stop === undefined) return order;
  const before = await tables.orders.byBrokerOrderId(order.accountId, replaces);
  const isOurs = before && isOwnStop(before) && before.ticker === order.ticker;
  if (!isOurs || before.side !== order.side) return order;
  const { origin, reason } = before;
  return { ...order, origin, ...(reason === undefined ? {} : { reason }) };
}

/** An execution tells no more of its order than itself; `widened` grows it by those that follow. */
export const orderFromExecution = (
  identifiers: Identifiers,
  accountId: string,
  execution: Execution,
): ImportedOrder => ({
  clientKey: ownKeyOf(execution) ?? externalKey(identifiers, accountId, execution),
  accountId,
  ticker: execution.ticker,
  side: execution.side,
  origin: "external",
  quantity: execution.asSum?.ordered ?? execution.quantity,
  extendedHours: false,
  status: "working",
  filled: NO_SHARES,
  filledNotional: NO_MONEY,
  reservedCash: NO_MONEY,
  brokerOrderId: execution.brokerOrderId,
  attempts: 0,
  createdAt: execution.at,
  updatedAt: execution.at,
});

export async function importOrder(
  tables: Tables,
  identifiers: Identifiers,
  order: ImportedOrder,
): Promise<Order> {
  // An order of another account has it already, as of one that was removed and connected anew.
  const isTaken = (await tables.orders.byKey(order.clientKey)) !== undefined;
  const clientKey = isTaken ? externalKey(identifiers, order.accountId, order) : order.clientKey;
  return (await tables.orders.add({ ...order, clientKey })).order;
}

/**
 * An external order known from its executions alone is at least as large as they are together, and one
 * that its owner has enlarged at the broker too. Wherever it stood: it is filled by the one that widens
 * it. A sum tells of its order how large it is, and is refused where it says more.
 */
export function widened(order: Order, { quantity }: Pick<Execution, "quantity">): Order {
  const filled = shares(order.filled + quantity);
  if (order.origin !== "external" || filled <= order.quantity) return order;
  return { ...order, quantity: filled, status: "partially-filled" };
}

/**
 * The key of an order that was sent under a name of ours, twenty characters of base32, which no other
 * program gives: one that is not on record is kept under it, so that nothing else is sent by that name.
 */
const ownKeyOf = ({ clientKey = "" }: Named): string | undefined =>
  /^[A-Z2-7]{20}$/.test(clientKey) ? clientKey : undefined;

/** The key of an order that has none of ours, by the broker's number. */
export const externalKey = (
  identifiers: Identifiers,
  accountId: string,
  { brokerOrderId }: Named,
) => identifiers.clientKeyOf(`external|${accountId}|${brokerOrderId}`);
