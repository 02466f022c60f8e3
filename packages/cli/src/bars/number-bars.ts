import { unitsFromNumber } from "@sevenfold/domain/money";
import { type BarRows, checkedPrice } from "./bar-rows.ts";
import type { BarTime } from "./bar-time.ts";
import { isCountable } from "./price-cell.ts";

/** A row as programs keep it: dollars as floats; undefined where the file keeps no value. */
export interface NumberBar {
  readonly time: BarTime;
  readonly open: number | undefined;
  readonly high: number | undefined;
  readonly low: number | undefined;
  readonly close: number | undefined;
  readonly volume: number | undefined;
  readonly symbol: string | undefined;
}

/** Takes a row of floats: one without any price is skipped, as NaN has it. */
export function takeNumberBar(rows: BarRows, bar: NumberBar, row: number): void {
  const { open, high, low, close, volume } = bar;
  if ([open, high, low, close].every(isNone)) {
    rows.skip();
    return;
  }
  if (bar.symbol === "") rows.refuse(row, "the symbol is empty");
  const priceOf = (name: string, dollars: number | undefined): number =>
    dollars === undefined
      ? checkedPrice(rows, row, { name, text: "", units: undefined })
      : checkedPrice(rows, row, { name, text: String(dollars), units: unitsOfFloat(dollars) });
  if (volume !== undefined && !(Number.isNaN(volume) || isCountable(volume)))
    rows.refuse(row, `the volume "${volume}" is not a number of shares`);
  rows.take(
    {
      ...bar,
      open: priceOf("open", open),
      high: priceOf("high", high),
      low: priceOf("low", low),
      close: priceOf("close", close),
      volume: volume === undefined ? undefined : Math.floor(Number.isNaN(volume) ? 0 : volume),
    },
    row,
  );
}

const isNone = (dollars: number | undefined): boolean =>
  dollars === undefined || Number.isNaN(dollars);

/** More digits no float of 32 bits has. */
const FLOAT32_DIGITS_MAX = 9;

/** The shortest decimal that a float of 32 bits stands for: of 9123.4697265625 it is 9123.47. */
export function decimalOfFloat32(value: number): number {
  // The usual prices are found by arithmetic; to print each takes twenty times as long.
  for (let scale = 1; scale <= 10_000; scale *= 10) {
    const decimal = Math.round(value * scale) / scale;
    if (decimal < 1e6 / scale && Math.fround(decimal) === value) return decimal;
  }
  for (let digits = 6; digits < FLOAT32_DIGITS_MAX; digits++) {
    const decimal = Number(value.toPrecision(digits));
    if (Math.fround(decimal) === value) return decimal;
  }
  return value;
}

/** Half-even on the shortest decimal form; the text is made only where it could matter. */
export function unitsOfFloat(dollars: number): number | undefined {
  const scaled = dollars * 10_000;
  const units = Math.round(scaled);
  if (Math.abs(scaled - units) < 0.49) return units;
  return unitsFromNumber(dollars);
}
