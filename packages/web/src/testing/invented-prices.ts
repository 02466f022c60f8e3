import { stockOf } from "@sevenfold/domain/stocks";

/** Shares, and the average cost as a part of where the symbol's price begins. */
// prettier-ignore
const HELD_ROWS: readonly (readonly [ticker: string, shares: number, part: number])[] = [
  ["AAPL", 20, 0.985],
  ["AMD", 10, 1.02],
  ["COIN", 10, 0.97],
  ["CRM", 20, 1.013],
  ["JPM", 30, 0.994],
  ["NVDA", 40, 0.96],
];
export const HELD: Readonly<Record<string, readonly [shares: number, average: number]>> =
  Object.fromEntries(
    HELD_ROWS.map(([ticker, shares, part]) => [
      ticker,
      [shares, Math.round((stockOf(ticker)!.basePrice / 100) * part) / 100],
    ]),
  );

export const hashOf = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);

/** A price that moves by itself: two waves of its own per symbol. */
export function priceAt(ticker: string, at: number): number {
  const stock = stockOf(ticker);
  const start = stock === undefined ? 100 : stock.basePrice / 10_000;
  const own = hashOf(ticker);
  const slow = Math.sin(at / 7_200_000 + own) * 0.045;
  const fast = Math.sin(at / 41_000 + own * 3) * 0.004 + Math.sin(at / 2_900 + own) * 0.0009;
  return Math.round(start * (1 + slow + fast) * 100) / 100;
}

export const cents = (dollars: number) => Math.round(dollars * 100) / 100;
export const percentOf = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100;
