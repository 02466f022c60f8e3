import type { Instant } from "@sevenfold/domain/market";
import { applyOrderEvent, type Order, type OrderEvent } from "@sevenfold/domain/order";

import type { Broker, OrderReport } from "../ports/broker.ts";
import { DECISION_AGE_MAX_MS } from "./check-order.ts";
import type { NotFoundWatch } from "./not-found-watch.ts";
import { recordOrderReport } from "./record-order-report.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { isBeingSent, NEVER_ARRIVED } from "./unanswered-orders.ts";

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "identifiers" | "log" | "storage">;

/**
 * Finds out about open orders the broker's list leaves out. Unknown is not rejected: only answers
 * that prove it never arrived end an order, and an intent too old to be right is never sent.
 */
export async function settleUnanswered(
  needs: Needs,
  watch: NotFoundWatch,
  read: {
    readonly accountId: string;
    readonly broker: Broker;
    readonly reports: readonly OrderReport[];
    /** Keys of orders that a person has to tell apart first. */
    readonly unclear: ReadonlySet<string>;
  },
): Promise<void> {
  const { clock, log, storage } = needs;
  const listed = new Set(read.reports.map(({ brokerOrderId }) => brokerOrderId));
  for (const order of await storage.read.orders.open(read.accountId)) {
    const now = clock.now();
    const ageMs = now - order.updatedAt;
    if (order.status === "intent") {
      if (DECISION_AGE_MAX_MS < ageMs)
        await end(needs, order, { type: "denied", message: "Too old to be sent." });
      continue;
    }
    if (order.brokerOrderId !== undefined && listed.has(order.brokerOrderId)) {
      watch.forget(order.clientKey);
      continue;
    }
    if (isBeingSent(order, now)) continue;
    if (read.unclear.has(order.clientKey)) continue;
    const report = await foundFor(needs, read.broker, order);
    if (report) {
      watch.forget(order.clientKey);
      await recordOrderReport(needs)(read.accountId, report);
    } else if (order.brokerOrderId !== undefined) {
      // It was there once. Whatever this means, it is no proof that it never was.
      log.error("order-missing-at-broker", { accountId: read.accountId, order });
    } else if (watch.prove(order.clientKey, order.updatedAt, now)) {
      watch.forget(order.clientKey);
      log.warn("order-never-arrived", { accountId: read.accountId, clientKey: order.clientKey });
      await end(needs, order, { type: "rejected", message: NEVER_ARRIVED });
    }
  }
}

/** What the broker finds for it, unless that is another order of ours that looks the same. */
async function foundFor(
  { storage }: Needs,
  broker: Broker,
  order: Order,
): Promise<OrderReport | undefined> {
  const report = await broker.find(order);
  if (!report || order.brokerOrderId !== undefined) return report;
  const known = await storage.read.orders.byBrokerOrderId(order.accountId, report.brokerOrderId);
  return known && known.clientKey !== order.clientKey ? undefined : report;
}

async function end({ announcer, clock, log, storage }: Needs, order: Order, event: OrderEvent) {
  const { accountId, clientKey } = order;
  const at: Instant = clock.now();
  const ended = await storage.transact(async (tables) => {
    const account = await tables.accounts.lock(accountId);
    const changed = await tables.orders.change(clientKey, (current) =>
      // Whatever was learned meanwhile counts for more.
      current.status === order.status
        ? applyOrderEvent(current, event, at)
        : { ok: true, value: current },
    );
    if (!changed.ok) log.error("order-not-ended", { accountId, clientKey, ...changed.refusal });
    return account;
  });
  if (ended) announcer.announce({ accountId, userId: ended.userId, topic: "orders" });
}
