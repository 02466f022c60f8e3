import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { OrderOrigin } from "@sevenfold/domain/order";

import type { Account, ReductionReason, Tables } from "../ports/storage.ts";
import { type Refusal, reductionSentenceOf } from "../refusal.ts";

/** A person is there to see what happened: their own orders wait no longer than this. */
export const REDUCED_BY_HAND_MS = 15 * MINUTE_MS;

/** Ends by itself for the worker too: it need not have been this account's doing. */
const PASSING: ReadonlySet<ReductionReason> = new Set(["too-many-orders-in-all"]);

/**
 * Lets nothing but cancels and sells pass from now on. The worker waits until the account's user has
 * switched automation on again. Inside a transaction that has the account's row locked.
 */
export async function reduceAccount(
  tables: Tables,
  account: Account,
  { because, at }: { readonly because: ReductionReason; readonly at: Instant },
): Promise<void> {
  if (reductionOf(account, "manual", at)) return;
  await tables.accounts.change(account.id, (row) => ({
    ...row,
    reducedBecause: because,
    reducedAt: at,
  }));
  await tables.audit.add({
    at,
    userId: account.userId,
    action: "account-reduced",
    text: `${account.label}: ${reductionSentenceOf(because)}`,
  });
}

/** Why the account may buy nothing now by this hand; undefined when it may. */
export function reductionOf(
  { reducedAt, reducedBecause }: Pick<Account, "reducedAt" | "reducedBecause">,
  origin: OrderOrigin,
  at: Instant,
): Extract<Refusal, { kind: "account-reduced" }> | undefined {
  if (reducedBecause === undefined || reducedAt === undefined) return undefined;
  const remainingMs = reducedAt + REDUCED_BY_HAND_MS - at;
  const endsByItself = origin === "manual" || PASSING.has(reducedBecause);
  if (!endsByItself) return { kind: "account-reduced", because: reducedBecause };
  if (remainingMs <= 0) return undefined;
  return { kind: "account-reduced", because: reducedBecause, remainingMs };
}

/** The account after its user has looked: everything may pass, and the breakers count anew. */
export function releasedAccount(account: Account, at: Instant): Account {
  const { reducedAt: _, reducedBecause: __, ...kept } = account;
  return { ...kept, breakersFrom: at };
}
