import { applyOrderEvent, type Order, type OrderEvent } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Broker, SubmitAnswer } from "../ports/broker.ts";
import type { StatusReason } from "../ports/storage.ts";
import type { Refusal } from "../refusal.ts";
import { failed } from "./account-failure.ts";
import { DECISION_AGE_MAX_MS } from "./check-order.ts";
import { tripOnRejections } from "./circuit-breakers.ts";
import { freezeAccount } from "./freeze-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "log" | "storage">;

/** The process slept, or waited for the database, between writing the order and sending it. */
const NOT_SENT = {
  kind: "rejected",
  message: "It could not be sent in time.",
  cause: "other",
} as const satisfies SubmitAnswer;

type Cause = Extract<SubmitAnswer, { kind: "rejected" }>["cause"];

/** Refusals that shut the account out, and not the order alone. */
const OUTSIDE: Readonly<Partial<Record<Cause, StatusReason>>> = {
  credentials: "keys-refused",
  authorisation: "needs-authorisation",
};

/** Sends an order that is on record as `submitting`, and records the answer. */
export const sendOrder =
  (needs: Needs) =>
  async (broker: Broker, order: Order, userId: string): Promise<Result<Order, Refusal>> => {
    const { announcer, clock, log } = needs;
    const { accountId, clientKey } = order;
    announcer.announce({ accountId, userId, topic: "orders" });
    const isTooOld = DECISION_AGE_MAX_MS < clock.now() - order.updatedAt;
    const answer = isTooOld ? NOT_SENT : await submit(needs, broker, order);
    if (answer.kind !== "accepted")
      log.warn("order-not-accepted", { accountId, clientKey, ...answer });
    const recorded = await recordAnswer(needs, order, answer);
    announcer.announce({ accountId, userId, topic: "orders" });
    if (answer.kind === "rejected" && OUTSIDE[answer.cause] !== undefined)
      announcer.announce({ accountId, userId, topic: "accounts-changed" });
    if (recorded.status !== "rejected" || answer.kind !== "rejected") return ok(recorded);
    return refused({ kind: "broker-rejected", clientKey, message: answer.message });
  };

async function submit({ log }: Needs, broker: Broker, order: Order): Promise<SubmitAnswer> {
  try {
    const answer = await broker.submit(order);
    // Nothing of it is at the venue: it ends like an order that was not sent in time.
    return answer.kind === "not-sent" ? { ...NOT_SENT, message: answer.message } : answer;
  } catch (error) {
    const { accountId, clientKey } = order;
    log.error("submit-threw", { accountId, clientKey, error: String(error) });
    return { kind: "unknown", message: "The broker's answer is not known yet." };
  }
}

/**
 * The stream may have been faster: a fill or an end that is already on record says more than the
 * answer, and the state table keeps it.
 */
function recordAnswer(
  { clock, log, storage }: Needs,
  { accountId, clientKey }: Order,
  answer: SubmitAnswer,
): Promise<Order> {
  return storage.transact(async (tables) => {
    const account = await tables.accounts.lock(accountId);
    if (!account) throw new Error(`account ${accountId} is gone`);
    const changed = await tables.orders.change(clientKey, (order) =>
      applyOrderEvent(order, eventOf(answer), clock.now()),
    );
    const reason = answer.kind === "rejected" ? OUTSIDE[answer.cause] : undefined;
    if (reason !== undefined)
      await tables.accounts.change(accountId, (row) => failed(row, reason, clock.now()));
    if (answer.kind === "rejected") await tripOnRejections(tables, account, clock.now());
    if (changed.ok) return changed.value;
    log.info("answer-overtaken", { accountId, clientKey, answer: answer.kind, ...changed.refusal });
    const known = await tables.orders.byKey(clientKey);
    if (!known) throw new Error(`order ${clientKey} is gone`);
    if (answer.kind === "accepted" && isAnother(known, answer.brokerOrderId)) {
      log.error("second-broker-order", { accountId, clientKey, ...answer });
      await freezeAccount(tables, account, clock.now());
    }
    return known;
  });
}

const isAnother = ({ brokerOrderId }: Order, told: string): boolean =>
  brokerOrderId !== undefined && brokerOrderId !== told;

function eventOf(answer: SubmitAnswer): OrderEvent {
  if (answer.kind === "accepted") return { type: "accepted", brokerOrderId: answer.brokerOrderId };
  if (answer.kind === "rejected") return { type: "rejected", message: answer.message };
  return { type: "lost" };
}
