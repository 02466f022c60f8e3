import { percent } from "../amounts.ts";
import { type Markup, markup } from "./markup.ts";

export interface HeatTable {
  readonly caption: string;
  readonly corner: string;
  readonly columns: readonly string[];
  readonly rows: readonly HeatRow[];
  /** How a value is written; percent of a fraction by default. */
  readonly textOf?: (value: number) => string;
}

export interface HeatRow {
  readonly name: string;
  /** undefined is an empty cell. */
  readonly values: readonly (number | undefined)[];
  /** A cell beside the row that takes no part in the colors. */
  readonly total?: number;
}

/** A table whose cells are tinted by sign and the root of size, so that small ones show. Figures say all that color does. */
export function heatTable({
  caption,
  corner,
  columns,
  rows,
  textOf = shortPercent,
}: HeatTable): Markup {
  const sizes = rows.flatMap(({ values }) => values.map((value) => Math.abs(value ?? 0)));
  const most = sizes.reduce((one, other) => Math.max(one, other), 0);
  const hasTotal = rows.some(({ total }) => total !== undefined);
  const heading = [...columns, ...(hasTotal ? ["All"] : [])];
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${caption}, as a table"><table class="heat">
<thead><tr><th scope="col">${corner}</th>${heading.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ({ name, values, total }) =>
      markup`<tr><th scope="row">${name}</th>${values.map((value) => heatCell(value, most, textOf))}${
        hasTotal
          ? markup`<td class="total">${total === undefined ? "" : textOf(total)}</td>`
          : undefined
      }</tr>`,
  )}</tbody>
</table></div>`;
}

function heatCell(
  value: number | undefined,
  most: number,
  textOf: (value: number) => string,
): Markup {
  if (value === undefined) return markup`<td></td>`;
  const strength = most === 0 ? 0 : Math.round(Math.sqrt(Math.abs(value) / most) * 100);
  const sign = value < 0 ? "loss" : "gain";
  return markup`<td class="${sign}" style="--heat:${strength}%">${textOf(value)}</td>`;
}

const shortPercent = (fraction: number): string =>
  percent(fraction, Math.abs(fraction) < 0.1 ? 2 : 1);
