import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { OrderSide } from "@sevenfold/domain/order";

import type { HistoryPage, SidedHistoryWish } from "../../ports/stores/history.ts";
import { ROWS_MAX } from "../../ports/stores/storage.ts";
import type { MemoryRow } from "./memory-rows.ts";

interface Listed {
  readonly ticker?: Ticker;
  readonly side?: OrderSide;
}

/** One page of the rows, which come in the order they were added. */
export function memoryPage<Row extends Listed>(
  rows: readonly MemoryRow<Row>[],
  wish: SidedHistoryWish,
  atOf: (row: Row) => Instant,
): HistoryPage<Row> {
  const { before, from, limit, side, ticker, to } = wish;
  const isWanted = ({ row, sequence }: MemoryRow<Row>): boolean => {
    const at = atOf(row);
    if (ticker !== undefined && row.ticker !== ticker) return false;
    if (side !== undefined && row.side !== side) return false;
    if ((from !== undefined && at < from) || (to !== undefined && to <= at)) return false;
    return !before || at < before.at || (at === before.at && sequence < before.row);
  };
  const newestFirst = rows
    .filter(isWanted)
    .toSorted((a, b) => atOf(b.row) - atOf(a.row) || b.sequence - a.sequence);
  const shown = newestFirst.slice(0, Math.max(0, Math.min(limit, ROWS_MAX)));
  const last = shown.at(-1);
  const isWhole = [before, from, side, ticker, to].every((each) => each === undefined);
  return {
    rows: shown.map(({ row }) => row),
    ...(isWhole && last && { begins: atOf(newestFirst.at(-1)!.row) }),
    ...(last && shown.length < newestFirst.length
      ? { older: { at: atOf(last.row), row: last.sequence } }
      : {}),
  };
}
