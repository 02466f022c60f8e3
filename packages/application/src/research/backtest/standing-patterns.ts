import type { Book } from "@sevenfold/domain/book";
import type { Candle } from "@sevenfold/domain/candle";
import type { Intent, PriceBatch } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import { mulDivHalfEven, type Price } from "@sevenfold/domain/money";
import {
  MINUTE_PATTERN_STANDS_MS,
  PATTERN_BARS_MAX,
  type PatternName,
  patternsAt,
} from "@sevenfold/domain/pattern";
import type { PatternConfirmation } from "@sevenfold/domain/strategy";
import type { BacktestSettings } from "./backtest-settings.ts";
import { type BarColumns, tradesThrough } from "./bar-columns.ts";
import { dueActionsOf } from "./due-actions.ts";
import type { DueSplit, GrowingCandle, PatternTape } from "./pattern-tape.ts";

const NONE: readonly PatternName[] = Object.freeze([]);

export const openTapes = (
  columns: readonly BarColumns[],
  { path }: Pick<BacktestSettings, "path">,
): readonly PatternTape[] =>
  columns.map((each) => ({
    columns: each,
    wholeAtClose: path === "ohlc" ? 0 : 1,
    splits: dueActionsOf([each]).flatMap(({ action, opensAt }) =>
      action.kind === "split" ? [{ ...action, opensAt }] : [],
    ),
    splitsDone: 0,
    next: 0,
    lastBar: -1,
    lastEndedAt: 0,
    days: [],
    today: undefined,
    todayNumber: Number.NEGATIVE_INFINITY,
    ofMinutes: NONE,
    ofDays: NONE,
  }));

/** The tapes of a run whose entries wait for a pattern. */
export const confirmingTapes = (
  columns: readonly BarColumns[],
  settings: BacktestSettings,
): readonly PatternTape[] | undefined =>
  settings.strategy.patternConfirmation === "require" ? openTapes(columns, settings) : undefined;

/** Says of every entry that is due whether a pattern stands; nobody asks it of other symbols. */
export function confirmEntries(
  tapes: readonly PatternTape[],
  book: Book,
  { at, count, prices, slots }: PriceBatch,
): void {
  for (let row = 0; row < count; row += 1) {
    const slot = slots[row]!;
    if (book.held[slot] !== 0 || book.enterAt[slot]! < prices[row]!) continue;
    book.patternSeen[slot] = standingAt(tapes[slot]!, at).length === 0 ? 0 : 1;
  }
}

/** What stood at each decision, in their order; nothing where patterns are not asked for. */
export function patternsOfDecisions(
  columns: readonly BarColumns[],
  settings: BacktestSettings,
  decisions: readonly Pick<Intent, "slot" | "at">[],
): readonly (readonly PatternName[])[] {
  const asked: PatternConfirmation = settings.strategy.patternConfirmation;
  if (asked === "off") return decisions.map(() => NONE);
  const tapes = openTapes(columns, settings);
  const found = new Map<Pick<Intent, "slot" | "at">, readonly PatternName[]>();
  for (const decision of decisions.toSorted((one, other) => one.at - other.at))
    found.set(decision, standingAt(tapes[decision.slot]!, decision.at));
  return decisions.map((decision) => found.get(decision)!);
}

/** The patterns that stand at an instant, those of days first, each once. */
export function standingAt(tape: PatternTape, at: Instant): readonly PatternName[] {
  takeUntil(tape, at);
  tape.ofDays ??= lastOf(tape.days);
  const areMinutesNews = at < tape.lastEndedAt + MINUTE_PATTERN_STANDS_MS;
  if (tape.columns.interval !== "minute" || !areMinutesNews) return tape.ofDays;
  tape.ofMinutes ??= lastOf(minutesOf(tape));
  if (tape.ofMinutes.length === 0) return tape.ofDays;
  return tape.ofDays.length === 0
    ? tape.ofMinutes
    : [...new Set([...tape.ofDays, ...tape.ofMinutes])];
}

const lastOf = (bars: readonly Candle[]): readonly PatternName[] =>
  bars.length === 0 ? NONE : patternsAt(bars, bars.length - 1);

function takeUntil(tape: PatternTape, at: Instant): void {
  const { closesAt, count, day, opensAt } = tape.columns;
  const before = at + tape.wholeAtClose;
  while (tape.next < count && closesAt[tape.next]! < before) take(tape, tape.next++);
  const { next } = tape;
  // A bar of another day that has opened ends the day before it.
  if (next < count && opensAt[next]! <= at && day[next] !== tape.todayNumber) endDay(tape);
}

function take(tape: PatternTape, bar: number): void {
  const { columns } = tape;
  if (!tradesThrough(columns, bar)) return;
  followSplits(tape, columns.opensAt[bar]!);
  if (columns.interval === "day") {
    addDay(tape, candleAt(columns, bar));
    return;
  }
  tape.lastBar = bar;
  tape.lastEndedAt = columns.closesAt[bar]!;
  tape.ofMinutes = undefined;
  if (columns.day[bar] !== tape.todayNumber) endDay(tape);
  tape.todayNumber = columns.day[bar]!;
  if (tape.today === undefined) tape.today = candleAt(columns, bar);
  else join(tape.today, columns, bar);
}

/** The last minutes in the prices of now, made only when somebody asks. */
function minutesOf({ columns, lastBar, splits, splitsDone }: PatternTape): readonly Candle[] {
  const minutes: Candle[] = [];
  for (let bar = lastBar; 0 <= bar && minutes.length < PATTERN_BARS_MAX; bar -= 1) {
    if (!tradesThrough(columns, bar)) continue;
    let candle: Candle = candleAt(columns, bar);
    for (let n = 0; n < splitsDone; n += 1)
      if (columns.opensAt[bar]! < splits[n]!.opensAt) candle = rescaled(candle, splits[n]!);
    minutes.push(candle);
  }
  return minutes.reverse();
}

const candleAt = ({ open, high, low, close }: BarColumns, bar: number): GrowingCandle => ({
  open: open[bar] as Price,
  high: high![bar] as Price,
  low: low![bar] as Price,
  close: close[bar] as Price,
});

function join(day: GrowingCandle, { high, low, close }: BarColumns, bar: number): void {
  if (day.high < high![bar]!) day.high = high![bar] as Price;
  if (low![bar]! < day.low) day.low = low![bar] as Price;
  day.close = close[bar] as Price;
}

function endDay(tape: PatternTape): void {
  if (tape.today !== undefined) addDay(tape, tape.today);
  tape.today = undefined;
}

function addDay(tape: PatternTape, day: Candle): void {
  tape.days.push(day);
  if (PATTERN_BARS_MAX < tape.days.length) tape.days.shift();
  tape.ofDays = undefined;
}

/** Bars of before a split in the prices of after it: a fall that was none makes no pattern. */
function followSplits(tape: PatternTape, opensAt: number): void {
  for (; tape.splitsDone < tape.splits.length; tape.splitsDone += 1) {
    const split = tape.splits[tape.splitsDone]!;
    if (opensAt < split.opensAt) return;
    tape.days.forEach((day, place) => {
      tape.days[place] = rescaled(day, split);
    });
    if (tape.today !== undefined) tape.today = rescaled(tape.today, split);
  }
}

function rescaled({ open, high, low, close }: Candle, split: DueSplit): GrowingCandle {
  const { numerator, denominator } = split;
  const scaled = (price: Price): Price =>
    Math.max(1, mulDivHalfEven(price, denominator, numerator)) as Price;
  return { open: scaled(open), high: scaled(high), low: scaled(low), close: scaled(close) };
}
