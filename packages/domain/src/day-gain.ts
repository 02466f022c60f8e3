import { type Money, money, mulDivHalfEven, type Price, type Quantity } from "./money.ts";

/** What is held of a symbol now, and what was bought of it since the previous close. */
export interface HoldingSinceClose {
  readonly held: Quantity;
  readonly price: Price;
  readonly previousClose: Price;
  readonly bought: Quantity;
  /** What the bought shares cost, fees apart. */
  readonly boughtNotional: Money;
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
 * still held.
 */
export function dayGainOf(since: HoldingSinceClose): DayGain {
  const { held, price, previousClose, bought, boughtNotional } = since;
  const fresh = Math.min(held, bought);
  const freshCost = fresh === 0 ? 0 : mulDivHalfEven(boughtNotional, fresh, bought);
  const base = money(previousClose * (held - fresh) + freshCost);
  return { base, gain: money(price * held - base) };
}
