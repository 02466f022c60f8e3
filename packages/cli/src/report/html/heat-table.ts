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
  /** The place of a cell to be framed. */
  readonly best?: number | undefined;
}

/** A table whose cells are tinted by sign and size. Figures say all that color does. */
export function heatTable({
  caption,
  corner,
  columns,
  rows,
  textOf = shortPercent,
}: HeatTable): Markup {
  const strengthOf = strengthsFor(rows.flatMap(({ values }) => values).filter(isNumber));
  const hasTotal = rows.some(({ total }) => total !== undefined);
  const heading = [...columns, ...(hasTotal ? ["All"] : [])];
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${caption}, as a table"><table class="heat">
<thead><tr><th scope="col">${corner}</th>${heading.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ({ name, values, total, best }) =>
      markup`<tr><th scope="row">${name}</th>${values.map((value, at) => heatCell(value, { strengthOf, textOf, isBest: at === best }))}${
        hasTotal
          ? markup`<td class="total">${total === undefined ? "" : textOf(total)}</td>`
          : undefined
      }</tr>`,
  )}</tbody>
</table></div>`;
}

interface CellLook {
  readonly strengthOf: (value: number) => number;
  readonly textOf: (value: number) => string;
  readonly isBest: boolean;
}

function heatCell(value: number | undefined, { strengthOf, textOf, isBest }: CellLook): Markup {
  if (value === undefined) return markup`<td></td>`;
  const sign = value < 0 ? "loss" : "gain";
  return markup`<td class="${sign}${isBest ? " best" : ""}" style="--heat:${strengthOf(value)}%">${textOf(value)}${
    isBest ? markup`<span class="unseen"> (best)</span>` : undefined
  }</td>`;
}

const isNumber = (value: number | undefined): value is number => value !== undefined;

const FAINTEST = 12;

/** Percent of full color: by the root of size, or from the weakest to the strongest where all are of one sign. */
function strengthsFor(values: readonly number[]): (value: number) => number {
  const sizes = values.map(Math.abs);
  const most = sizes.reduce((one, other) => Math.max(one, other), 0);
  const least = sizes.reduce((one, other) => Math.min(one, other), most);
  const isOneSign = values.every((value) => 0 < value) || values.every((value) => value < 0);
  if (isOneSign && least < most)
    return (value) =>
      Math.round(FAINTEST + ((100 - FAINTEST) * (Math.abs(value) - least)) / (most - least));
  return (value) => (most === 0 ? 0 : Math.round(Math.sqrt(Math.abs(value) / most) * 100));
}

const shortPercent = (fraction: number): string =>
  percent(fraction, Math.abs(fraction) < 0.1 ? 2 : 1);
