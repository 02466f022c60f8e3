import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { openBlockJournal } from "../backtest/block-journal.ts";
import { followEvents } from "./follow-events.ts";
import { followWishes } from "./follow-wishes.ts";
import { openKeptAnswers } from "./kept-answers.ts";
import type { WishSource } from "./own-run.ts";
import { INDICATORS } from "./strategy-indicators.ts";
import type { Bar, Line, Lines, Strategy, WakeAt } from "./strategy-interface.ts";
import { strategySource } from "./strategy-source.ts";
import { barsOf, runStrategy } from "./testing/priced-bars.ts";
import { columnsArbitrary, settingsArbitrary } from "./testing/session-bars.ts";

interface Moods {
  readonly every: number;
  readonly fast: number;
  readonly slow: number;
  /** What is crossed: two averages, a strength and a number, or a close and an average. */
  readonly pair: "averages" | "strength" | "close";
}

const moodsArbitrary: fc.Arbitrary<Moods> = fc.record({
  every: fc.integer({ min: 3, max: 30 }),
  fast: fc.integer({ min: 1, max: 5 }),
  slow: fc.integer({ min: 1, max: 9 }),
  pair: fc.constantFrom("averages" as const, "strength" as const, "close" as const),
});

const pairOf = ({ fast, slow, pair }: Moods, lines: Lines): readonly [Line, Line | number] => {
  if (pair === "strength") return [lines.rsi(fast), 50];
  return pair === "close" ? [lines.close, lines.ema(slow)] : [lines.sma(fast), lines.sma(slow)];
};

const nowOf = (line: Line | number) => (typeof line === "number" ? line : line.now);

/** Now and then it does not say again that it waits. */
function untilOf(
  moods: Moods,
  pair: readonly [Line, Line | number],
  close: number,
): WakeAt | undefined {
  const mood = Math.round(close * 100) % moods.every;
  if (mood === 0) return {};
  if (mood === 2) return undefined;
  return {
    ...(mood % 7 !== 1 && { crossing: pair }),
    ...(mood % 5 === 1 && { below: close - 0.7 }),
    ...(mood % 3 === 1 && { above: close + 0.9 }),
  };
}

type EachSymbol = NonNullable<Strategy["forEachSymbol"]>;
type ForEvents = NonNullable<Strategy["forEvents"]>;

const waiting =
  (moods: Moods, told: unknown[]): EachSymbol =>
  ({ lines, wakeAt, symbol }) => {
    const pair = pairOf(moods, lines);
    told.push([symbol, pair.map(nowOf)]);
    if (moods.every % 2 === 0) wakeAt({ crossing: pair });
    return ({ close, held }) => {
      const [one, other] = pair.map(nowOf);
      told.push([symbol, close, held, one, other]);
      const until = untilOf(moods, pair, close);
      if (until !== undefined) wakeAt(until);
      if (one === undefined || other === undefined) return undefined;
      return { shares: other < one ? 40 : Math.round(close) % 3 };
    };
  };

const waitingEvents =
  (moods: Moods, told: unknown[]): ForEvents =>
  ({ linesOf, trading, symbols }) => {
    const pairs = new Map(symbols.map((symbol) => [symbol, pairOf(moods, linesOf(symbol))]));
    return {
      onStart: () => {
        for (const [symbol, pair] of pairs) {
          told.push([symbol, pair.map(nowOf)]);
          trading.wakeAt(symbol, { crossing: pair });
        }
      },
      onBar: ({ symbol, close, held }) => {
        const pair = pairs.get(symbol)!;
        const [one, other] = pair.map(nowOf);
        told.push([symbol, close, held, one, other, trading.now]);
        const until = untilOf(moods, pair, close);
        if (until !== undefined) trading.wakeAt(symbol, until);
        if (one === undefined || other === undefined) return;
        if (other < one && held === 0) trading.submit({ symbol, side: "buy", shares: 10 });
        if (one <= other) trading.close(symbol);
      },
    };
  };

/** Lines and waits of one symbol in words of their own: fed with each of its bars. */
function plainWaits() {
  const fed: ((close: number) => void)[] = [];
  const line = (indicator: { next(value: number): number | undefined }): Line => {
    const own = { now: undefined as number | undefined };
    fed.push((close) => {
      own.now = indicator.next(close);
    });
    return own;
  };
  const lines: Lines = {
    close: line({ next: (value) => value }),
    sma: (bars) => line(INDICATORS.sma(bars)),
    ema: (bars) => line(INDICATORS.ema(bars)),
    rsi: (bars) => line(INDICATORS.rsi(bars)),
    zScore: (bars) => line(INDICATORS.zScore(bars)),
  };
  const sideOf = ({ crossing }: WakeAt) => {
    const [one, other] = (crossing ?? []).map(nowOf);
    return one === undefined || other === undefined ? undefined : other < one;
  };
  let wait: WakeAt | undefined;
  let began: boolean | undefined;
  return {
    lines,
    wakeAt(until: WakeAt = {}) {
      wait = Object.keys(until).length === 0 ? undefined : until;
      began = sideOf(until);
    },
    forget() {
      wait = undefined;
    },
    hears({ close }: Pick<Bar, "close">): boolean {
      for (const take of fed) take(close);
      if (wait === undefined) return true;
      const side = sideOf(wait);
      const isMet = close <= (wait.below ?? -1) || (wait.above ?? Infinity) <= close;
      if (!isMet && (side === undefined || side === began)) return false;
      wait = undefined;
      return true;
    },
  };
}

const plainly =
  (begin: EachSymbol): EachSymbol =>
  (setup) => {
    const { lines, wakeAt, hears } = plainWaits();
    const decide = begin({ ...setup, lines, wakeAt });
    return (bar) => (hears(bar) ? decide(bar) : undefined);
  };

const plainEvents =
  (begin: ForEvents): ForEvents =>
  (setup) => {
    const waits = new Map(setup.symbols.map((symbol) => [symbol, plainWaits()]));
    const { onStart, onBar } = begin({
      ...setup,
      linesOf: (symbol) => waits.get(symbol)!.lines,
      trading: Object.create(setup.trading, {
        wakeAt: { value: (symbol: string, until: WakeAt) => waits.get(symbol)!.wakeAt(until) },
      }),
    });
    return {
      onStart: onStart!,
      onBar: (bar) => {
        if (waits.get(bar.symbol)!.hears(bar)) onBar!(bar);
      },
      onFill: ({ symbol }) => waits.get(symbol)!.forget(),
      onOrder: ({ symbol }) => waits.get(symbol)!.forget(),
    };
  };

function tradedBy(
  columns: readonly BarColumns[],
  settings: BacktestSettings,
  source: WishSource,
  isTallied = false,
) {
  const blocks = openBlockJournal(columns.length);
  const following = followWishes({ columns, settings, source, isTallied }, blocks);
  while (following.advance(13));
  return following.report();
}

const eachBy = (forEachSymbol: EachSymbol, bytes: number | undefined) =>
  strategySource(
    { forEachSymbol },
    {},
    { at: 0, symbols: [] },
    bytes === undefined ? undefined : { kept: openKeptAnswers(bytes) },
  );

describe("lines that are waited for to cross", () => {
  it("leave of a function per bar what it would have left asked at each close, bars known or not", () => {
    fc.assert(
      fc.property(
        columnsArbitrary,
        settingsArbitrary,
        moodsArbitrary,
        (columns, settings, moods) => {
          const plainTold: unknown[] = [];
          const slow = eachBy(plainly(waiting(moods, plainTold)), undefined);
          const plain = tradedBy(columns, settings, { ...slow, quiet: (_, __, from) => from });
          for (const bytes of [undefined, 0, 2 ** 20]) {
            const told: unknown[] = [];
            const source = eachBy(waiting(moods, told), bytes);
            expect(tradedBy(columns, settings, source)).toEqual(plain);
            expect(told).toEqual(plainTold);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it("leave of events what they would have left with every bar told", () => {
    fc.assert(
      fc.property(
        columnsArbitrary,
        settingsArbitrary,
        moodsArbitrary,
        (columns, settings, moods) => {
          const [told, plainTold]: [unknown[], unknown[]] = [[], []];
          const run = (forEvents: ForEvents) => {
            const own = { columns, settings, strategy: { forEvents }, parameters: {} };
            const asked = { at: 0, symbols: [] };
            const following = followEvents({ ...own, asked }, openBlockJournal(columns.length));
            while (following.advance(13));
            return following.report();
          };
          expect(run(waitingEvents(moods, told))).toEqual(
            run(plainEvents(waitingEvents(moods, plainTold))),
          );
          expect(told).toEqual(plainTold);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("of which only totals are asked come to the same, and keep no lists", () => {
    fc.assert(
      fc.property(
        columnsArbitrary,
        settingsArbitrary,
        moodsArbitrary,
        (columns, settings, moods) => {
          const source = () => eachBy(waiting(moods, []), 0);
          const { trades, canceled, ...whole } = tradedBy(columns, settings, source());
          const tallied = tradedBy(columns, settings, source(), true);
          const exits = trades.filter(({ side }) => side === "sell").map(({ net }) => net);
          const gains = exits.filter((amount) => 0 < amount);
          const sum = (amounts: readonly number[]) =>
            amounts.reduce((total, each) => total + each, 0);
          expect(whole.totals).toEqual({
            trades: trades.length,
            exits: exits.length,
            wins: gains.length,
            won: sum(gains),
            lost: sum(gains) - sum(exits),
            canceled: canceled.length,
          });
          const { totals, equityCurve, book, closes, closesHolding, feesHeld } = whole;
          const same = { totals, equityCurve, book, closes, closesHolding, feesHeld };
          expect(tallied).toMatchObject(same);
          expect([tallied.trades, tallied.decisions, tallied.canceled]).toEqual([[], [], []]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("are refused for what is no pair, no line, another symbol's line or nothing that may be waited for", () => {
    const bars = ["AAA", "BBB"].map((symbol) => barsOf(symbol, [[1_000, 1_000, 1_000, 1_000]]));
    const waitsFor = (until: (own: Lines, others: Lines) => unknown) => () =>
      runStrategy(bars, {
        forEvents: ({ trading, linesOf }) => ({
          onStart: () => trading.wakeAt("AAA", until(linesOf("AAA"), linesOf("BBB")) as WakeAt),
        }),
      });
    expect(waitsFor((own) => ({ crossing: [own.sma(2)] }))).toThrow("not of two");
    expect(waitsFor((own) => ({ crossing: [own.sma(2), "50"] }))).toThrow("neither a line");
    expect(waitsFor((own) => ({ crossing: [own.sma(2), Number.NaN] }))).toThrow("neither a line");
    expect(waitsFor((own, { close }) => ({ crossing: [own.close, close] }))).toThrow(
      "another symbol",
    );
    expect(waitsFor(() => ({ crosses: [] }))).toThrow("it waits for crosses; there are below");
    expect(waitsFor((own) => ({ crossing: [own.sma(0), 1] }))).toThrow("a period is");
    expect(waitsFor((own) => ({ crossing: [own.close, 50] }))).not.toThrow();
  });
});
