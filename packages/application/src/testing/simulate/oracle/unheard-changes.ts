import type { Ticker } from "@sevenfold/domain/market";

import type { HeldBefore, OracleState } from "./oracle-state.ts";
import type { Reading, RecordedRows } from "./rule-reading.ts";

/** How the account stands to whoever has not heard of all that changed. */
export type Unheard = Pick<Reading, "mayEnter" | "rows">;

/**
 * How the account stands to a worker that has not heard of what changed beside it lately: orders of
 * others, holdings they handed over or took back, trades the market took back, and the right to enter.
 * Of some of these it may have heard, and not of others. While the storage is slow, or the process has just stood still, that is all since
 * it began to. None where there is no such thing.
 */
export function unheardOf(state: OracleState, at: number, mayEnter: boolean): readonly Unheard[] {
  const { beforeMoves, hadRightAt, handedOverAt, othersBeganAt, rows } = state;
  const changed = beforeMoves.size + handedOverAt.size + othersBeganAt.size;
  if (changed === 0 && hadRightAt === undefined) return [];
  const isUnheard = (since?: number) => mayBeUnheard(state, at, since);
  const { account, open, positions, watched } = rows;
  const unheard = [...open.keys()].filter((key) => isUnheard(othersBeganAt.get(key)));
  const handed = [...positions.keys()].filter((ticker) => isUnheard(handedOverAt.get(ticker)));
  const moved = [...beforeMoves].filter(([, before]) => isUnheard(before.at));
  const news: News[] = [];
  if (0 < unheard.length) news.push((one) => withRows(one, { open: without(open, unheard) }));
  if (0 < handed.length)
    news.push((one) => withRows(one, { positions: otherwise(one.rows.positions, handed) }));
  if (0 < moved.length)
    news.push((one) => withRows(one, { positions: heldBefore(one.rows.positions, moved) }));
  if (!mayEnter && isUnheard(hadRightAt)) news.push((one) => ({ ...one, mayEnter: true }));
  let all: readonly Unheard[] = [{ mayEnter, rows: { account, open, positions, watched } }];
  for (const before of news) all = [...all, ...all.map(before)];
  return all.slice(1);
}

/** The account as it was before one kind of change. */
type News = (heard: Unheard) => Unheard;

const withRows = (one: Unheard, rows: Partial<RecordedRows>): Unheard => ({
  ...one,
  rows: { ...one.rows, ...rows },
});

/**
 * A trade is taken back, or shares come or leave without one: until a worker has heard of it, it goes by
 * what was held before the first such.
 */
export function noteMoved(state: OracleState, ticker: Ticker): void {
  const at = state.now();
  const known = state.beforeMoves.get(ticker);
  const position = mayBeUnheard(state, at, known?.at)
    ? known?.position
    : state.rows.positions.get(ticker);
  state.beforeMoves.set(ticker, { position, at });
}

const mayBeUnheard = (state: OracleState, at: number, since = Number.NEGATIVE_INFINITY): boolean =>
  state.unheardSince(at) < since;

function heldBefore(
  positions: RecordedRows["positions"],
  busted: readonly (readonly [Ticker, HeldBefore])[],
): RecordedRows["positions"] {
  const before = new Map(positions);
  for (const [ticker, { position }] of busted)
    if (position === undefined) before.delete(ticker);
    else before.set(ticker, position);
  return before;
}

const without = <Row>(rows: ReadonlyMap<string, Row>, keys: readonly string[]) =>
  new Map([...rows].filter(([key]) => !keys.includes(key)));

const otherwise = (positions: RecordedRows["positions"], handed: readonly Ticker[]) =>
  new Map(
    [...positions].map(([ticker, position]) => [
      ticker,
      handed.includes(ticker) ? { ...position, isManaged: !position.isManaged } : position,
    ]),
  );
