import { invariant } from "@sevenfold/domain/invariant";
import { type MetricText, textOf } from "./figure-text.ts";
import { jsonIsland, type Markup, markup } from "./markup.ts";
import { type Axis, axisOf, shareOf } from "./scale.ts";
import { timeTicks } from "./time-ticks.ts";

/** What a line is drawn as; runs side by side are numbered from 1 to 12. */
export type ChartLook = "main" | "other" | "gain" | "loss" | `run-${number}`;

/** One line of a chart. */
export interface ChartLine {
  readonly name: string;
  /** A value for every time of the chart; undefined where there is none. */
  readonly values: readonly (number | undefined)[];
  readonly look: ChartLook;
  /** Filled down to this value. */
  readonly filledTo?: number;
}

export interface LineChart {
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
  /** UTC milliseconds, ascending. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly unit: MetricText;
  readonly size: "tall" | "low";
  /** A value the axis has to show, such as 0. */
  readonly floor?: number;
  /** The page's script may be asked to look closer: more points come along than are drawn. */
  readonly isZoomable?: true;
}

/** More points than this no screen shows. */
const POINTS_MAX = 1_000;
/** Twenty-four years of days. */
const POINTS_ZOOMED_MAX = 6_000;
const [WIDTH, HEIGHT] = [1_000, 100];

/**
 * Lines over time as SVG that stretches with the page: figures of the axes are HTML, so they keep
 * their size, and the page's script reads the values from the chart itself.
 */
export function lineChart(chart: LineChart): Markup {
  for (const { name, values } of chart.lines)
    invariant(values.length === chart.times.length, `${name} has a value for every time`);
  const kept = keptPoints(chart);
  const times = kept.map((index) => chart.times[index]!);
  const lines = chart.lines.map((line) => ({
    ...line,
    values: kept.map((index) => line.values[index]),
  }));
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== undefined));
  const axis = axisOf(
    chart.floor === undefined ? known : [...known, chart.floor],
    TICKS[chart.size],
  );
  const period = { from: times[0] ?? 0, to: times.at(-1) ?? 1 };
  const zoom = chart.isZoomable === true;
  const told = zoom ? keptPoints(chart, POINTS_ZOOMED_MAX) : kept;
  const island = {
    times: told.map((index) => chart.times[index]!),
    unit: chart.unit,
    lines: chart.lines.map(({ name, values, look, filledTo }) => ({
      name,
      look,
      ...(zoom && filledTo !== undefined && { filledTo }),
      values: told.map((index) => islandNumber(values[index])),
    })),
    ...(zoom && { ticks: TICKS[chart.size], floor: chart.floor ?? null }),
  };
  return markup`<figure class="chart ${chart.size}" data-chart>
<div class="plot" role="img" aria-label="${chart.label}">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${gridOf(axis)}${lines.map((line) => pathsOf(line, times, axis, period))}</svg>
${axis.ticks.map((tick) => markup`<span class="y" style="bottom:${place(shareOf(tick, axis))}%">${textOf(tick, chart.unit)}</span>`)}
<div class="cursor" hidden></div>
</div>
<div class="times" aria-hidden="true">${timeTicks(period.from, period.to).map(({ at, label }) => markup`<span style="left:${place(shareOf(at, period))}%">${label}</span>`)}</div>
${jsonIsland(markup``, island)}
</figure>`;
}

const TICKS = { tall: 5, low: 3 } as const;
const islandNumber = (value: number | undefined): number | null =>
  value === undefined ? null : Number(value.toPrecision(8));

/** Numbers of the points drawn: every one, or the lowest and highest of as many even groups. */
function keptPoints({ times, lines }: LineChart, most = POINTS_MAX): readonly number[] {
  const all = times.map((_, index) => index);
  if (times.length <= most) return all;
  const kept = new Set([0, times.length - 1]);
  const groups = most / 2 / lines.length;
  for (const { values } of lines)
    for (let group = 0; group < groups; group++) {
      const from = Math.floor((group * times.length) / groups);
      const to = Math.floor(((group + 1) * times.length) / groups);
      let [lowest, highest] = [from, from];
      for (let index = from; index < to; index++) {
        if ((values[index] ?? 0) < (values[lowest] ?? 0)) lowest = index;
        if ((values[highest] ?? 0) < (values[index] ?? 0)) highest = index;
      }
      kept.add(lowest).add(highest);
    }
  return all.filter((index) => kept.has(index));
}

const gridOf = (axis: Axis): Markup[] =>
  axis.ticks.map((tick) => {
    const y = rounded(HEIGHT * (1 - shareOf(tick, axis)));
    return markup`<line class="${tick === 0 ? "zero" : "grid"}" x1="0" x2="${WIDTH}" y1="${y}" y2="${y}"/>`;
  });

function pathsOf(
  { values, look, filledTo }: ChartLine,
  times: readonly number[],
  axis: Axis,
  period: { readonly from: number; readonly to: number },
): Markup {
  const y = (value: number): number => rounded(HEIGHT * (1 - shareOf(value, axis)));
  const x = (at: number): number => rounded(WIDTH * shareOf(at, period));
  let line = "";
  let isDown = false;
  let [first, last] = [0, 0];
  values.forEach((value, index) => {
    if (value === undefined) {
      isDown = false;
      return;
    }
    last = x(times[index]!);
    if (line === "") first = last;
    line += `${isDown ? "L" : "M"}${last} ${y(value)}`;
    isDown = true;
  });
  if (line === "") return markup``;
  const bottom = filledTo === undefined ? undefined : y(filledTo);
  const area =
    bottom === undefined
      ? undefined
      : markup`<path class="area ${look}" d="${line}L${last} ${bottom}L${first} ${bottom}Z"/>`;
  return markup`${area}<path class="line ${look}" d="${line}"/>`;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
const place = (share: number): number => rounded(share * 100);
