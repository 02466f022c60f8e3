import type { Ticker } from "@sevenfold/domain/market";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { openBlockJournal } from "../backtest/block-journal.ts";
import { followEvents } from "./follow-events.ts";
import type { Bar, EventHandlers, Strategy, Trading, WakeAt } from "./strategy-interface.ts";
import { barsOf, runStrategy } from "./testing/priced-bars.ts";
import { columnsArbitrary, settingsArbitrary } from "./testing/session-bars.ts";

/** Of a symbol that nobody trades, and that lacks a bar: beside it no symbols close together. */
const SILENT = "ZZZ" as Ticker;
const silentBars = (like: BarColumns): BarColumns => {
  const without = <Column extends Float64Array | Int32Array | Uint16Array | Uint8Array>(
    column: Column,
  ): Column => column.filter((_, bar) => bar !== 2) as Column;
  return {
    ...like,
    ticker: SILENT,
    count: like.count - 1,
    opensAt: without(like.opensAt),
    closesAt: without(like.closesAt),
    open: without(like.open),
    close: without(like.close),
    volume: without(like.volume!),
    day: without(like.day),
    ...(like.opensInSession && {
      opensInSession: without(like.opensInSession),
      closesInSession: without(like.closesInSession!),
    }),
  };
};

interface Moods {
  readonly every: number;
  readonly isOfBars: boolean;
  readonly isOfEach: boolean;
  /** It hears of its fills and orders. */
  readonly isOfOrders: boolean;
  readonly patience: number;
}

/** Sends orders, asks about the account and waits for prices now and then, by what a bar says. */
const moody =
  ({ every, isOfBars, isOfEach, isOfOrders, patience }: Moods, told: unknown[]) =>
  ({ trading }: { readonly trading: Trading }): EventHandlers => {
    const kept: Bar[] = [];
    const act = (bar: Bar) => {
      const { symbol, close, held, entryPrice } = bar;
      const mood = Math.round(close * 100) % every;
      told.push([symbol, trading.now, close, held, entryPrice, trading.cash]);
      kept[0] ??= bar;
      if (mood === 0) trading.submit({ symbol, side: "buy", shares: 10 });
      if (mood === 1) trading.close(symbol);
      // Where shares may be owed, soon more than the margin bears.
      if (mood === 7) trading.submit({ symbol, side: "sell", shares: 3_000 });
      if (mood === 2) told.push(trading.room(symbol), trading.room(symbol, "sell"));
      if (mood === 3) told.push(bar.equity);
      if (mood === 4) told.push(trading.equity, trading.openOrders());
      if (mood === 5)
        trading.submit({ symbol, side: "buy", shares: 7, type: "limit", limitPrice: close - 0.3 });
      const [below, above] = [close - (mood % 4) / 2, close + (mood % 3) / 2 + 0.013];
      if (mood % 5 < patience)
        trading.wakeAt(symbol, mood % 2 === 0 ? { below, above } : { below });
      if (mood === 6) trading.wakeAt(symbol);
    };
    return {
      ...(isOfEach && { onBar: act }),
      ...(isOfBars && {
        onBars: (bars) => {
          told.push(bars.map(({ symbol }) => symbol));
          if (!isOfEach) bars.forEach(act);
        },
      }),
      ...(isOfOrders && {
        onFill: ({ symbol, price, at }) => told.push([symbol, price, at, kept[0]?.equity]),
        onOrder: ({ symbol, status, because }) => told.push([symbol, status, because]),
      }),
    };
  };

/**
 * The same, each bar asked of the engine and waiting done here, in words of its own. Symbols do not
 * close together, so that each close is booked before it is told.
 */
const plainly =
  (begin: NonNullable<Strategy["forEvents"]>): NonNullable<Strategy["forEvents"]> =>
  (setup) => {
    const waits = new Map<string, WakeAt>();
    const { onBar, onBars, onFill, onOrder } = begin({
      ...setup,
      trading: Object.create(setup.trading, {
        wakeAt: { value: (symbol: string, bounds: WakeAt = {}) => waits.set(symbol, bounds) },
      }),
    });
    const hears = ({ symbol, close }: Bar): boolean => {
      const { below, above } = waits.get(symbol) ?? {};
      if (below === undefined && above === undefined) return true;
      if ((below ?? -1) < close && close < (above ?? Infinity)) return false;
      return waits.delete(symbol);
    };
    return {
      onBars(all) {
        const bars = all.filter(({ symbol }) => symbol !== SILENT);
        const heard = bars.filter(hears);
        for (const bar of heard) onBar?.(bar);
        if (0 < heard.length) onBars?.(bars);
      },
      onFill(fill) {
        waits.delete(fill.symbol);
        onFill?.(fill);
      },
      onOrder(order) {
        waits.delete(order.symbol);
        onOrder?.(order);
      },
    };
  };

function outcomeOf(
  columns: readonly BarColumns[],
  settings: BacktestSettings,
  forEvents: NonNullable<Strategy["forEvents"]>,
) {
  const asked = { at: 0, symbols: [] };
  const own = { columns, settings, strategy: { forEvents }, parameters: {}, asked };
  const following = followEvents(own, openBlockJournal(columns.length));
  while (following.advance(13));
  const { book, bars: _, feesHeld, ...report } = following.report();
  const { tickers, slots, ...figures } = book;
  const count = columns.filter(({ ticker }) => ticker !== SILENT).length;
  const ofSlots = Object.entries(figures).map(([name, figure]) => [
    name,
    ArrayBuffer.isView(figure) ? [...(figure as Float64Array)].slice(0, count) : figure,
  ]);
  return { ...report, feesHeld: feesHeld.slice(0, count), book: Object.fromEntries(ofSlots) };
}

const moodsArbitrary: fc.Arbitrary<Moods> = fc
  .record({
    every: fc.integer({ min: 5, max: 30 }),
    isOfBars: fc.boolean(),
    isOfEach: fc.boolean(),
    isOfOrders: fc.boolean(),
    patience: fc.integer({ min: 0, max: 5 }),
  })
  .map((moods) => ({ ...moods, isOfEach: moods.isOfEach || !moods.isOfBars }));

describe("closes told ahead of the books", () => {
  it("leave what each close, booked before it is told, would have left", () => {
    fc.assert(
      fc.property(
        columnsArbitrary,
        settingsArbitrary,
        moodsArbitrary,
        fc.boolean(),
        (columns, settings, moods, isShort) => {
          const [toldAhead, toldPlainly]: [unknown[], unknown[]] = [[], []];
          // Nothing is short in parts.
          const { fractional: _, ...whole } = settings;
          const own = isShort ? { ...whole, shorts: { borrowRate: 3_000 } } : settings;
          const apart = [...columns, silentBars(columns[0]!)];
          const ahead = outcomeOf(columns, own, moody(moods, toldAhead));
          const plain = outcomeOf(apart, own, plainly(moody(moods, toldPlainly)));

          expect(toldAhead).toEqual(toldPlainly);
          expect(ahead).toEqual(plain);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("waiting for a price", () => {
  const closesOf = (...cents: number[]) => [
    barsOf(
      "AAA",
      cents.map((close) => [close, close, close, close]),
    ),
  ];
  const heardBy = (waits: (trading: Trading) => void) => {
    const heard: number[] = [];
    runStrategy(closesOf(10_000, 10_001, 9_999, 10_050, 9_950, 10_000), {
      forEvents: ({ trading }) => ({
        onStart: () => waits(trading),
        onBar: ({ close }) => heard.push(close),
      }),
    });
    return heard;
  };

  it("hears the first close at a bound or beyond it, and each one after", () => {
    expect(heardBy(({ wakeAt }) => wakeAt("AAA", { below: 99.5 }))).toEqual([99.5, 100]);
    expect(heardBy(({ wakeAt }) => wakeAt("AAA", { above: 100.5 }))).toEqual([100.5, 99.5, 100]);
    expect(heardBy(({ wakeAt }) => wakeAt("AAA", { below: 99.49, above: 100.51 }))).toEqual([]);
    const again = ({ wakeAt }: Trading) => {
      wakeAt("AAA", { below: 1 });
      wakeAt("AAA");
    };
    expect(heardBy(again)).toHaveLength(6);
  });

  it("is refused for what is no price and no symbol", () => {
    const below = Number.NaN;
    expect(() => heardBy(({ wakeAt }) => wakeAt("AAA", { below }))).toThrow("no number of dollars");
    expect(() => heardBy(({ wakeAt }) => wakeAt("BBB", { below: 1 }))).toThrow("no bars");
  });
});
