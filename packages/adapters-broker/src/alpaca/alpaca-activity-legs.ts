import type { Activity, SplitActivity } from "@sevenfold/application/ports/activity";
import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import type { Instant } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import type { ReadRow } from "./alpaca-activity-row.ts";
import { instantFrom } from "./alpaca-mapping.ts";

/**
 * Splits, changes of name and mergers, which are told in a row for the shares that went, one for those
 * that came, and one for cash. An event of which a row is missing is not told yet: the venue's holdings
 * show meanwhile that something is.
 */
export function legsToActivities(rows: readonly ReadRow[]): readonly Activity[] {
  const events = new Map<string, ReadRow[]>();
  for (const row of rows) {
    const event = events.get(eventOf(row));
    if (event) event.push(row);
    else events.set(eventOf(row), [row]);
  }
  return [...events.values()].flatMap((event) => activitiesOfEvent(event, withdrawnIn(event)));
}

const isWithdrawn = ({ wire }: ReadRow): boolean => wire.status === "canceled";
/** It stands in no other's place. */
const isFirst = ({ wire }: ReadRow): boolean =>
  wire.previous_id == null && wire.status !== "correct";

/** Rows of an event that were taken back, by their own word or by the row that stands in their place. */
function withdrawnIn(event: readonly ReadRow[]): readonly ReadRow[] {
  const replaced = new Set(event.map(({ wire }) => wire.previous_id));
  return event.filter((row) => isWithdrawn(row) || replaced.has(row.id));
}

/**
 * An event of which rows were taken back is told as it was, and as it stands by then under an id of its own. What
 * a split of whole shares has done, one the other way round undoes; anything else is for a person to look at.
 */
function activitiesOfEvent(
  event: readonly ReadRow[],
  withdrawn: readonly ReadRow[],
): readonly Activity[] {
  if (withdrawn.length === 0) return toldBy(event);
  const standing = event.filter((row) => !withdrawn.includes(row));
  const first = withdrawn.filter(isFirst);
  const alone = toldBy(first);
  const before = alone.some(isOfShares) ? alone : toldBy([...first, ...standing.filter(isFirst)]);
  const moved = before.find(isOfShares);
  const again = toldBy(standing).map((one) =>
    isOfShares(one) ? { ...one, id: `${one.id}:again` } : one,
  );
  // Shares that were taken back before all of it was told never moved.
  if (!moved) return again;
  const gone = new Set(withdrawn.map(({ id }) => `${id}:cash`));
  const paid = before.filter((one) => gone.has(one.id)).map(takenBack);
  const isExact = first.every(({ moved: each }) => each % 1e9 === 0);
  if (moved.kind === "split" && isExact) return [...before, turnedAround(moved), ...paid, ...again];
  return [takenBack(moved), ...again];
}

const isOfShares = ({ kind }: Activity): boolean => kind !== "cash-in-lieu";

const takenBack = ({ at, id }: Activity): Activity => ({
  ...{ kind: "correction", id: `${id}:canceled`, at, undoes: id },
});

function turnedAround({ after, before, id, ratio, ...told }: SplitActivity): Activity {
  const back = ratio && { from: ratio.to, to: ratio.from };
  return {
    ...told,
    id: `${id}:canceled`,
    before: after,
    after: before,
    ...(back && { ratio: back }),
  };
}

const isSplit = ({ type }: ReadRow): boolean => type === "SPLIT" || type === "SSP";

/** Shares that are worth nothing any more are taken away in one row; no other comes. */
const isWorthless = ({ wire }: ReadRow): boolean => wire.activity_sub_type === "WRM";

const MERGERS: ReadonlySet<string> = new Set(["MA", "REO", "REORG"]);

/** What rows of one event have in common, also where they name no group. */
function eventOf(row: ReadRow): string {
  const { id, moved, ticker, type, wire } = row;
  if (isWorthless(row)) return id;
  if (wire.group_id != null) return wire.group_id;
  const what = isSplit(row) ? ticker : MERGERS.has(type) ? "" : Math.abs(moved);
  return `${type} ${wire.date} ${what}`;
}

function toldBy(rows: readonly ReadRow[]): readonly Activity[] {
  const [gone, ...otherGone] = rows.filter(({ moved }) => moved < 0 && !isCash(moved, rows));
  const [came, ...otherCame] = arrivals(rows);
  const paid = rows.filter(({ amount }) => amount !== 0);
  if (!gone?.ticker || 0 < otherGone.length + otherCame.length) return paid.map(cashOf);
  const { ticker } = gone;
  const id = rows.map((row) => row.id).toSorted()[0]!;
  const told = { id, at: gone.at, words: gone.words, ticker };
  const before = wholeShares(gone.moved);
  if (came?.ticker === undefined) {
    if (isSplit(gone) || (paid.length === 0 && !isWorthless(gone))) return [];
    const amount = money(paid.reduce((sum, row) => sum + row.amount, 0));
    return [{ kind: "cash-merger", ...told, quantity: before, amount }];
  }
  const after = wholeShares(came.moved);
  const cash = paid.map(cashOf);
  if (came.ticker !== ticker)
    return [{ kind: "name-change", ...told, becomes: came.ticker, before, after }, ...cash];
  // The same shares under another number of theirs.
  if (!isSplit(gone)) return cash;
  const ratio = ratioOf(Math.abs(gone.moved), came.moved);
  return [{ kind: "split", ...told, at: effectiveAt(gone, came), before, after, ratio }, ...cash];
}

/** What came that is a share of ours to hold; a unit that is taken apart brings warrants beside them. */
function arrivals(rows: readonly ReadRow[]): readonly ReadRow[] {
  const came = rows.filter(({ moved }) => 0 < moved);
  const held = came.filter(({ ticker }) => ticker !== undefined);
  return held.length === 0 ? came : held;
}

/**
 * More shares are paid out after the close of the day that is told as theirs, and traded as such from the next
 * session on: by then the rows are filed.
 */
function effectiveAt(gone: ReadRow, came: ReadRow): Instant {
  if (came.moved <= Math.abs(gone.moved)) return gone.at;
  const { opens } = NYSE_CALENDAR.nextSession(dayBoundsOf(gone.at).ends);
  const { starts } = dayBoundsOf(opens);
  return starts <= (instantFrom(gone.wire.created_at ?? "") ?? gone.at) ? starts : gone.at;
}

/** A fraction that is paid out leaves as well: it is the smaller of two rows that do. */
const isCash = (moved: number, rows: readonly ReadRow[]): boolean =>
  rows.some((other) => other.moved < moved);

const cashOf = ({ amount, at, id, ticker, words }: ReadRow): Activity => ({
  kind: "cash-in-lieu",
  id: `${id}:cash`,
  at,
  words,
  ...(ticker === undefined ? {} : { ticker }),
  amount,
});

const wholeShares = (moved: number) => shares(Math.floor(Math.abs(moved) / 1e9));

/** Whole shares that came, negative where they left; a fraction stays the venue's to show. */
export const sharesOf = (moved: number): number => Math.trunc(moved / 1e9) + 0;

/**
 * The ratio in the smallest numbers that make `before` billionths `after`, to the last billionth: by the
 * continued fraction of the two.
 */
export function ratioOf(before: number, after: number): { from: number; to: number } {
  let [high, low] = [BigInt(after), BigInt(before)];
  let [to, lastTo] = [1n, 0n];
  let [from, lastFrom] = [0n, 1n];
  const [wanted, of] = [high, low];
  while (low !== 0n) {
    const whole = high / low;
    [high, low] = [low, high % low];
    [to, lastTo] = [whole * to + lastTo, to];
    [from, lastFrom] = [whole * from + lastFrom, from];
    const off = wanted * from - of * to;
    if ((off < 0n ? -off : off) <= from && 0n < to) break;
  }
  return { from: Number(from), to: Number(to) };
}
