import { type BarHeader, readBarHeader } from "./bar-header.ts";

/** Where a file keeps the bars of one symbol. */
export interface SymbolHeader {
  readonly header: BarHeader;
  /** Undefined where the file does not name it in its titles. */
  readonly symbol: string | undefined;
}

const wordOf = (cell: string | undefined): string => cell?.trim().toLowerCase() ?? "";

/**
 * Whether a first line is one of the two titles that yfinance writes over several symbols:
 * "Price,Close,Close,…" over "Ticker,AAPL,MSFT,…", or the other way round.
 */
export function isTitled(cells: readonly string[]): boolean {
  const [first, ...others] = cells.map(wordOf);
  if (first === "ticker") return true;
  return first === "price" && new Set(others).size < others.length;
}

/** The columns of each symbol by the two titles; a text says what is wrong with them. */
export function headersOfTitles(
  first: readonly string[],
  second: readonly string[],
): readonly SymbolHeader[] | string {
  const isTickerFirst = wordOf(first[0]) === "ticker";
  const tickers = isTickerFirst ? first : second;
  const prices = isTickerFirst ? second : first;
  if (wordOf(tickers[0]) !== "ticker" || wordOf(prices[0]) !== "price")
    return 'the header names columns twice; a line "Ticker" beside the line "Price" says whose they are';
  const symbols = [...new Set(tickers.slice(1).map((cell) => cell.trim()))].filter(Boolean);
  const headers: SymbolHeader[] = [];
  for (const symbol of symbols) {
    // What is another symbol's has no name to this one.
    const own = prices.map((cell, at) =>
      at === 0 || tickers[at]?.trim() === symbol ? cell : "another symbol",
    );
    const header = readBarHeader(own);
    if (typeof header === "string") return `${symbol}: ${header}`;
    headers.push({ header, symbol });
  }
  return headers.length === 0 ? "the titles name no symbol" : headers;
}
