import { yearlyReturnsOf } from "@sevenfold/application/research/metrics/calendar-returns";
import { instant } from "@sevenfold/domain/market";
import type { RunRecord } from "../../run/run-record.ts";
import { percent } from "../amounts.ts";
import { textOf } from "./figure-text.ts";
import { colored, plainTable } from "./figures.ts";
import { type Markup, markup } from "./markup.ts";
import { carried, ownBenchmarkOf } from "./own-benchmark.ts";
import type { ReportSection } from "./page.ts";
import { type Axis, axisOf, shareOf } from "./scale.ts";
import { switched } from "./switched.ts";

interface Year {
  readonly year: number;
  readonly own: number;
  readonly market: number | undefined;
}

/** What each year made, beside the benchmark. */
export function yearSection(run: RunRecord): ReportSection | undefined {
  const years = yearsOf(run);
  if (years.length === 0) return undefined;
  const { name } = ownBenchmarkOf(run);
  return {
    id: "years",
    title: "Years",
    note: "The last equity of a year ÷ the last one before it − 1, by the date in New York; the first and the last year as far as they go.",
    body: markup`${switched("years", [
      ["Account", barsOf(years.map(({ year, own }) => ({ year, own, market: undefined })))],
      [`Beside ${name === "Buy and hold" ? "buy and hold" : name}`, barsOf(years, name)],
    ])}
<details><summary>As a table</summary>${plainTable(
      "Return of each year",
      ["Year", "Account", name, "Difference"],
      years.map(({ year, own, market }) => [
        String(year),
        colored(percent(own), own),
        market === undefined ? "–" : percent(market),
        market === undefined ? "–" : colored(percent(own - market), own - market),
      ]),
    )}</details>`,
  };
}

function yearsOf(run: RunRecord): readonly Year[] {
  const times = run.equity.map(({ time }) => instant(time));
  const own = yearlyReturnsOf(
    run.equity.map(({ equity }) => equity),
    times,
  );
  const market = yearlyReturnsOf(carried(ownBenchmarkOf(run).values), times);
  return own.map(({ year, growth }) => ({
    year,
    own: growth,
    market: market.find((each) => each.year === year)?.growth,
  }));
}

const HEIGHT = 100;
/** Of the width of a year: what is left between two, and the share of the account's bar. */
const GAP = 0.24;
const LABELS_MAX = 12;

/** A bar for each year, and one beside it where a benchmark is named. */
function barsOf(years: readonly Year[], name?: string): Markup {
  const axis = axisOf([0, ...years.flatMap(({ own, market }) => [own, market ?? 0])], 5);
  const width = 1_000 / years.length;
  const bar = width * ((1 - GAP) / (name === undefined ? 1 : 2));
  const every = Math.ceil(years.length / LABELS_MAX);
  const bars = years.map(({ year, own, market }, place) => {
    const left = place * width + (width * GAP) / 2;
    return markup`<g><title>${year}: ${percent(own)}${market === undefined ? "" : `; ${name ?? ""} ${percent(market)}`}</title>${rectOf({ value: own, x: left, width: bar, look: own < 0 ? "loss" : "gain" }, axis)}${
      market === undefined
        ? undefined
        : rectOf({ value: market, x: left + bar, width: bar, look: "other" }, axis)
    }</g>`;
  });
  const worst = years.reduce((least, each) => (each.own < least.own ? each : least));
  const best = years.reduce((most, each) => (most.own < each.own ? each : most));
  const label = `Return of each year${name === undefined ? "" : ` beside ${name}`}: the best ${best.year} with ${percent(best.own)}, the worst ${worst.year} with ${percent(worst.own)}`;
  const legend =
    name === undefined
      ? undefined
      : markup`<p class="legend note"><span class="key gain">Account, gained</span><span class="key loss">Account, lost</span><span class="key other">${name}</span></p>`;
  return markup`${legend}
<figure class="chart years"><div class="plot" role="img" aria-label="${label}">
<svg viewBox="0 0 1000 ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${axis.ticks.map(
    (tick) => {
      const y = placeOf(tick, axis);
      return markup`<line class="${tick === 0 ? "zero" : "grid"}" x1="0" x2="1000" y1="${y}" y2="${y}"/>`;
    },
  )}${bars}</svg>
${axis.ticks.map((tick) => markup`<span class="y" style="bottom:${shareOf(tick, axis) * 100}%">${textOf(tick, "percent")}</span>`)}</div>
<div class="times" aria-hidden="true">${years.map(({ year }, place) =>
    place % every === 0
      ? markup`<span style="left:${((place + 0.5) / years.length) * 100}%">${year}</span>`
      : undefined,
  )}</div></figure>`;
}

interface Bar {
  readonly value: number;
  readonly x: number;
  readonly width: number;
  readonly look: "gain" | "loss" | "other";
}

function rectOf({ value, x, width, look }: Bar, axis: Axis): Markup {
  const [zero, end] = [placeOf(0, axis), placeOf(value, axis)];
  return markup`<rect class="${look}" x="${rounded(x)}" width="${rounded(width)}" y="${Math.min(zero, end)}" height="${rounded(Math.abs(zero - end))}"/>`;
}

const placeOf = (value: number, axis: Axis): number => rounded(HEIGHT * (1 - shareOf(value, axis)));
const rounded = (value: number): number => Math.round(value * 100) / 100;
