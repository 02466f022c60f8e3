import { InvariantViolation } from "./invariant.ts";
import type { Instant, Ticker } from "./market.ts";
import { type Money, money, NO_MONEY, notionalOf } from "./money.ts";
import {
  type AfterFill,
  applyFill,
  type Position,
  type SoldMoreThanHeld,
  type Trade,
} from "./position.ts";
import { ok, type Result } from "./result.ts";

/**
 * Where money can be. Debits are positive: cash and holdings grow by a positive amount, fees are a
 * positive cost, a gain stands in `realized` as a negative amount, what was paid in likewise in
 * `capital`.
 */
export const LEDGER_ACCOUNTS = ["cash", "holdings", "fees", "realized", "capital"] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** One signed amount on one account. */
export interface Posting {
  readonly account: LedgerAccount;
  /** Holdings and realized gains are kept per symbol. */
  readonly ticker?: Ticker;
  readonly amount: Money;
}

/** Postings that happen together and sum to zero. */
export interface LedgerEntry {
  /** What it books: an execution id of the venue, or a deposit's. The same one is booked once. */
  readonly cause: string;
  readonly at: Instant;
  readonly postings: readonly Posting[];
}

/** A fill as the ledger needs it. */
export interface LedgerFill extends Trade {
  readonly ticker: Ticker;
  readonly executionId: string;
  readonly fee: Money;
  readonly at: Instant;
}

/** The entry of a fill on a position, and the position after it. */
export function postingsOfFill(
  position: Position,
  fill: LedgerFill,
): Result<AfterFill & { readonly entry: LedgerEntry }, SoldMoreThanHeld> {
  const after = applyFill(position, fill);
  if (!after.ok) return after;
  const { position: next, realized } = after.value;
  return ok({ position: next, realized, entry: fillEntry(fill, position, after.value) });
}

/** The entry of a fill of which is known already what position it leaves. */
export function fillEntry(
  fill: LedgerFill,
  before: Pick<Position, "costBasis">,
  after: AfterFill,
): LedgerEntry {
  const { ticker, fee, at, executionId, side } = fill;
  const notional = fill.notional ?? notionalOf(fill.price, fill.quantity);
  return entryOf(executionId, at, [
    { account: "cash", amount: money((side === "buy" ? -notional : notional) - fee) },
    { account: "holdings", ticker, amount: money(after.position.costBasis - before.costBasis) },
    { account: "fees", amount: fee },
    { account: "realized", ticker, amount: money(-after.realized) },
  ]);
}

/** A cost that no fill brought, such as what borrowed shares cost a night. */
export const costEntry = (cause: string, cost: Money, at: Instant): LedgerEntry =>
  entryOf(cause, at, [
    { account: "cash", amount: money(-cost) },
    { account: "fees", amount: cost },
  ]);

/** Money paid in, or out when negative. */
export const depositEntry = (cause: string, amount: Money, at: Instant): LedgerEntry =>
  entryOf(cause, at, [
    { account: "cash", amount },
    { account: "capital", amount: money(-amount) },
  ]);

/** What a holding brought without a sale: a dividend, or cash for the fraction a split left. */
export interface Income {
  readonly paid: Money;
  /** The cost of the fraction of a share that is gone: what was paid beyond it is the gain. */
  readonly released: Money;
}

export const incomeEntry = (
  cause: string,
  ticker: Ticker,
  { paid, released }: Income,
  at: Instant,
): LedgerEntry =>
  entryOf(cause, at, [
    { account: "cash", amount: paid },
    { account: "holdings", ticker, amount: money(-released) },
    { account: "realized", ticker, amount: money(released - paid) },
  ]);

/** The same entry with every sign turned: how a busted execution is taken back. */
export const reversalOf = (entry: LedgerEntry, cause: string, at: Instant): LedgerEntry =>
  entryOf(
    cause,
    at,
    entry.postings.map((posting) => ({ ...posting, amount: money(-posting.amount) })),
  );

/** Appends an entry, unless its cause is booked already. */
export const append = (
  entries: readonly LedgerEntry[],
  entry: LedgerEntry,
): readonly LedgerEntry[] =>
  entries.some(({ cause }) => cause === entry.cause) ? entries : [...entries, entry];

/** What stands on an account: of one symbol, or of all when none is named. */
export function balanceOf(
  entries: readonly LedgerEntry[],
  account: LedgerAccount,
  ticker?: Ticker,
): Money {
  let balance: number = NO_MONEY;
  for (const { postings } of entries)
    for (const posting of postings)
      if (posting.account === account && (ticker === undefined || posting.ticker === ticker))
        balance += posting.amount;
  return money(balance);
}

export interface Balances {
  readonly accounts: ReadonlyMap<LedgerAccount, Money>;
  readonly holdings: ReadonlyMap<Ticker, Money>;
}

/** Every balance from the first entry on. An entry repeated under the same cause counts once. */
export function replay(entries: Iterable<LedgerEntry>): Balances {
  const booked = new Set<string>();
  const accounts = new Map<LedgerAccount, Money>(LEDGER_ACCOUNTS.map((name) => [name, NO_MONEY]));
  const holdings = new Map<Ticker, Money>();
  for (const { cause, postings } of entries) {
    if (booked.has(cause)) continue;
    booked.add(cause);
    for (const { account, ticker, amount } of postings) {
      accounts.set(account, money(accounts.get(account)! + amount));
      if (account === "holdings" && ticker !== undefined)
        holdings.set(ticker, money((holdings.get(ticker) ?? 0) + amount));
    }
  }
  return { accounts, holdings };
}

function entryOf(cause: string, at: Instant, postings: readonly Posting[]): LedgerEntry {
  let total = 0;
  for (const { amount } of postings) total += amount;
  // Asked first: to write the sentence takes longer than the sum it is about.
  if (total !== 0)
    throw new InvariantViolation(`the postings of ${cause} sum to ${total}, not to zero`);
  return { cause, at, postings: postings.filter(({ amount }) => amount !== 0) };
}
