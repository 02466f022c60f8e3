import asciichart from "asciichart";
import { dollars } from "./amounts.ts";

const COLUMNS = 68;
const ROWS = 9;
/** Beside the labels. */
const AXIS = 2;
/** "1995-01-03 2014-12-31" */
const DATES = 21;
const WIDEST = Number.POSITIVE_INFINITY;

export interface PlottedValue {
  /** ISO 8601. */
  readonly time: string;
  /** Dollars. */
  readonly equity: number;
}

/**
 * Equity over time in characters, no wider than a terminal of `room` columns; undefined where nothing
 * moved, and where there is no room for its dates.
 */
export function equityPlot(curve: readonly PlottedValue[], room = WIDEST): string | undefined {
  // In whole cents: what is nearer together than that no chart can tell apart.
  const values = curve.map(({ equity }) => Math.round(equity * 100) / 100);
  if (values.length < 2 || values.every((value) => value === values[0])) return undefined;
  const labels = values.map((value) => wholeDollars(value).length);
  const width = labels.reduce((most, each) => Math.max(most, each), 0);
  const columns = Math.min(COLUMNS, room - width - AXIS);
  if (columns < DATES) return undefined;
  const shown = spread(values, Math.min(columns, values.length));
  const plot = asciichart.plot([...shown], {
    height: ROWS,
    format: (value) => wholeDollars(value).padStart(width),
  });
  const [first, last] = [curve[0]!.time.slice(0, 10), curve.at(-1)!.time.slice(0, 10)];
  const dates = `${first}${last.padStart(Math.max(last.length + 1, shown.length - first.length))}`;
  const lines = [...plot.split("\n"), `${" ".repeat(width + AXIS)}${dates}`];
  return lines.map((line) => line.trimEnd()).join("\n");
}

const wholeDollars = (value: number): string => dollars(Math.round(value)).replace(/\.00$/, "");

/** So many of the values, evenly spaced, the first and the last among them. */
const spread = (values: readonly number[], count: number): readonly number[] =>
  Array.from(
    { length: count },
    (_, place) => values[Math.round((place * (values.length - 1)) / (count - 1))]!,
  );
