import { percentileOf } from "@sevenfold/application/research/metrics/sample";
import { type Markup, markup } from "./markup.ts";
import { axisOf, shareOf } from "./scale.ts";

export interface Histogram {
  readonly label: string;
  readonly values: readonly number[];
  readonly textOf: (value: number) => string;
  /** Values to be pointed at, such as the mean. */
  readonly marks: readonly { readonly at: number; readonly name: string }[];
  /** Neither gained nor lost: one color. */
  readonly look?: "plain";
}

/** Values beyond this share at either end stand in the outermost bars. */
const TAIL = 0.005;
const BINS = { min: 9, max: 41 };

/** How often values fall into each of some equal ranges, left of zero in the color of loss. */
export function histogram({ label, values, textOf, marks, look }: Histogram): Markup {
  if (values.length < 2) return markup`<p class="none">Too few values to show how they lie.</p>`;
  const count = Math.min(BINS.max, Math.max(BINS.min, Math.ceil(2 * values.length ** (1 / 3))));
  const axis = axisOf([percentileOf(values, TAIL), percentileOf(values, 1 - TAIL)], 4);
  const width = (axis.to - axis.from) / count;
  const bins = new Array<number>(count).fill(0);
  for (const value of values) {
    const bin = Math.floor((value - axis.from) / width);
    bins[Math.min(count - 1, Math.max(0, bin))]! += 1;
  }
  const most = Math.max(...bins);
  const bars = bins.map((size, index) => {
    const from = axis.from + index * width;
    const sign = look ?? (from + width / 2 < 0 ? "loss" : "gain");
    const height = (size / most) * 100;
    const beyond = index === 0 ? " or less" : index === count - 1 ? " or more" : "";
    return markup`<rect class="${sign}" x="${((index + 0.04) / count) * 1_000}" width="${920 / count}" y="${100 - height}" height="${height}"><title>${textOf(from)} to ${textOf(from + width)}${beyond}: ${size}</title></rect>`;
  });
  return markup`<figure class="chart low bars"><div class="plot" role="img" aria-label="${label}">
<svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
${marks.map(({ at, name }) => markup`<div class="mark" style="left:${Math.min(100, Math.max(0, shareOf(at, axis) * 100))}%"><span>${name}</span></div>`)}
</div><div class="times" aria-hidden="true">${axis.ticks.map((tick) => markup`<span style="left:${shareOf(tick, axis) * 100}%">${textOf(tick)}</span>`)}</div></figure>`;
}
