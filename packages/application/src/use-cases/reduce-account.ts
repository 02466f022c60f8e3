import type { Instant } from "@sevenfold/domain/market";
import type { OrderOrigin } from "@sevenfold/domain/order";

import type { Account, ReductionReason, Tables } from "../ports/storage.ts";
import { type Refusal, reductionSentenceOf } from "../refusal.ts";
import { isByHand, standingReductions, strictestReduction } from "./reduction.ts";

/**
 * Lets nothing but cancels and sells pass from now on, for this reason beside those there are: each
 * ends by itself, as its line in `REDUCTIONS` says. Inside a transaction that has the account's row
 * locked.
 */
export async function reduceAccount(
  tables: Tables,
  { id, label, userId }: Account,
  { because, at }: { readonly because: ReductionReason; readonly at: Instant },
): Promise<void> {
  let isNews = true;
  await tables.accounts.change(id, (row) => {
    const { reductions = [] } = row;
    isNews = !reductions.some((known) => known.because === because && isByHand(known, at));
    if (!isNews) return row;
    const binding = new Set(standingReductions(row, at).map((reason) => reason.because));
    const others = reductions.filter(
      (known) => known.because !== because && binding.has(known.because),
    );
    return { ...row, reductions: [...others, { because, at }] };
  });
  if (!isNews) return;
  const text = `${label}: ${reductionSentenceOf(because)}`;
  await tables.audit.add({ at, userId, action: "account-reduced", text });
}

/** Why the account may buy nothing now by this hand, by its strictest reason; undefined when it may. */
export function reductionOf(
  account: Pick<Account, "reductions">,
  origin: OrderOrigin,
  at: Instant,
): Extract<Refusal, { kind: "account-reduced" }> | undefined {
  const strictest = strictestReduction(account, origin, at);
  if (!strictest) return undefined;
  const { because, until } = strictest;
  const kind = "account-reduced";
  return until === undefined ? { kind, because } : { kind, because, remainingMs: until - at };
}

/** The account after its user has looked: everything may pass, and the breakers count anew. */
export function releasedAccount(account: Account, at: Instant): Account {
  const { reductions: _, ...kept } = account;
  return { ...kept, breakersFrom: at };
}

/**
 * Lets an account go on whose user has just switched automation on, and so has looked at what held it
 * back. Inside a transaction that has its row locked.
 */
export async function releaseOnSwitchingOn(
  tables: Tables,
  { id, label, reductions, userId }: Account,
  at: Instant,
): Promise<void> {
  if (reductions === undefined) return;
  await tables.accounts.change(id, (row) => releasedAccount(row, at));
  await tables.audit.add({ at, userId, action: "account-released", text: label });
}
