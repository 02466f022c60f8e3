import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import type { Signal } from "@sevenfold/application/research/own-strategy/signal-source";
import { type BarTime, barTimeReader } from "../bars/bar-time.ts";
import { numberOfCell } from "../bars/csv-table.ts";
import { datesOfMidnights } from "../bars/dated-times.ts";
import { inputFailure } from "../failure.ts";
import { isEmpty, readSignalTable, type SignalRow } from "./signal-table.ts";

export interface SignalFile {
  readonly sha256: string;
  /** By slot of the bars. */
  readonly signals: readonly (readonly Signal[])[];
  readonly largestShare: number;
}

/** How a file of signals is read. */
export interface SignalReading {
  /** Of times without an offset. */
  readonly zone: string;
  /** Weights may be below 0. */
  readonly canBeShort: boolean;
}

/**
 * Reads target weights from 0 to 1, or from −1 where they may be short, from a CSV or a Parquet file: rows of time, symbol and weight, of
 * which the symbol may be left out where there is one, or rows of a time and a weight for each
 * symbol. Throws a `Failure` that names the file and the row.
 */
export async function readSignals(
  path: string,
  columns: readonly BarColumns[],
  { zone, canBeShort }: SignalReading,
): Promise<SignalFile> {
  const tickers = columns.map(({ ticker }) => ticker);
  const table = await readSignalTable(path, tickers);
  if (table.rows.length === 0) throw inputFailure(`${path}: the file has no rows`);
  const signals: Signal[][] = columns.map(() => []);
  const readTime = barTimeReader(zone);
  const told = table.rows.flatMap((row) => {
    const cell = row.cell("time") ?? "";
    const time =
      readTime(cell) ??
      row.refuse(
        `the time "${cell}" is no date or time known here; write 2024-01-31 or 2024-01-31T09:30`,
      );
    const weights = table.weightsIn(row);
    return weights.length === 0 ? [] : [{ row, time, weights }];
  });
  const times = datesOfMidnights(
    told.map(({ time }) => time),
    zone,
  );
  let largestShare = 0;
  for (const [place, { row, weights }] of told.entries()) {
    const time = times[place]!;
    for (const { slot, cell: weight } of weights) {
      const own = signals[slot]!;
      checkOrder(row, own.at(-1)?.time, time);
      const share = shareOf(row, weight, canBeShort);
      largestShare = Math.max(largestShare, Math.abs(share));
      own.push({ time, share });
    }
  }
  return { sha256: table.sha256, signals, largestShare };
}

function shareOf(row: SignalRow, cell: string, canBeShort: boolean): number {
  if (isEmpty(cell))
    return row.refuse("the weight is empty; write 0 for nothing held, or leave the row away");
  const weight = numberOfCell(cell);
  if (weight === undefined)
    return row.refuse(
      `the weight "${cell}" is not a number${/^(true|false)$/i.test(cell) ? "; write 1 or 0" : ""}`,
    );
  if (weight < 0 && !canBeShort)
    return row.refuse(`the weight ${cell} is below 0: nothing is sold short here without --shorts`);
  if (weight < -1)
    return row.refuse(`the weight ${cell} is below -1: no more is sold short than there is equity`);
  return weight <= 1
    ? weight
    : row.refuse(`the weight ${cell} is above 1: nothing is borrowed here`);
}

/** Dates and instants have no order among each other, so a symbol's rows are of one kind. */
function checkOrder(row: SignalRow, before: BarTime | undefined, time: BarTime): void {
  if (before === undefined) return;
  if (before.kind !== time.kind)
    row.refuse("dates and times of day are mixed in one symbol's rows");
  const [earlier, later] = [countOf(before), countOf(time)];
  // In the nights when clocks change, local times run backwards or come twice.
  const isLocal = time.kind === "instant";
  const how = isLocal ? "; a time without an offset is local to --tz, and one with Z is UTC" : "";
  if (later < earlier)
    row.refuse(
      `the row is earlier than the one before it of its symbol; sort the file with the oldest row first${how}`,
    );
  if (later === earlier)
    row.refuse(
      `the row has the time of the one before it of its symbol; leave one of the two${how}`,
    );
}

const countOf = (time: BarTime): number => (time.kind === "date" ? time.dayNumber : time.ms);
