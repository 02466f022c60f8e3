import { percentileOf } from "@sevenfold/application/research/metrics/sample";
import type { AxisValue, SweepRecord, SweepTrial } from "../../run/sweep-schema.ts";
import { percent, ratio } from "../amounts.ts";
import { axisText } from "./axis-words.ts";
import { heatTable } from "./heat-table.ts";
import { type Markup, markup } from "./markup.ts";
import { switched } from "./switched.ts";

type Axis = SweepRecord["summary"]["axes"][number];

/** Maps of more pairs, or of longer axes, are looked at by nobody. */
const PAIRS_MAX = 3;
const VALUES_MAX = 30;

/** What each pair of settings came to; with one setting, a row for it. */
export function sweepMaps(sweep: SweepRecord): Markup {
  const { axes } = sweep.summary;
  const drawn = axes
    .filter(({ values }) => 1 < values.length && values.length <= VALUES_MAX)
    .toSorted((one, other) => other.values.length - one.values.length);
  if (drawn.length === 0)
    return markup`<p class="none">The axes have too many values, or one each, to be drawn.</p>`;
  if (drawn.length === 1) return lineOf(sweep, drawn[0]!);
  const pairs = drawn
    .flatMap((one, at) => drawn.slice(at + 1).map((other) => [one, other] as const))
    .slice(0, PAIRS_MAX);
  return markup`${pairs.map(([one, other]) => pairMap(sweep, one, other))}`;
}

const VIEWS = [
  ["In the sample", (trial: SweepTrial) => trial.objective],
  ["Out of sample", (trial: SweepTrial) => trial.outOfSampleSharpe],
  ["Deepest drawdown, all days", (trial: SweepTrial) => trial.maxDrawdown],
] as const;

/** The first view is of what was chosen by, which may be no ratio. */
const textOf = (view: string, objective: string): ((value: number) => string) =>
  view === "Deepest drawdown, all days" || (view === "In the sample" && objective === "return")
    ? (value) => percent(value)
    : (value) => ratio(value);

function pairMap(sweep: SweepRecord, across: Axis, down: Axis): Markup {
  const { summary, results } = sweep;
  const maps = VIEWS.map(([view, numberOf]) => {
    const cells = middlesOf(results, numberOf, (trial) =>
      keyOf(trial.values[across.name]!, trial.values[down.name]!),
    );
    const table = heatTable({
      caption: `${view}, by ${down.name} and ${across.name}`,
      corner: `${down.name} ↓ ${across.name} →`,
      columns: across.values.map((value) => axisText(across.name, value)),
      rows: down.values.map((value) => ({
        name: axisText(down.name, value),
        values: across.values.map((other) => cells.get(keyOf(other, value))),
        best:
          summary.best.values[down.name] === value
            ? across.values.indexOf(summary.best.values[across.name]!)
            : undefined,
      })),
      textOf: textOf(view, summary.objective),
    });
    return [view, table] as const;
  });
  return switched(`map-${across.name}-${down.name}`, maps);
}

function lineOf({ summary, results }: SweepRecord, axis: Axis): Markup {
  const rows = VIEWS.map(([view, numberOf]) => {
    const cells = middlesOf(results, numberOf, (trial) => keyOf(trial.values[axis.name]!));
    return heatTable({
      caption: `${view}, by ${axis.name}`,
      corner: view,
      columns: axis.values.map((value) => axisText(axis.name, value)),
      rows: [
        {
          name: axis.name,
          values: axis.values.map((value) => cells.get(keyOf(value))),
          best: axis.values.indexOf(summary.best.values[axis.name]!),
        },
      ],
      textOf: textOf(view, summary.objective),
    });
  });
  return markup`${rows}`;
}

const keyOf = (...values: readonly AxisValue[]): string => JSON.stringify(values);

/** The middle of a number over the trials of each cell. */
function middlesOf(
  results: readonly SweepTrial[],
  numberOf: (trial: SweepTrial) => number | null,
  cellOf: (trial: SweepTrial) => string,
): ReadonlyMap<string, number> {
  const cells = new Map<string, number[]>();
  for (const trial of results) {
    const value = numberOf(trial);
    if (value === null) continue;
    const cell = cellOf(trial);
    const known = cells.get(cell);
    if (known === undefined) cells.set(cell, [value]);
    else known.push(value);
  }
  return new Map([...cells].map(([cell, values]) => [cell, percentileOf(values, 0.5)]));
}
