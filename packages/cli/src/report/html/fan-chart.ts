import { textOf } from "./figure-text.ts";
import { type Markup, markup } from "./markup.ts";
import { axisOf, shareOf } from "./scale.ts";

export interface FanChart {
  readonly label: string;
  /** Steps from the start, with the 5, 25, 50, 75 and 95% values at each. */
  readonly points: readonly { readonly step: number; readonly values: readonly number[] }[];
  /** What the steps are: "trades". */
  readonly steps: string;
}

/** Two bands around the middle path: half of all paths in the inner one, nine of ten in the outer. */
export function fanChart({ label, points, steps }: FanChart): Markup {
  const last = points.at(-1)?.step ?? 1;
  const axis = axisOf(points.flatMap(({ values }) => values));
  const across = axisOf([0, last], 6);
  const x = (step: number): number => rounded((step / last) * 1_000);
  const y = (value: number): number => rounded((1 - shareOf(value, axis)) * 100);
  const lineOf = (band: number, from: typeof points): string =>
    from.map(({ step, values }) => `${x(step)} ${y(values[band]!)}`).join("L");
  const area = (low: number, high: number): Markup =>
    markup`<path class="band" d="M${lineOf(high, points)}L${lineOf(low, points.toReversed())}Z"/>`;
  return markup`<figure class="chart tall"><div class="plot" role="img" aria-label="${label}">
<svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">${axis.ticks.map((tick) => markup`<line class="grid" x1="0" x2="1000" y1="${y(tick)}" y2="${y(tick)}"/>`)}${area(0, 4)}${area(1, 3)}<path class="line main" d="M${lineOf(2, points)}"/></svg>
${axis.ticks.map((tick) => markup`<span class="y" style="bottom:${rounded(shareOf(tick, axis) * 100)}%">${textOf(tick, "dollars")}</span>`)}</div>
<div class="times" aria-hidden="true">${across.ticks.filter((tick) => tick <= last).map((tick) => markup`<span style="left:${rounded((tick / last) * 100)}%">${textOf(tick, "count")}</span>`)}</div>
<figcaption class="note">The line is the middle path; half of all paths lie in the inner band, nine of ten in the outer. Across: ${steps}.</figcaption></figure>`;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
