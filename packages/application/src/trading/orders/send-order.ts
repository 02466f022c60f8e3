import { invariant } from "@sevenfold/domain/invariant";
import type { Instant } from "@sevenfold/domain/market";
import {
  applyOrderEvent,
  type Order,
  type OrderEvent,
  type OrderEventRefusal,
} from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { Broker, SubmitAnswer } from "../../ports/broker.ts";
import type { StatusReason } from "../../ports/stores/account.ts";
import { failed } from "../account/account-failure.ts";
import { LOCKS_FIRST } from "../account/fenced-storage.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { tripOnRejections } from "../safeguards/circuit-breakers.ts";
import { freezeAccount } from "../safeguards/freeze-account.ts";
import { neverSentOf, type Refusal } from "../safeguards/refusal.ts";
import { askCanceled } from "./cancel-order.ts";
import { unlessGivenUp } from "./given-up-order.ts";
import type { Sending } from "./send-again.ts";
import { dropUnsent, submittingAgain } from "./send-again.ts";

type Needs = Pick<
  TradingNeeds,
  | "announcer"
  | "brokers"
  | "calendarOf"
  | "clock"
  | "log"
  | "prices"
  | "realMarket"
  | "storage"
  | "submission"
>;

/** The process slept, or waited for the database, between writing the order and sending it. */
const TOO_LATE: SubmitAnswer = { kind: "not-sent", message: "It could not be sent in time." };

/** The pause before another attempt where nobody says how long, and the shortest there is. */
const AGAIN_AFTER_MS = 1_000;
/** Also where the clock steps back meanwhile. */
const ATTEMPTS_MAX = 20;

type Cause = Extract<SubmitAnswer, { kind: "rejected" }>["cause"];

/** Refusals that shut the account out, and not the order alone. */
const OUTSIDE: Readonly<Partial<Record<Cause, StatusReason>>> = {
  credentials: "keys-refused",
  authorisation: "needs-authorisation",
};

/**
 * Sends an order that is on record as `submitting`, and records the answer. What did not leave is
 * tried again under the same key while it is fresh, each attempt on record before it is made; after
 * that it is denied as never sent, and what it kept aside is free.
 */
export const sendOrder =
  (needs: Needs) =>
  async (broker: Broker, sending: Sending): Promise<Result<Order, Refusal>> => {
    try {
      return await sent(needs, broker, sending);
    } catch (error) {
      // A commit that got no answer may have ended it, and freed what it kept aside.
      announce(needs, sending, "orders");
      throw error;
    }
  };

async function sent(
  needs: Needs,
  broker: Broker,
  sending: Sending,
): Promise<Result<Order, Refusal>> {
  const { clock } = needs;
  const { freshUntil } = sending;
  let { order } = sending;
  announce(needs, sending, "orders");
  for (let attempt = 1; ; attempt += 1) {
    const answer = freshUntil < clock.now() ? TOO_LATE : await submit(needs, broker, order);
    const shutOut = await shutOutBy(needs, order, answer);
    const recorded = await recordAnswer(needs, { ...sending, order, shutOut }, answer);
    announce(needs, sending, "orders");
    if (shutOut !== undefined) announce(needs, sending, "accounts-changed");
    // Wanted back while it was being sent, when the broker had no number of it yet.
    if (answer.kind === "accepted" && recorded.status === "cancel-pending")
      void askCanceled(needs)(recorded);
    if (answer.kind !== "not-sent" || recorded.status !== "intent")
      return answerOf(recorded, answer);
    const waitMs = Math.max(AGAIN_AFTER_MS, answer.retryAfterMs ?? 0);
    if (freshUntil < clock.now() + waitMs || attempt === ATTEMPTS_MAX)
      return dropUnsent(needs, sending, answer.message);
    await clock.sleep(waitMs);
    const again = await submittingAgain(needs, sending);
    if (!again.ok) {
      announce(needs, sending, "orders");
      return again;
    }
    order = again.value;
  }
}

function answerOf(recorded: Order, answer: SubmitAnswer): Result<Order, Refusal> {
  const { clientKey, status } = recorded;
  if (answer.kind === "rejected" && status === "rejected")
    return refused({ kind: "broker-rejected", clientKey, message: answer.message });
  // Canceled, or given up by somebody else, while it waited.
  if (answer.kind === "not-sent" && status === "denied")
    return refused({ kind: "never-sent", clientKey, message: neverSentOf(answer.message) });
  return ok(recorded);
}

const announce = (
  { announcer }: Needs,
  { order: { accountId }, userId }: Sending,
  topic: "orders" | "accounts-changed",
): void => announcer.announce({ accountId, userId, topic });

async function submit({ log }: Needs, broker: Broker, order: Order): Promise<SubmitAnswer> {
  const { accountId, clientKey } = order;
  const answer = await broker.submit(order).catch((error: unknown): SubmitAnswer => {
    log.error("submit-threw", { accountId, clientKey, error: String(error) });
    return { kind: "unknown", message: "The broker's answer is not known yet." };
  });
  if (answer.kind !== "accepted")
    log.warn("order-not-accepted", { accountId, clientKey, ...answer });
  return answer;
}

interface ShutOut {
  /** Why the account is let in no more; undefined where it is. */
  readonly shutOut: StatusReason | undefined;
}

/**
 * Why the account is let in no more, where that is what the order was refused for. Its connection may be
 * older than the keys on record, which its user has just put there: the broker is asked under those.
 */
async function shutOutBy(
  { brokers }: Needs,
  { accountId }: Order,
  answer: SubmitAnswer,
): Promise<StatusReason | undefined> {
  const reason = answer.kind === "rejected" ? OUTSIDE[answer.cause] : undefined;
  if (reason === undefined) return undefined;
  brokers.release(accountId);
  try {
    await (await brokers.connect(accountId)).account();
    return undefined;
  } catch {
    return reason;
  }
}

/**
 * The stream may have been faster: a fill or an end that is already on record says more than the
 * answer, and the state table keeps it.
 */
function recordAnswer(
  { clock, log, storage }: Needs,
  { letInAt, order: { accountId, clientKey }, shutOut }: Sending & ShutOut,
  answer: SubmitAnswer,
): Promise<Order> {
  return storage.transact(async (tables) => {
    const locking = tables.accounts.lock(accountId);
    // With the account's own; heard by the change.
    tables.orders.lock(clientKey).catch(() => undefined);
    const account = await locking;
    invariant(account !== undefined, `${clientKey} is of an account`);
    const changed = await tables.orders.change(clientKey, (order) =>
      afterAnswer(order, answer, clock.now()),
    );
    // Let in anew since it was sent: what was refused are the keys of before.
    if (shutOut !== undefined && account.lastValidatedAt === letInAt)
      await tables.accounts.change(accountId, (row) => failed(row, shutOut, clock.now()));
    if (answer.kind === "rejected") await tripOnRejections(tables, account, clock.now());
    if (changed.ok) return changed.value;
    log.info("answer-overtaken", { accountId, clientKey, answer: answer.kind, ...changed.refusal });
    const known = await tables.orders.byKey(clientKey);
    invariant(known !== undefined, `${clientKey} is on record`);
    if (answer.kind === "accepted" && isAnother(known, answer.brokerOrderId)) {
      log.error("second-broker-order", { accountId, clientKey, ...answer });
      await freezeAccount(tables, account, clock.now());
    }
    return known;
  }, LOCKS_FIRST);
}

/** Whoever sent it may have stood still for so long that it was given up meanwhile, and accepted all the same. */
function afterAnswer(
  order: Order,
  answer: SubmitAnswer,
  at: Instant,
): Result<Order, OrderEventRefusal> {
  const answered = applyOrderEvent(order, eventOf(answer), at);
  return answered.ok ? ok(unlessGivenUp(order, answered.value, at)) : answered;
}

const isAnother = ({ brokerOrderId }: Order, told: string): boolean =>
  brokerOrderId !== undefined && brokerOrderId !== told;

function eventOf(answer: SubmitAnswer): OrderEvent {
  switch (answer.kind) {
    case "accepted":
      return { type: "accepted", brokerOrderId: answer.brokerOrderId };
    case "rejected":
      return { type: "rejected", message: answer.message };
    case "not-sent":
      return { type: "not-sent", message: answer.message };
    case "unknown":
      return { type: "lost" };
  }
}
