import type { Ticker } from "@sevenfold/domain/market";

import type { HeldBefore, OracleState } from "./oracle-state.ts";
import type { Reading, RecordedRows } from "./rule-reading.ts";
import { TOLD_MS } from "./standing-differences.ts";

/**
 * How the account stands to a worker that has not heard of what changed beside it lately: orders of
 * others, holdings they handed over or took back, trades the market took back, and the right to enter.
 * While the storage is slow that is all since it began to be. Undefined where there is no such thing.
 */
export function unheardOf(
  state: OracleState,
  at: number,
  mayEnter: boolean,
): Pick<Reading, "mayEnter" | "rows"> | undefined {
  const { beforeMoves, hadRightAt, handedOverAt, othersBeganAt, rows } = state;
  const changed = beforeMoves.size + handedOverAt.size + othersBeganAt.size;
  if (changed === 0 && hadRightAt === undefined) return undefined;
  const isUnheard = (since?: number) => mayBeUnheard(state, at, since);
  const { account, open, positions, watched } = rows;
  const unheard = [...open.keys()].filter((key) => isUnheard(othersBeganAt.get(key)));
  const handed = [...positions.keys()].filter((ticker) => isUnheard(handedOverAt.get(ticker)));
  const busted = [...beforeMoves].filter(([, before]) => isUnheard(before.at));
  const hadRight = !mayEnter && isUnheard(hadRightAt);
  if (unheard.length + handed.length + busted.length === 0 && !hadRight) return undefined;
  return {
    mayEnter: mayEnter || hadRight,
    rows: {
      account,
      open: without(open, unheard),
      positions: heldBefore(otherwise(positions, handed), busted),
      watched,
    },
  };
}

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

const mayBeUnheard = (
  { slowSince }: OracleState,
  at: number,
  since = Number.NEGATIVE_INFINITY,
): boolean => (slowSince ?? at) - TOLD_MS < since;

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
