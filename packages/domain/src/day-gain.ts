import { type Money, minus, money, mulDivHalfEven, type Price, type Quantity } from "./money.ts";
import { percentChangeOf } from "./percent.ts";

/** What an account gained or lost from one equity to another. */
export interface EquityChange {
  readonly amount: Money;
  /** Of the first; undefined where that is not above zero. */
  readonly percent: number | undefined;
}

/** Today's change of an account, or what of it is unknown. */
export type Today =
  | (EquityChange & { readonly kind: "known" })
  /** The broker has not shown the account yet. */
  | { readonly kind: "not-seen" }
  | { readonly kind: "no-baseline" }
  | { readonly kind: "no-price" };

/**
 * What today made of an account: its equity less the day's baseline, from which the daily loss is
 * measured too. Deposits move the baseline, so they are no gain. docs/risk.md#todays-change
 */
export function todayOf(baseline: Money | undefined, equity: Money | undefined): Today {
  if (equity === undefined) return { kind: "no-price" };
  if (baseline === undefined) return { kind: "no-baseline" };
  return { kind: "known", ...equityChangeOf(baseline, equity) };
}

export const equityChangeOf = (from: Money, to: Money): EquityChange => ({
  amount: minus(to, from),
  percent: percentChangeOf(from, to),
});

/** What is held of a symbol now, and what was bought of it since the previous close. */
export interface HoldingSinceClose {
  readonly held: Quantity;
  /** What the held shares cost, as their whole gain is measured from. */
  readonly costBasis: Money;
  readonly price: Price;
  readonly previousClose: Price;
  readonly bought: Quantity;
  /** What the bought shares cost, fees apart. */
  readonly boughtNotional: Money;
  readonly sold: Quantity;
}

/** What a day began with and what it has made of it. */
export interface DayGain {
  readonly gain: Money;
  /** What the shares held now were worth when the day began for them. */
  readonly base: Money;
}

/**
 * The day's gain of the shares held now: price × held − base. Shares held since the close begin the
 * day at the close, those bought since at what they cost on average, and the newest are the ones
 * still held. A holding that was opened since has gained in the day what it has gained at all.
 */
export function dayGainOf(since: HoldingSinceClose): DayGain {
  const base = dayBaseOf(since);
  return { base, gain: money(since.price * since.held - base) };
}

function dayBaseOf(since: HoldingSinceClose): Money {
  const { held, costBasis, previousClose, bought, boughtNotional, sold } = since;
  if (held + sold === bought) return costBasis;
  const fresh = Math.min(held, bought);
  const freshCost = fresh === 0 ? 0 : mulDivHalfEven(boughtNotional, fresh, bought);
  return money(previousClose * (held - fresh) + freshCost);
}
