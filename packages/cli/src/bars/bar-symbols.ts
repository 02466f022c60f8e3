import { basename } from "node:path";
import { isTicker, type Ticker } from "@sevenfold/domain/market";
import { usageFailure } from "../failure.ts";
import type { BarFile, BarSeries } from "./bar-series.ts";

/** A series of a file under the name it trades by. */
export interface NamedSeries {
  readonly ticker: Ticker;
  readonly file: BarFile;
  readonly series: BarSeries;
}

export interface NamedBars {
  readonly named: readonly NamedSeries[];
  readonly warnings: readonly string[];
}

const TICKER_LETTERS_MAX = 5;
const FALLBACK = "SYM";
const ENDING = /\.((csv|txt|tsv|json|jsonl|ndjson)(\.gz|\.bz2|\.zst)?|parquet|pq|columns\.json)$/i;

/**
 * Names every series: by the file's symbol column, else by the letters its file name begins with.
 * `wanted` chooses among those names or, when all are others, names the files in order.
 */
export function nameSeries(files: readonly BarFile[], wanted: readonly string[]): NamedBars {
  const guesses = files.flatMap((file) => file.series.map((series) => guessOf(file, series)));
  const tickers = wanted.map(tickerOf);
  if (tickers.length === 0) return withoutDoubles(guesses, warningsOf(guesses));

  const known = new Set(guesses.map(({ ticker }) => ticker));
  if (tickers.every((ticker) => known.has(ticker)))
    return withoutDoubles(
      guesses.filter(({ ticker }) => tickers.includes(ticker)),
      [],
    );
  const renamed = guesses.length === files.length ? namedInOrder(guesses, tickers) : undefined;
  if (renamed !== undefined) return renamed;
  const strange = tickers.filter((ticker) => !known.has(ticker));
  throw usageFailure(
    `no bars of ${strange.join(", ")}: the files hold ${[...known].join(", ")}; --symbols takes some of these, or another name for each file in order`,
  );
}

/**
 * Gives each file the name of its place. Undefined where the names do not go round, or where some of
 * them are names of other files: who wrote those meant to choose.
 */
function namedInOrder(
  guesses: readonly Guess[],
  tickers: readonly Ticker[],
): NamedBars | undefined {
  if (guesses.length !== tickers.length) return undefined;
  const known = new Set(guesses.map(({ ticker }) => ticker));
  const renamed = guesses.map((guess, i) => ({ ...guess, own: guess.ticker, ticker: tickers[i]! }));
  const doubtful = renamed.filter(
    ({ own, ticker, isForced }) => ticker !== own && (!isForced || known.has(ticker)),
  );
  if (0 < doubtful.length && tickers.some((ticker) => known.has(ticker))) return undefined;
  const warnings = doubtful.map(
    ({ file, own, ticker }) =>
      `${file.path}: its bars are read as ${ticker} and not as ${own}: --symbols names the files in order`,
  );
  return withoutDoubles(renamed, warnings);
}

interface Guess extends NamedSeries {
  /** The name says more letters than a ticker has, or none. */
  readonly isForced: boolean;
}

function guessOf(file: BarFile, series: BarSeries): Guess {
  const text = series.symbol ?? basename(file.path).replace(ENDING, "");
  const word = spelledAsHere(text);
  if (isTicker(word)) return { file, series, ticker: word, isForced: false };
  const leading = /^[A-Z]+/.exec(word)?.[0];
  const letters = leading ?? /[A-Z]+/.exec(word)?.[0] ?? FALLBACK;
  const ticker = letters.slice(0, TICKER_LETTERS_MAX) as Ticker;
  // "orcl-1995-2014" leaves no doubt; "bitcoin" and "^GSPC" do.
  return { file, series, ticker, isForced: series.symbol !== undefined || ticker !== leading };
}

/** The symbol a file's name begins with: "orcl-actions.csv" is ORCL. */
export const tickerOfFile = (path: string): Ticker =>
  tickerNamed(basename(path).replace(ENDING, ""));

/** The symbol a cell says: "BRK/B" is BRK.B. */
export function tickerNamed(text: string): Ticker {
  const word = spelledAsHere(text);
  if (isTicker(word)) return word;
  const letters = /[A-Z]+/.exec(word)?.[0] ?? FALLBACK;
  return letters.slice(0, TICKER_LETTERS_MAX) as Ticker;
}

// BRK-B and BRK/B are other vendors' spellings of BRK.B.
const spelledAsHere = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/^([A-Z]{1,5})[-/]([A-Z])$/, "$1.$2");

function tickerOf(text: string): Ticker {
  const ticker = spelledAsHere(text);
  if (!isTicker(ticker))
    throw usageFailure(`"${text}" is not a symbol: one to five letters, as in ORCL or BRK.B`);
  return ticker;
}

const warningsOf = (guesses: readonly Guess[]): string[] =>
  guesses
    .filter(({ isForced }) => isForced)
    .map(
      ({ file, series, ticker }) =>
        `${file.path}: ${series.symbol ?? "its name"} is read as ${ticker}; --symbols gives a file another name`,
    );

function withoutDoubles(named: readonly NamedSeries[], warnings: readonly string[]): NamedBars {
  const seen = new Map<Ticker, string>();
  for (const { ticker, file } of named) {
    const other = seen.get(ticker);
    if (other !== undefined)
      throw usageFailure(
        `${ticker} comes from both ${other} and ${file.path}; give one file a symbol, or name each with --symbols`,
      );
    seen.set(ticker, file.path);
  }
  return { named, warnings };
}
