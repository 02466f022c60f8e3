import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { OrderOrigin } from "@sevenfold/domain/order";

import type { Account, Reduction } from "../../ports/stores/account.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import { isByHand, REDUCTIONS, standingReductions, strictestReduction } from "./reduction.ts";
import { type Refusal, reductionSentenceOf } from "./refusal.ts";

/**
 * Lets nothing but cancels and sells pass from now on, for this reason beside those there are: each
 * ends by itself, as its line in `REDUCTIONS` says. Inside a transaction that has the account's row
 * locked.
 */
export async function reduceAccount(
  tables: Tables,
  { id, label, userId }: Account,
  reason: Reduction,
): Promise<void> {
  const { about, at, because } = reason;
  let isNews = true;
  await tables.accounts.change(id, (row) => {
    const { reductions = [] } = row;
    isNews = !reductions.some(
      (known) => known.because === because && known.about === about && isByHand(known, at),
    );
    if (!isNews) return row;
    const binding = new Set(standingReductions(row, at).map((each) => each.because));
    const others = reductions.filter(
      (known) => known.because !== because && binding.has(known.because),
    );
    return { ...row, reductions: [...others, reason] };
  });
  if (!isNews) return;
  const text = `${label}: ${reductionSentenceOf(reason)}`;
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

/** What held the account back for this reason is over. Inside a transaction with its row locked. */
export async function endReduction(
  tables: Tables,
  { id, label, userId }: Account,
  { because, at }: Pick<Reduction, "because" | "at">,
): Promise<void> {
  await tables.accounts.change(id, (row) =>
    withReductions(
      row,
      row.reductions?.filter((known) => known.because !== because),
    ),
  );
  const text = `${label}: no more: ${REDUCTIONS[because].says}`;
  await tables.audit.add({ at, userId, action: "account-released", text });
}

/** The account after its user has looked: what a look can end is over, and the breakers count anew. */
export const releasedAccount = (account: Account, at: Instant): Account => ({
  ...withReductions(account, account.reductions?.filter(isAgreementDue)),
  breakersFrom: at,
});

/** What a person's look does not mend: books and broker have to agree first. */
const isAgreementDue = ({ because }: Reduction): boolean =>
  REDUCTIONS[because].endsForWorker === "agreement";

function withReductions(
  { reductions: _, ...account }: Account,
  left: readonly Reduction[] | undefined = [],
): Account {
  return left.length === 0 ? account : { ...account, reductions: left };
}

export type UnseenReduction = Extract<Refusal, { kind: "account-reduced" }>;

/** How long nobody can have seen what has just begun to hold an account back. */
const SEEN_AFTER_MS = 2_000;
/** Further ahead than two machines' clocks are from each other: what is dated so was by a clock that was wrong. */
const AHEAD_MAX_MS = MINUTE_MS;

/**
 * What a look would end, and has begun so shortly before that whoever switches automation on then has
 * not seen it: it says why, and is to be switched on once more.
 */
export function unseenReduction(
  { reductions = [] }: Pick<Account, "reductions">,
  askedAt: Instant,
): UnseenReduction | undefined {
  const unseen = reductions.find(
    ({ at, because }) =>
      REDUCTIONS[because].endsForWorker === "switched-on" &&
      askedAt < at + SEEN_AFTER_MS &&
      at <= askedAt + AHEAD_MAX_MS,
  );
  return unseen && { kind: "account-reduced", because: unseen.because };
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
  if (!reductions?.some((reason) => !isAgreementDue(reason))) return;
  await tables.accounts.change(id, (row) => releasedAccount(row, at));
  await tables.audit.add({ at, userId, action: "account-released", text: label });
}
