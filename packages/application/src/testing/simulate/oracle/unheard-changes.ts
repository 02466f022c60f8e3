import type { Ticker } from "@sevenfold/domain/market";

import type { OracleState } from "./oracle-state.ts";
import type { Reading, RecordedRows } from "./rule-reading.ts";
import { TOLD_MS } from "./standing-differences.ts";

/**
 * How the account stands to a worker that has not heard of what others changed lately: their orders,
 * holdings they handed over or took back, and the right to enter. While the storage is slow that is
 * all since it began to be. Undefined where there is no such thing.
 */
export function unheardOf(
  state: OracleState,
  at: number,
  mayEnter: boolean,
): Pick<Reading, "mayEnter" | "rows"> | undefined {
  const { hadRightAt, handedOverAt, othersBeganAt, rows, slowSince = at } = state;
  if (handedOverAt.size + othersBeganAt.size === 0 && hadRightAt === undefined) return undefined;
  const isUnheard = (since = Number.NEGATIVE_INFINITY) => slowSince - TOLD_MS < since;
  const { account, open, positions, watched } = rows;
  const unheard = [...open.keys()].filter((key) => isUnheard(othersBeganAt.get(key)));
  const handed = [...positions.keys()].filter((ticker) => isUnheard(handedOverAt.get(ticker)));
  const hadRight = !mayEnter && isUnheard(hadRightAt);
  if (unheard.length + handed.length === 0 && !hadRight) return undefined;
  return {
    mayEnter: mayEnter || hadRight,
    rows: {
      account,
      open: without(open, unheard),
      positions: otherwise(positions, handed),
      watched,
    },
  };
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
