import { type MetricText, textOf } from "./figure-text.ts";
import { type Markup, markup } from "./markup.ts";
import { axisOf, shareOf } from "./scale.ts";

export interface Scatter {
  readonly label: string;
  readonly points: readonly (readonly [across: number, up: number])[];
  readonly across: string;
  readonly up: string;
  /** How both are written; a plain number by default. */
  readonly unit?: MetricText;
}

/** More dots are one blot. */
const POINTS_MAX = 2_000;

/** Dots, and lines where either number is zero. */
export function scatter({ label, points, across, up, unit = "ratio" }: Scatter): Markup {
  if (points.length < 2) return markup`<p class="none">Too few values to show.</p>`;
  const every = Math.ceil(points.length / POINTS_MAX);
  const shown = points.filter((_, at) => at % every === 0);
  const x = axisOf([...shown.map(([value]) => value), 0], 6);
  const y = axisOf([...shown.map(([, value]) => value), 0], 5);
  const zero = { x: shareOf(0, x) * 1_000, y: (1 - shareOf(0, y)) * 100 };
  return markup`<figure class="chart tall scatter"><div class="plot" role="img" aria-label="${label}">
<svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true"><line class="zero" x1="0" x2="1000" y1="${zero.y}" y2="${zero.y}"/><line class="zero" x1="${zero.x}" x2="${zero.x}" y1="0" y2="100"/>${shown.map(
    ([one, other]) =>
      markup`<path class="dot ${other < 0 ? "loss" : "gain"}" d="M${rounded(shareOf(one, x) * 1_000)} ${rounded((1 - shareOf(other, y)) * 100)}h0"/>`,
  )}</svg>
${y.ticks.map((tick) => markup`<span class="y" style="bottom:${shareOf(tick, y) * 100}%">${textOf(tick, unit)}</span>`)}</div>
<div class="times" aria-hidden="true">${x.ticks.map((tick) => markup`<span style="left:${shareOf(tick, x) * 100}%">${textOf(tick, unit)}</span>`)}</div>
<figcaption class="note">Across: ${across}. Up: ${up}.</figcaption></figure>`;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
