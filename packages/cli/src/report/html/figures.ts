import { type Markup, markup } from "./markup.ts";

export interface KeyFigure {
  readonly name: string;
  readonly text: string;
  /** Colors the figure where it says gain or loss. */
  readonly sign?: number | null;
  readonly note?: string | undefined;
}

/** The few figures one looks at first. */
export const keyFigures = (figures: readonly KeyFigure[]): Markup =>
  markup`<dl class="figures" style="--across:${Math.min(4, figures.length)}">${figures.map(
    ({ name, text, sign = 0, note }) =>
      markup`<div><dt>${name}</dt><dd class="${(sign ?? 0) < 0 ? "loss" : 0 < (sign ?? 0) ? "gain" : ""}">${text}</dd>${
        note === undefined ? undefined : markup`<dd class="note">${note}</dd>`
      }</div>`,
  )}</dl>`;

/** A plain table: the first column names the row, figures stand right. */
export const plainTable = (
  label: string,
  heading: readonly string[],
  rows: readonly (readonly (string | Markup)[])[],
): Markup =>
  markup`<div class="scroll" tabindex="0" role="region" aria-label="${label}, as a table"><table><thead><tr>${heading.map(
    (name) => markup`<th scope="col">${name}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ([first = "", ...rest]) =>
      markup`<tr><th scope="row">${first}</th>${rest.map((cell) => markup`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;

/** Dollars or a rate in the color of its sign. */
export const colored = (text: string, amount: number): Markup =>
  amount === 0
    ? markup`${text}`
    : markup`<span class="${amount < 0 ? "loss" : "gain"}">${text}</span>`;
