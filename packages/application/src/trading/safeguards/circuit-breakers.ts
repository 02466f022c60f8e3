import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import type { Account, ReductionReason } from "../../ports/stores/account.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import { reduceAccount } from "./reduce-account.ts";
import type { Refusal } from "./refusal.ts";
import { neverArrived } from "./unanswered-orders.ts";

/** What whoever runs the installation lets its accounts send. */
export interface SubmissionPolicy {
  /** Why this process sends nothing at all. */
  readonly haltedBecause?: string;
  /** Orders of all accounts within a minute; 300 when not said. */
  readonly ordersPerMinuteMax?: number;
}

export const ORDERS_PER_MINUTE_MAX = 300;
/** One more refusal by the broker than this in a row, and the account may only get smaller. */
export const REJECTIONS_MAX = 5;
/** Denied orders may stand between them. */
const LOOKED_AT = 90;

/** Why nothing is sent anywhere; undefined when orders may be sent. */
export async function haltOf(
  { halts }: Pick<Readers, "halts">,
  policy: SubmissionPolicy | undefined,
): Promise<Extract<Refusal, { kind: "trading-halted" }> | undefined> {
  const reason = policy?.haltedBecause ?? (await halts.current())?.reason;
  return reason === undefined ? undefined : { kind: "trading-halted", reason };
}

/** Orders of the same transaction that were let pass before this one, which no row of it tells yet. */
export interface Unseen {
  passed: number;
}

/** Whether all accounts together have sent as much as they may within a minute. */
export async function crowdingOf(
  { orders }: Pick<Readers, "orders">,
  policy: SubmissionPolicy | undefined,
  at: Instant,
  unseen: Unseen = { passed: 0 },
): Promise<Refusal | undefined> {
  const limit = policy?.ordersPerMinuteMax ?? ORDERS_PER_MINUTE_MAX;
  const sent = await orders.countAllSubmittedSince(instant(at - MINUTE_MS));
  const isRoom = sent + unseen.passed < limit;
  if (isRoom) unseen.passed += 1;
  return isRoom ? undefined : { kind: "too-many-orders-in-all", limit };
}

const TRIPS: Partial<Record<Refusal["kind"], ReductionReason>> = {
  "too-many-orders": "too-many-orders",
  "too-many-orders-in-all": "too-many-orders-in-all",
};

/** Lets the account only get smaller where the refusal was a breaker's. */
export async function tripOn(
  refusal: Refusal,
  tables: Tables,
  account: Account,
  at: Instant,
): Promise<void> {
  const because = TRIPS[refusal.kind];
  if (because) await reduceAccount(tables, account, { because, at });
}

/**
 * Counts what the broker refused of the account's latest orders, one after the other. What never left
 * and what was given up without a word of the broker's is no refusal, and no acceptance either; nor is
 * a stop beside the rule.
 */
export async function tripOnRejections(
  tables: Tables,
  account: Account,
  at: Instant,
): Promise<void> {
  const from = account.breakersFrom ?? 0;
  const answered = (await tables.orders.latest(account.id, LOOKED_AT)).filter(
    (order) =>
      0 < order.attempts &&
      !isOwnStop(order) &&
      from <= order.createdAt &&
      order.status !== "submitting" &&
      order.status !== "unknown" &&
      !neverArrived(order),
  );
  const inRow = answered.findIndex(({ status }) => status !== "rejected");
  if (REJECTIONS_MAX < (inRow === -1 ? answered.length : inRow))
    await reduceAccount(tables, account, { because: "too-many-rejections", at });
}
