import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { applyOrderEvent, isOpen, type Order, type OrderEvent } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { Broker, OrderReport } from "../../ports/broker.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import { asSuccessor, orderFromReport, orderOf } from "../account/external-order.ts";
import { LOCKS_FIRST } from "../account/fenced-storage.ts";
import { toldInDoubt } from "../account/told-in-doubt.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { unlessGivenUp } from "../orders/given-up-order.ts";
import { lastDayEndOf } from "../orders/last-day.ts";
import { asksForTheSame, isUntimed, mayBe } from "../orders/order-match.ts";
import { tripOnRejections } from "../safeguards/circuit-breakers.ts";
import { freezeAccount } from "../safeguards/freeze-account.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { unansweredOrders } from "../safeguards/unanswered-orders.ts";
import { asTold } from "./changed-at-broker.ts";
import { importUnknown } from "./import-unknown.ts";

export type RecordOrderReport = (
  accountId: string,
  report: OrderReport,
) => Promise<Result<Order, Refusal>>;

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "identifiers" | "log" | "storage">;

/**
 * Brings our record of an order to the state the broker reports. How much is filled is not taken
 * from it: executions tell that, each once, with its price. An order unknown to us is imported.
 */
export const recordOrderReport =
  (
    { announcer, clock, identifiers, log, storage }: Needs,
    { returnsKeys = false }: Pick<Broker, "returnsKeys"> = {},
  ): RecordOrderReport =>
  async (accountId, report) => {
    let userId = "";
    let isNews = false;
    const recording = storage.transact(async (tables): Promise<Result<Order, Refusal>> => {
      isNews = false;
      const locking = tables.accounts.lock(accountId);
      // With the account's own; heard by whoever asks for the order.
      const named =
        report.clientKey === undefined ? undefined : tables.orders.lock(report.clientKey);
      named?.catch(() => undefined);
      const account = await locking;
      if (!account) return refused({ kind: "account-not-found" });
      userId = account.userId;
      const known = await orderOf(
        // By no other key than the report's.
        named ? { orders: { ...tables.orders, byKey: () => named } } : tables,
        accountId,
        report,
      );
      const isOpenQuestion = !known && !returnsKeys;
      if (isOpenQuestion && (await mayBeUnanswered(tables, accountId, report, clock.now())))
        return refused({ kind: "still-in-progress" });
      if (known?.brokerOrderId !== undefined && known.brokerOrderId !== report.brokerOrderId) {
        await freezeAccount(tables, account, clock.now());
        return refused({ kind: "second-broker-order", clientKey: known.clientKey });
      }
      const unknown = () =>
        asSuccessor(tables, report, orderFromReport(identifiers, accountId, report));
      const facts = { account, at: clock.now(), identifiers };
      const order = known ?? (await importUnknown(tables, facts, await unknown()));
      const reported = afterReport(order, report, clock.now());
      if (!reported.ok) return reported;
      isNews = !known || reported.value !== order;
      if (reported.value === order) return ok(order);
      const changed = await tables.orders.change(order.clientKey, (current) =>
        afterReport(current, report, clock.now()),
      );
      // It took the order first, and refuses it only now.
      const isRefused = changed.ok && changed.value.status === "rejected";
      if (isRefused) await tripOnRejections(tables, account, clock.now());
      return changed;
    }, LOCKS_FIRST);
    const announce = () => isNews && announcer.announce({ accountId, userId, topic: "orders" });
    const recorded = await toldInDoubt(recording, announce);
    if (!recorded.ok && recorded.refusal.kind !== "still-in-progress")
      log.error("report-refused", { accountId, report, ...recorded.refusal });
    if (recorded.ok && isNews && recorded.value.lastMessage === PAST_ITS_DAY)
      log.error("order-past-its-day", { accountId, order: recorded.value });
    announce();
    return recorded;
  };

/** The order on record, where the report says nothing that is not; then nothing need be written. */
export async function saidBefore(
  { clock, storage }: Pick<Needs, "clock" | "storage">,
  accountId: string,
  report: OrderReport,
): Promise<Order | undefined> {
  return sayingSame(await orderOf(storage.read, accountId, report), report, clock.now());
}

/** The order, where the report says nothing but what it says already. */
export const sayingSame = (
  order: Order | undefined,
  report: OrderReport,
  at: Instant,
): Order | undefined => (order && isSaid(order, report, at) ? order : undefined);

/** Whether the order is as the report has it, under the broker's number it is reported by. */
export function isSaid(order: Order, report: OrderReport, at: Instant): boolean {
  if (order.brokerOrderId !== report.brokerOrderId) return false;
  const after = afterReport(order, report, at);
  return after.ok && after.value === order;
}

/**
 * Whether it may be an order of ours whose answer is still out: the whole list tells, which
 * reconciliation reads, and one report alone does not. While ours is being sent, the time says nothing
 * either way: whoever wrote it down may have a clock that is wrong.
 */
async function mayBeUnanswered(
  tables: Pick<Readers, "orders">,
  accountId: string,
  report: OrderReport,
  at: Instant,
): Promise<boolean> {
  if (report.clientKey !== undefined) return false;
  const unanswered = await unansweredOrders(tables, accountId, at);
  return unanswered.some((order) => (isUntimed(order) ? asksForTheSame : mayBe)(report, order));
}

/** The order after the report; the same object when it says nothing new. */
export function afterReport(
  order: Order,
  report: OrderReport,
  at: Instant,
): Result<Order, Refusal> {
  let after = asTold(order, report, at);
  for (const event of eventsOf(report, after, at)) {
    const changed = applyOrderEvent(after, event, at);
    if (!changed.ok) return changed;
    after = changed.value;
  }
  after = unlessGivenUp(order, after, at);
  const isSame =
    after.status === order.status &&
    after.quantity === order.quantity &&
    after.limit === order.limit &&
    after.stop === order.stop &&
    after.timeInForce === order.timeInForce &&
    after.brokerOrderId === order.brokerOrderId &&
    after.lastMessage === order.lastMessage;
  return ok(isSame ? order : after);
}

function eventsOf(report: OrderReport, order: Order, at: Instant): readonly OrderEvent[] {
  const { brokerOrderId, message, state } = report;
  const accepted: OrderEvent = { type: "accepted", brokerOrderId };
  if (isOwedFills(report, order)) return [accepted];
  if (isFilledShort(report, order)) return [accepted, { type: "canceled", message: FILLED_SHORT }];
  switch (state) {
    case "working":
      return isPastItsDay(order, at)
        ? [accepted, { type: "suspended", message: PAST_ITS_DAY }]
        : [accepted];
    // A filled order ends with the last of its executions, not before.
    case "filled":
      return [accepted];
    case "canceled":
      return [accepted, { type: "canceled" }];
    case "expired":
      return [accepted, { type: "expired" }];
    case "rejected": {
      const { filled, message = "The broker refused the order." } = report;
      // Of one that has traded only the rest was refused. An answer to sending it never says that.
      const isOfRest = 0 < filled || 0 < order.filled;
      return isOfRest ? [accepted, { type: "canceled", message }] : [{ type: "rejected", message }];
    }
    case "suspended":
      return hasEnded(order)
        ? [accepted]
        : [accepted, { type: "suspended", message: message ?? "The broker holds the order." }];
  }
}

/** What is left to settle of it changes nothing. One that was refused, as nobody knew it, may be there after all. */
const hasEnded = (order: Order): boolean => !isOpen(order) && order.status !== "rejected";

/** From the close of a session to the end of its day, at the least. */
const HOURS_LEFT_MIN_MS = 6 * 60 * MINUTE_MS;

/** Said of an order that the broker does not end: what it keeps aside stays so, and only the broker knows why. */
export const PAST_ITS_DAY =
  "It was good for its day only, and the broker still shows it as open. Ask your broker what became of it.";

/** Of others' orders nobody has said here how long they are good. Almost all are of today, which is asked first. */
const isPastItsDay = (order: Order, at: Instant): boolean =>
  HOURS_LEFT_MIN_MS < at - order.createdAt &&
  order.origin !== "external" &&
  order.timeInForce === undefined &&
  isOpen(order) &&
  lastDayEndOf(order) <= at;

/**
 * Whether the order ended with fills we have not booked: until then it keeps what is kept aside for
 * it, or the same cash and shares would be given away once more. An order of others is not measured
 * so: we may know it from a part of it only.
 */
const isOwedFills = ({ filled, state }: OrderReport, order: Order): boolean =>
  (state === "canceled" || state === "expired" || state === "rejected") &&
  order.origin !== "external" &&
  isOpen(order) &&
  order.filled < filled;

const FILLED_SHORT = "The broker calls this order filled with fewer shares than were ordered.";

/**
 * Whether the broker has made it an order for fewer shares, as one of two that a sale was split into, and
 * all of those are booked: no execution ends it, and its rest would be kept aside for ever.
 */
const isFilledShort = ({ filled, quantity, state }: OrderReport, order: Order): boolean =>
  state === "filled" &&
  order.origin !== "external" &&
  isOpen(order) &&
  filled === quantity &&
  order.filled === filled &&
  filled < order.quantity;
