import { MINUTE_MS } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import type { NaiveIntent } from "@sevenfold/domain/testing/naive-account";

export interface OracleTrail {
  readonly high: number;
  readonly low: number;
  readonly last: number;
}

export interface HeardPrice {
  readonly at: number;
  readonly price: number;
}

/** An order that was wanted. */
export interface Want {
  readonly at: number;
  readonly intent: NaiveIntent;
  /** Only by whoever has not heard of a fill, or of what others have ordered since: it is denied as it is written down. */
  readonly isUnheard?: boolean;
}

/** What the oracle keeps of one symbol of one account. */
export interface SymbolStanding {
  /**
   * As it must be: at least the first, at most the second. They differ where a fill was told late, and
   * which of the prices heard since belong to its trail is open.
   */
  trails: readonly [narrow: OracleTrail, wide: OracleTrail] | undefined;
  /** Until then its trail is taken over from the worker: it may hear late of what moved it. */
  openUntil: number;
  /** Prices of the last minute, the latest last. */
  heard: HeardPrice[];
  mark: number | undefined;
  /** What it was worth before fills were told of: until the next price each of them may value it. */
  marksBefore: readonly number[];
  /**
   * Its worker may value it otherwise, until it hears the next price of it: after a start it goes by
   * prices that no one was told of, and after a pause it may have dropped the latest. What it says is
   * taken over.
   */
  isMarkOpen: boolean;
  /** When the fact happened that anchored it last. */
  anchoredAt: number;
  /** Its price. */
  anchoredBy: number;
  coolDownUntil: number;
  /** The last cool-down that an order began which came to nothing. */
  cooled: { readonly from: number; readonly until: number } | undefined;
  /** Which orders were wanted, and when; the latest last. */
  wants: Want[];
  /** Its worker has decided on an order before its decisions were judged, and not written it down yet. */
  isDecidedBefore: boolean;
  /** When its last automated order ended, and how. */
  ended: { readonly at: number; readonly status: Order["status"] } | undefined;
  /** How many of them came to nothing, one after the other. */
  refusals: number;
  /** Until then it is left alone, because the last one came to nothing. */
  closedUntil: number;
  wantedSince: { readonly at: number; readonly count: number } | undefined;
  /** Since when it is held without the stop at the broker that it should have. */
  bareSince: number | undefined;
  /** Its split was booked, and no price of it has come since. */
  isJustSplit: boolean;
  /** When a stop of it last came to nothing, refused or never sent. */
  stopRefusedAt: number | undefined;
  /** When it last fell as far as a split puts it, from one price to the next, while nobody held it. */
  fellAt: number;
  /** The price before that. */
  fellFrom: number;
  /**
   * A fill that was far from the price before it, or the latest of several: its worker asks the broker
   * before it goes by others like it.
   */
  farFill: { readonly from: readonly number[]; readonly price: number } | undefined;
}

export const NO_MARKS: readonly number[] = [];

export const newStanding = (): SymbolStanding => ({
  trails: undefined,
  openUntil: 0,
  heard: [],
  mark: undefined,
  marksBefore: NO_MARKS,
  isMarkOpen: false,
  anchoredAt: 0,
  anchoredBy: 0,
  coolDownUntil: 0,
  cooled: undefined,
  wants: [],
  isDecidedBefore: false,
  ended: undefined,
  refusals: 0,
  closedUntil: 0,
  wantedSince: undefined,
  bareSince: undefined,
  isJustSplit: false,
  stopRefusedAt: undefined,
  fellAt: 0,
  fellFrom: 0,
  farFill: undefined,
});

export const beginning = (price: number): OracleTrail => ({ high: price, low: price, last: price });

export const widened = ({ high, low }: OracleTrail, price: number): OracleTrail => ({
  high: Math.max(high, price),
  low: Math.min(low, price),
  last: price,
});

export function hearPrice(symbol: SymbolStanding, { at, price }: HeardPrice): void {
  markAt(symbol, price);
  noteHeard(symbol, { at, price });
  const narrow = symbol.trails?.[0] ?? beginning(price);
  const wide = symbol.trails?.[1] ?? narrow;
  const next = widened(wide, price);
  symbol.trails = [narrow === wide ? next : widened(narrow, price), next];
}

/** A worker may have heard it, or dropped it: a fill that is told later may find it on its trail. */
export function mayHear(symbol: SymbolStanding, heard: HeardPrice): void {
  symbol.isMarkOpen = true;
  noteHeard(symbol, heard);
}

function noteHeard(symbol: SymbolStanding, heard: HeardPrice): void {
  if (HEARD_MAX < symbol.heard.length)
    symbol.heard = symbol.heard.filter((one) => heard.at - one.at < MINUTE_MS);
  symbol.heard.push(heard);
}

export function markAt(symbol: SymbolStanding, price: number): void {
  symbol.mark = price;
  symbol.marksBefore = NO_MARKS;
  symbol.isMarkOpen = false;
}

/**
 * A fill begins the trail anew, at the instant it happened: prices heard since may belong to it. One
 * that is told after a later one leaves the trail to that.
 */
export function anchorAt(symbol: SymbolStanding, { at, price }: HeardPrice): void {
  if (at < symbol.anchoredAt) {
    // What was sold and is off the list had none any more.
    symbol.trails ??= trailsFrom(symbol, { at: symbol.anchoredAt, price: symbol.anchoredBy });
    return;
  }
  symbol.trails = trailsFrom(symbol, { at, price });
  symbol.anchoredAt = at;
  symbol.anchoredBy = price;
  if (symbol.mark !== undefined) symbol.marksBefore = [...symbol.marksBefore, symbol.mark];
  symbol.mark = price;
  symbol.wants = symbol.wants.map((want) =>
    at < want.at ? want : { at: want.at, intent: want.intent, isUnheard: true },
  );
  symbol.wantedSince = undefined;
}

function trailsFrom(
  { heard }: SymbolStanding,
  { at, price }: HeardPrice,
): SymbolStanding["trails"] {
  const since = heard.filter((one) => at <= one.at);
  const narrow = beginning(price);
  if (since.length === 0) return [narrow, narrow];
  return [narrow, since.reduce((trail, one) => widened(trail, one.price), narrow)];
}

export const isBetween = (
  trail: OracleTrail,
  [narrow, wide]: readonly [OracleTrail, OracleTrail],
): boolean =>
  narrow.high <= trail.high &&
  trail.high <= wide.high &&
  wide.low <= trail.low &&
  trail.low <= narrow.low;

/** More prices than a minute holds at one a second. */
const HEARD_MAX = 120;
