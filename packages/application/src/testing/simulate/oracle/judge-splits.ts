import type { Print, Ticker } from "@sevenfold/domain/market";

import type { SplitActivity } from "../../../ports/activity.ts";
import type { BookedActivity } from "../../../ports/stores/activity-store.ts";
import type { SymbolView } from "../../../trading/session/worker-view.ts";
import { halfEven } from "../../plain-costs.ts";
import { isFar } from "./far-prices.ts";
import type { OracleState } from "./oracle-state.ts";
import { areHoldingsDifferent, TOLD_MS } from "./standing-differences.ts";
import {
  beginning,
  NO_MARKS,
  type OracleTrail,
  type SymbolStanding,
  widened,
} from "./symbol-standing.ts";

/** Its prices are neither followed nor valued: they are of other shares than those in the books. */
export const isOfOtherShares = ({ rows, splits }: OracleState, ticker: Ticker): boolean =>
  splits.hasAny() && splits.has(ticker) && rows.positions.has(ticker);

/** A split is on record: trail and price are rescaled, and the next price decides nothing. */
export function takeSplit(
  state: OracleState,
  { after, at, before, ratio = { from: before, to: after }, ticker }: SplitActivity,
): void {
  const symbol = state.symbolOf(ticker);
  symbol.wants = [];
  symbol.wantedSince = undefined;
  symbol.isMarkOpen = true;
  // A trade since has begun the trail anew, at a price of the new shares.
  if (at <= symbol.anchoredAt) return;
  const scaled = (units: number) =>
    Math.max(1, halfEven(BigInt(units) * BigInt(ratio.from), BigInt(ratio.to)));
  const { mark, trails } = symbol;
  if (trails) {
    const [narrow, wide] = trails;
    const next = rescaled(wide, scaled);
    symbol.trails = [narrow === wide ? next : rescaled(narrow, scaled), next];
  }
  if (mark !== undefined) symbol.mark = scaled(mark);
  symbol.marksBefore = NO_MARKS;
  symbol.heard = [];
  symbol.isJustSplit = true;
}

/**
 * A sale is taken back of what was held no more: the trail begins anew at its price, for those since may
 * be of other shares.
 */
export function takeBust(
  state: OracleState,
  { shares, ticker, undoes = "" }: BookedActivity,
): void {
  const price = state.soldAt.get(undoes);
  if (ticker === undefined || price === undefined || shares <= 0) return;
  if (state.rows.positions.has(ticker)) return;
  const symbol = state.symbolOf(ticker);
  const narrow = beginning(price);
  // Where who booked it has a wrong time of day, the latest price counts as one that came after.
  symbol.trails = [narrow, symbol.mark === undefined ? narrow : widened(narrow, symbol.mark)];
  symbol.mark = price;
  symbol.marksBefore = NO_MARKS;
  // The worker goes by the latest price it has, where that may be of these shares.
  symbol.isMarkOpen = true;
  symbol.heard = [];
  symbol.wants = [];
  symbol.wantedSince = undefined;
}

const rescaled = (
  { high, last, low }: OracleTrail,
  scaled: (units: number) => number,
): OracleTrail => ({ high: scaled(high), low: scaled(low), last: scaled(last) });

/** Prices come each second: after a longer pause it may have looked split until a moment ago. */
const LOOKS_APART_MS = 3_000;

/**
 * After a trade that was taken back, or shares that came or went, and that is not told, a holding may look
 * split: the worker halts it as soon as it has seen that twice, which nobody beside it can tell, and until
 * the books agree. What it says is taken over meanwhile.
 */
export function noteLookAlikes(state: OracleState, at: number): void {
  if (LOOKS_APART_MS < at - state.lookedAt)
    for (const ticker of state.lookAlikes.keys()) state.lookAlikes.set(ticker, at + TOLD_MS);
  state.lookedAt = at;
  markLookAlikes(state, at);
  noteSoldOut(state, at);
  // Nor is it over to a worker that has not been able to read the broker since, twice: what the first answer
  // had booked, or was booked as it came, makes the worker ask again.
  const latestAt = state.seen?.reconciled?.at ?? 0;
  if (latestAt !== state.readAts[1]) state.readAts = [state.readAts[1], latestAt];
  const [readAt] = state.readAts;
  for (const [ticker, until] of state.lookAlikes) {
    if (until < at && until - TOLD_MS < readAt) {
      state.lookAlikes.delete(ticker);
      continue;
    }
    const symbol = state.symbolOf(ticker);
    symbol.openUntil = Math.max(symbol.openUntil, at);
    symbol.isMarkOpen = true;
  }
}

/** What looks split by what is there now, to whoever reads it. */
export function markLookAlikes(state: OracleState, at: number): void {
  // A trade that nobody books, of an order that was given up and arrived all the same, looks like one too.
  if (state.splits.hasOtherNumber() || areHoldingsDifferent(state.rows.account)) {
    for (const [ticker, { quantity }] of state.rows.positions) {
      const there = state.sharesAt(ticker);
      const isStill = state.lookAlikes.has(ticker) && there !== quantity;
      if (isStill || (0 < there && isFar(there, quantity)))
        state.lookAlikes.set(ticker, at + TOLD_MS);
    }
    // All that the books had of it is sold, perhaps before any price: a halt goes on until the broker is read.
    for (const ticker of state.symbols.keys())
      if (!state.rows.positions.has(ticker) && 0 < state.sharesAt(ticker))
        state.lookAlikes.set(ticker, at + TOLD_MS);
  }
}

/** All is sold that the books had of a holding whose split is not told: it may still look split, by what is there. */
function noteSoldOut(state: OracleState, at: number): void {
  const { lookAlikes, rows, sharesAt, splits, symbols } = state;
  if (!splits.hasAny()) return;
  for (const ticker of symbols.keys())
    if (
      splits.has(ticker) &&
      (isHiddenSplit(state, ticker) || (!rows.positions.has(ticker) && 0 < sharesAt(ticker)))
    )
      lookAlikes.set(ticker, at + TOLD_MS);
}

/** As many shares are there after a split that is not told as before it: somebody traded the rest. Nothing looks split. */
const isHiddenSplit = ({ rows, sharesAt }: OracleState, ticker: Ticker): boolean =>
  rows.positions.get(ticker)?.quantity === sharesAt(ticker);

/** What nobody holds, and what has fallen as far as a split puts it, may wait so long for the close of the day before. */
const FALL_MS = 75_000;

/** Whether it has fallen is found out first: what its worker makes of it is taken over meanwhile. */
export function noteFall(state: OracleState, { price, ticker }: Print, at: number): void {
  if (state.rows.positions.has(ticker)) return;
  const symbol = state.symbolOf(ticker);
  const last = symbol.trails?.[1].last;
  if (last === undefined || last <= price || !isFar(price, last)) return;
  symbol.openUntil = Math.max(symbol.openUntil, at + FALL_MS);
  symbol.fellAt = at;
  symbol.fellFrom = last;
}

/** Nobody holds it, and its worker may not have been told yet whether it was split. */
export const mayWaitForClose = (
  { rows, symbols }: Pick<OracleState, "rows" | "symbols">,
  ticker: Ticker,
  at: number,
): boolean => !rows.positions.has(ticker) && at <= (symbols.get(ticker)?.fellAt ?? 0) + FALL_MS;

/**
 * A price of other shares than those in the books: after a wrong one that it is near to, or where it is the
 * first, nobody who hears it can tell, and what its worker makes of it is taken over.
 */
export function noteOtherShares(state: OracleState, { price, ticker }: Print, at: number): void {
  const symbol = state.symbolOf(ticker);
  const last = symbol.trails?.[1].last;
  if (last === undefined || !isFar(price, last))
    symbol.openUntil = Math.max(symbol.openUntil, at + FALL_MS);
}

/**
 * Whether what it buys has not fallen since its trail began, but has other shares than then; and its
 * prices told so: after a wrong one, that of other shares may be near it.
 */
export function isOfUnheldSplit(state: OracleState, ticker: Ticker): boolean {
  const loweredAt = state.loweredUnheldAt(ticker);
  const { fellAt, fellFrom } = state.symbolOf(ticker);
  const trail = state.view()?.symbols.find((one) => one.ticker === ticker)?.trail;
  return (
    loweredAt !== undefined &&
    trail !== undefined &&
    trail.since < loweredAt &&
    loweredAt <= fellAt &&
    isFar(trail.last, fellFrom) &&
    isFar(trail.last, trail.high)
  );
}

/** The first price after a split moves the trail. Answers whether this is that. */
export function isFirstAfterSplit(symbol: SymbolStanding): boolean {
  const isFirst = symbol.isJustSplit;
  symbol.isJustSplit = false;
  return isFirst;
}

/**
 * What a worker that begins says of a symbol that was split over night, and not told: by the shares in
 * the books, it is worth what it was, on the trail that it had.
 */
export function judgeUntold(state: OracleState, { mark, ticker, trail }: SymbolView): void {
  if (!isOfOtherShares(state, ticker) || isHiddenSplit(state, ticker)) return;
  const before = state.symbolOf(ticker);
  const known = before.trails?.[1];
  if (known === undefined) return;
  const worth = state.splits.worthOf(ticker);
  const isOther = otherPrices(worth);
  // Wrong prices were followed as well, or heard by nobody: what lies on the trail is of the shares in the books.
  const utmost = worth < 1 ? known.low : known.high;
  if (mark !== undefined && isOther(mark, utmost))
    state.say(ticker, `is valued at ${mark}, which is the price of other shares`);
  if (trail && (isOther(trail.high, utmost) || isOther(trail.low, utmost)))
    state.say(ticker, `has trail ${JSON.stringify(trail)}, of other shares`);
}

/**
 * Tells prices of the shares of now from those of the shares in the books, which may have moved far
 * before the split: by which of the two they are nearer to.
 */
export function otherPrices(worth: number): (price: number, known: number) => boolean {
  const halfWay = Math.sqrt(worth);
  return (price, known) =>
    isFar(price, known) && (worth < 1 ? price < known * halfWay : known * halfWay < price);
}
