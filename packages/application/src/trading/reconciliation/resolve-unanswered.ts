import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { applyOrderEvent, type Order, type OrderEvent } from "@sevenfold/domain/order";

import type { OrderReport } from "../../ports/broker.ts";
import { isOpenReport } from "../account/broker-snapshot.ts";
import type { NotFoundWatch } from "../account/not-found-watch.ts";
import { toldInDoubt } from "../account/told-in-doubt.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { recordOrderReport } from "../fills/record-order-report.ts";
import { DECISION_AGE_MAX_MS } from "../orders/check-order.ts";
import { lastDayEndOf } from "../orders/last-day.ts";
import { denyWritten } from "../orders/written-order.ts";
import { neverSentOf } from "../safeguards/refusal.ts";
import { isBeingSent, NEVER_ARRIVED } from "../safeguards/unanswered-orders.ts";
import type { BrokerWord } from "./read-broker.ts";

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "identifiers" | "log" | "storage">;

/** Said of an order that was at the broker, and is in no list of the broker's any more. */
export const NOT_SHOWN = "The broker no longer shows this order.";

/** Said of an order that has ended, and of which more has traded than any execution tells. */
export const FILLS_UNTOLD = "The broker tells no execution of some shares that this order traded.";
/** So long the executions of an order that has ended may be told after its end. */
const FILLS_TOLD_WITHIN_MS = 15 * MINUTE_MS;

/**
 * Finds out about open orders the broker's list leaves out. Unknown is not rejected: only answers
 * that prove it never arrived end an order, and an intent too old to be right is never sent.
 */
export async function resolveUnanswered(
  needs: Needs,
  watch: NotFoundWatch,
  read: Pick<BrokerWord, "accountId" | "askedAt" | "found"> & {
    readonly reports: readonly OrderReport[];
    /** Keys of orders that a person has to tell apart first. */
    readonly unclear: ReadonlySet<string>;
    /** Symbols of which executions are told that are not booked. */
    readonly tradedAside: ReadonlySet<Ticker>;
    /** What else is watched: ids of activities that wait. */
    readonly waiting: readonly string[];
  },
): Promise<void> {
  const { clock, log, storage } = needs;
  const listed = new Map(read.reports.map((report) => [report.brokerOrderId, report]));
  const open = await storage.read.orders.open(read.accountId);
  watch.keepOnly(new Set([...open.map(({ clientKey }) => clientKey), ...read.waiting]));
  for (const order of open) {
    const now = clock.now();
    if (order.status === "intent") {
      if (isNobodysIntent(order, now)) await drop(needs, order);
      continue;
    }
    const shown = listed.get(order.brokerOrderId ?? "");
    if (shown) {
      await endOwed(needs, watch, order, { report: shown, ...read });
      continue;
    }
    if (isBeingSent(order, now)) continue;
    if (read.unclear.has(order.clientKey)) continue;
    // Nobody has asked for it, or it is news since: what was read says nothing of it.
    if (!read.found.has(order.clientKey) || read.askedAt <= order.updatedAt) continue;
    const report = await foundFor(needs, read.found, order);
    if (report) {
      await recordOrderReport(needs)(read.accountId, report);
      await endOwed(needs, watch, order, { report, ...read });
    } else if (watch.prove(order.clientKey, order.updatedAt, clock)) {
      watch.forget(order.clientKey);
      if (order.brokerOrderId !== undefined) await resolveMissing(needs, order, now);
      else {
        log.warn("order-never-arrived", { accountId: read.accountId, clientKey: order.clientKey });
        await change(needs, order, { type: "rejected", message: NEVER_ARRIVED });
      }
    }
  }
}

/**
 * What whoever had an account's lease before was about to send again for the worker: it is gone, or
 * fenced, and nothing of these orders ever left. Said at once.
 */
export async function dropAutomatedIntents(needs: Needs, accountId: string): Promise<void> {
  for (const order of await needs.storage.read.orders.open(accountId))
    if (order.status === "intent" && order.origin === "automated") await drop(needs, order);
}

/** Whoever wrote it down would have sent it by now: no process sends what is older. */
const isNobodysIntent = ({ createdAt }: Order, now: Instant): boolean =>
  DECISION_AGE_MAX_MS < now - createdAt;

/** Ends an order that was on record and never sent, where its sender is gone. */
async function drop({ announcer, clock, storage }: Needs, order: Order): Promise<void> {
  const { accountId, clientKey, lastMessage = "It could not be sent in time." } = order;
  const message = neverSentOf(lastMessage);
  let userId = "";
  const announce = () =>
    userId !== "" && announcer.announce({ accountId, userId, topic: "orders" });
  const denying = storage.transact(async (tables) => {
    const owner = await tables.accounts.lock(accountId);
    if (!owner) return;
    userId = owner.userId;
    await denyWritten(tables, owner, { clientKey, message, at: clock.now() });
  });
  await toldInDoubt(denying, announce);
  announce();
}

/**
 * It was at the broker once, and several whole lists leave it out: no proof that it never was. Its
 * user is told; once the day it was good for is over, nothing can come of it, and it ends. A fill
 * that is told later is booked all the same.
 */
async function resolveMissing(needs: Needs, order: Order, now: Instant): Promise<void> {
  const { log } = needs;
  const { accountId, clientKey, lastMessage, status } = order;
  if (lastMessage !== NOT_SHOWN) {
    log.error("order-missing-at-broker", { accountId, order });
    await change(needs, order, { type: "suspended", message: NOT_SHOWN });
  } else if (lastDayEndOf(order) <= now) {
    log.warn("missing-order-ended", { accountId, clientKey });
    const type = status === "cancel-pending" ? "canceled" : "expired";
    await change(needs, order, { type, message: NOT_SHOWN });
  }
}

/**
 * Ends an order that the broker has ended with more traded than any execution tells, however long one waits:
 * what it keeps aside would be so for ever, and its symbol without a stop. Once its day is over nothing more
 * can come of it, and a fill that is told after all is booked all the same. One of others may stand in the place
 * of another, and be told with what that one traded: it waits for no day's end.
 */
async function endOwed(
  needs: Needs,
  watch: NotFoundWatch,
  order: Order,
  told: { readonly report: OrderReport; readonly tradedAside: ReadonlySet<Ticker> },
): Promise<void> {
  const { clock, log } = needs;
  const { accountId, clientKey, filled, origin, ticker, updatedAt } = order;
  const { report, tradedAside } = told;
  const isOwed = !isOpenReport(report) && filled < report.filled;
  if (!isOwed) return watch.forget(clientKey);
  const mayTrade = origin !== "external" && clock.now() < lastDayEndOf(order);
  if (mayTrade || tradedAside.has(ticker)) return;
  if (!watch.prove(clientKey, updatedAt, clock, FILLS_TOLD_WITHIN_MS)) return;
  watch.forget(clientKey);
  log.error("order-ended-untold", { accountId, order, report });
  await change(needs, order, { type: "canceled", message: FILLS_UNTOLD });
}

/** What the broker finds for it, unless that is another order of ours that looks the same. */
async function foundFor(
  { storage }: Needs,
  found: BrokerWord["found"],
  order: Order,
): Promise<OrderReport | undefined> {
  const report = found.get(order.clientKey);
  if (!report || order.brokerOrderId !== undefined) return report;
  const known = await storage.read.orders.byBrokerOrderId(order.accountId, report.brokerOrderId);
  return known && known.clientKey !== order.clientKey ? undefined : report;
}

async function change(
  { announcer, clock, log, storage }: Needs,
  order: Order,
  event: OrderEvent,
): Promise<void> {
  const { accountId, clientKey } = order;
  const at: Instant = clock.now();
  let userId = "";
  const announce = () =>
    userId !== "" && announcer.announce({ accountId, userId, topic: "orders" });
  const changing = storage.transact(async (tables) => {
    const account = await tables.accounts.lock(accountId);
    // Deleted by its user meanwhile, and its orders with it.
    if (!account) return;
    userId = account.userId;
    const changed = await tables.orders.change(clientKey, (current) =>
      // Whatever was learned meanwhile counts for more.
      current.status === order.status
        ? applyOrderEvent(current, event, at)
        : { ok: true, value: current },
    );
    if (!changed.ok) log.error("order-not-ended", { accountId, clientKey, ...changed.refusal });
  });
  await toldInDoubt(changing, announce);
  announce();
}
