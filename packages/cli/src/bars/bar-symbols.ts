import { basename } from "node:path";
import { isTicker, type Ticker } from "@sevenfold/domain/market";
import { inputFailure, usageFailure } from "../failure.ts";
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
  /** Files whose own name is no symbol, so that a part of it had to do. */
  readonly cut?: readonly string[];
}

const TICKER_LETTERS_MAX = 5;
const FALLBACK = "SYM";
const ENDING = /\.((csv|txt|tsv|json|jsonl|ndjson)(\.gz|\.bz2|\.zst)?|parquet|pq|columns\.json)$/i;

/**
 * Names every series: by the file's symbol column, else by the letters its file name begins with.
 * `wanted` chooses among those names or, when all are others, names the files in order. Throws a
 * `Failure` where a column names what is no symbol and `wanted` does not say what to do with it.
 */
export function nameSeries(files: readonly BarFile[], wanted: readonly string[]): NamedBars {
  const guesses = guessesOf(files);
  const tickers = wanted.map(tickerOf);
  const isOneEach = guesses.length === files.length;
  if (tickers.length === 0) {
    const named = guesses.map((guess) => namedOf(guess) ?? refuse(guess, guesses, isOneEach));
    const cut = guesses.filter(({ isForced }) => isForced).map(({ file }) => file.path);
    return { ...withoutDoubles(named, warningsOf(guesses)), cut };
  }
  const known = new Set(guesses.map(({ ticker }) => ticker));
  if (tickers.every((ticker) => known.has(ticker))) {
    const chosen = namedAmong(guesses).filter(({ ticker }) => tickers.includes(ticker));
    return withoutDoubles(chosen, []);
  }
  const renamed = isOneEach ? namedInOrder(guesses, tickers) : undefined;
  if (renamed !== undefined) return renamed;
  const strange = tickers.filter((ticker) => !known.has(ticker));
  throw usageFailure(
    `no bars of ${strange.join(", ")}: the files hold ${[...new Set(guesses.map(wordOf))].join(", ")}; --symbols takes some of these, or another name for each file in order`,
  );
}

/** The series that have a name of their own. */
export const seriesNamed = (files: readonly BarFile[]): readonly NamedSeries[] =>
  withoutDoubles(namedAmong(guessesOf(files)), []).named;

const guessesOf = (files: readonly BarFile[]): readonly Guess[] =>
  files.flatMap((file) => file.series.map((series) => guessOf(file, series)));

const namedAmong = (guesses: readonly Guess[]): readonly NamedSeries[] =>
  guesses.flatMap((guess) => namedOf(guess) ?? []);

const namedOf = ({ file, series, ticker }: Guess): NamedSeries | undefined =>
  ticker && { file, series, ticker };

/** A part of what a column says is another instrument: USD/JPY is not USD. */
function refuse(guess: Guess, all: readonly Guess[], isOneEach: boolean): never {
  const others = namedAmong(all).map(({ ticker }) => ticker);
  const choosing =
    others.length === 0
      ? "write another into the file"
      : `write another into the file, or choose by --symbols ${listed(others)}`;
  const way = isOneEach ? "--symbols gives each file another name, in order" : choosing;
  throw inputFailure(
    `${guess.file.path}: ${wordOf(guess)} is no symbol: one to five letters, as in ORCL or BRK.B; ${way}`,
  );
}

const LISTED = 6;

const listed = (tickers: readonly Ticker[]): string =>
  tickers.length <= LISTED ? tickers.join(",") : `${tickers.slice(0, LISTED).join(",")},…`;

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
    ({ own, ticker, isForced }) =>
      own !== undefined && ticker !== own && (!isForced || known.has(ticker)),
  );
  if (0 < doubtful.length && tickers.some((ticker) => known.has(ticker))) return undefined;
  const warnings = doubtful.map(
    ({ file, own, ticker }) =>
      `${file.path}: its bars are read as ${ticker} and not as ${own}: --symbols names the files in order`,
  );
  return withoutDoubles(renamed, warnings);
}

interface Guess {
  readonly file: BarFile;
  readonly series: BarSeries;
  /** Undefined where a column names what is no symbol. */
  readonly ticker: Ticker | undefined;
  /** The file's name says more letters than a ticker has, or none. */
  readonly isForced: boolean;
}

function guessOf(file: BarFile, series: BarSeries): Guess {
  if (series.symbol !== undefined) {
    const word = spelledAsHere(series.symbol);
    return { file, series, ticker: isTicker(word) ? word : undefined, isForced: false };
  }
  const word = spelledAsHere(basename(file.path).replace(ENDING, ""));
  if (isTicker(word)) return { file, series, ticker: word, isForced: false };
  const leading = /^[A-Z]+/.exec(word)?.[0];
  const ticker = lettersOf(word);
  // "orcl-1995-2014" leaves no doubt; "bitcoin" and "^GSPC" do.
  return { file, series, ticker, isForced: ticker !== leading };
}

/** How a message calls it. */
const wordOf = ({ series, ticker }: Guess): string => ticker ?? `"${series.symbol}"`;

/** The symbol a file's name begins with: "orcl-actions.csv" is ORCL. */
export function tickerOfFile(path: string): Ticker {
  const word = spelledAsHere(basename(path).replace(ENDING, ""));
  return isTicker(word) ? word : lettersOf(word);
}

const lettersOf = (word: string): Ticker =>
  (/[A-Z]+/.exec(word)?.[0] ?? FALLBACK).slice(0, TICKER_LETTERS_MAX) as Ticker;

/** A symbol as other vendors write it: BRK-B and BRK/B are BRK.B. It may be none. */
export const spelledAsHere = (text: string): string =>
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
      ({ file, ticker }) =>
        `${file.path}: its name is read as ${ticker}; --symbols gives a file another name`,
    );

function withoutDoubles(named: readonly NamedSeries[], warnings: readonly string[]): NamedBars {
  const seen = new Map<Ticker, BarFile>();
  for (const { ticker, file } of named) {
    const other = seen.get(ticker);
    if (other === file)
      throw inputFailure(
        `${file.path}: ${ticker} is spelled in more than one way in its symbol column; spell it in one`,
      );
    if (other !== undefined)
      throw usageFailure(
        `${ticker} comes from both ${other.path} and ${file.path}; give one file a symbol, or name each with --symbols`,
      );
    seen.set(ticker, file);
  }
  return { named, warnings };
}
