import { ALWAYS_CALENDAR, NYSE_CALENDAR, type TradingCalendar } from "@sevenfold/domain/calendar";
import { type Bar, type Instant, instant, MINUTE_MS, type Print } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { MINUTE_PATTERN_STANDS_MS, PATTERN_BARS_MAX } from "@sevenfold/domain/pattern";
import { afterEach, describe, expect, it } from "vitest";
import { VirtualClock } from "../../broker-kit/simulated/virtual-clock.ts";
import { ALL_AT_ONCE } from "../../ports/market-data.ts";
import { AAPL, drain, MSFT } from "../../testing/trading-world.ts";
import { recordingLog } from "../../testing/world/recording-log.ts";
import { openPatternWatch, type PatternWatch } from "./pattern-watch.ts";

/** A Wednesday, 10:00 in New York. */
const START = instant(Date.UTC(2026, 2, 11, 14));
const DAY_MS = 24 * 60 * MINUTE_MS;
const dollars = (amount: number) => (amount * 10_000) as Price;

/** Four falling bars and a hammer. Open, high, low, close. */
const HAMMER_AT_LAST = [
  [104, 104, 103, 103],
  [103, 103, 102, 102],
  [102, 102, 101, 101],
  [101, 101, 100, 100],
  [100, 100.5, 97, 100.4],
] as const;

const barsFrom = (start: number, lengthMs: number): Bar[] =>
  HAMMER_AT_LAST.map(([open, high, low, close], index) => ({
    start: (start + index * lengthMs) as Instant,
    open: dollars(open),
    high: dollars(high),
    low: dollars(low),
    close: dollars(close),
    volume: 100,
  }));

let watch: PatternWatch | undefined;
afterEach(async () => {
  await watch?.stop();
  watch = undefined;
});

function opened({
  calendar = ALWAYS_CALENDAR,
  minutes = [],
  days = [],
}: {
  readonly calendar?: TradingCalendar;
  readonly minutes?: readonly Bar[];
  readonly days?: readonly Bar[];
} = {}) {
  const clock = new VirtualClock(START, drain);
  const wall = { aheadMs: 0 };
  const log = recordingLog();
  const asked: string[] = [];
  const given: number[] = [];
  let isBroken = false;
  let tell = (_: readonly Print[]): void => {};
  watch = openPatternWatch({
    clock: {
      now: () => instant(clock.now() + wall.aheadMs),
      monotonicMs: () => clock.monotonicMs(),
      sleep: (...how) => clock.sleep(...how),
    },
    log,
    calendar,
    marketData: {
      provider: { ...ALL_AT_ONCE, id: "test", name: "Test" },
      latest: async () => ({ prints: [], quotes: [] }),
      watch: () => {},
      prefer: () => {},
      async *news() {},
      async bars({ interval, start, end }) {
        asked.push(interval);
        if (isBroken) throw new Error("no provider answers");
        const bars = interval === "minute" ? minutes : days;
        const found = bars.filter((bar) => start <= bar.start && bar.start < end);
        given.push(found.length);
        return found;
      },
    },
    prices: {
      listen(hear) {
        tell = hear;
        return () => {};
      },
    },
  });
  const print = (dollarPrice: number, at: Instant = clock.now()) =>
    tell([{ ticker: AAPL, price: dollars(dollarPrice), at }]);
  return {
    asked,
    given,
    clock,
    log,
    print,
    wall,
    breaks: (broken: boolean) => {
      isBroken = broken;
    },
    /** Trades each bar's four prices within its minute: open, low, high, close. */
    async trade(bars: readonly Bar[]) {
      for (const { open, high, low, close } of bars) {
        for (const price of [open, low, high, close]) print(price / 10_000);
        await clock.pass(MINUTE_MS);
      }
    },
    standing: () => watch!.standing(AAPL),
  };
}

describe("a pattern of minute bars", () => {
  it("is seen in the prices themselves, and stands for five minutes", async () => {
    const { clock, standing, trade } = opened();
    await trade(barsFrom(START, MINUTE_MS));

    expect(standing()).toEqual([{ name: "hammer", interval: "minute" }]);
    await clock.pass(MINUTE_PATTERN_STANDS_MS - 1);
    expect(standing()).toHaveLength(1);
    await clock.pass(1);
    expect(standing()).toEqual([]);
    expect(watch!.standing(MSFT)).toEqual([]);
  });

  it("does not stand while its bar is still being traded", async () => {
    const { clock, print, standing, trade } = opened();
    await trade(barsFrom(START, MINUTE_MS).slice(0, 4));
    for (const price of [100, 97, 100.5, 100.4]) print(price);
    await clock.pass(MINUTE_MS - 1);
    expect(standing()).toEqual([]);

    await clock.pass(1);
    expect(standing()).toHaveLength(1);
  });

  it("is seen across the bars from before the start", async () => {
    const recorded = barsFrom(START - 4 * MINUTE_MS, MINUTE_MS);
    const { clock, print, standing } = opened({ minutes: recorded.slice(0, 4) });
    print(100);
    await clock.pass(10_000);
    for (const price of [97, 100.5, 100.4]) print(price);
    await clock.pass(MINUTE_MS);

    expect(standing()).toEqual([{ name: "hammer", interval: "minute" }]);
  });

  it("is not looked for in prices outside the session", async () => {
    const before = instant(Date.UTC(2026, 2, 11, 9));
    const { print, standing } = opened({ calendar: NYSE_CALENDAR });
    barsFrom(before, MINUTE_MS).forEach(({ start, open, high, low, close }) => {
      for (const price of [open, low, high, close]) print(price / 10_000, start);
    });

    expect(standing()).toEqual([]);
  });
});

describe("a pattern of daily bars", () => {
  it("stands through the session after its bar and no longer", async () => {
    // Thursday to Tuesday; the start is Wednesday's session.
    const days = [5, 6, 8, 9, 10].map((day, index) => ({
      ...barsFrom(0, DAY_MS)[index]!,
      start: instant(Date.UTC(2026, 2, day, 5)),
    }));
    const { clock, print, standing } = opened({ calendar: NYSE_CALENDAR, days });
    print(100);
    await clock.pass(10_000);
    expect(standing()).toEqual([{ name: "hammer", interval: "day" }]);

    // Wednesday's own bar follows, which completes nothing.
    days.push({ ...days[0]!, start: instant(Date.UTC(2026, 2, 11, 4)) });
    await clock.pass(DAY_MS);
    expect(standing()).toEqual([]);
  });
});

describe("the pattern watch", () => {
  it("asks for no more bars than patterns look back over", async () => {
    const bars = (lengthMs: number) =>
      Array.from({ length: 300 }, (_, index) => ({
        ...barsFrom(0, 1)[0]!,
        start: (START - (300 - index) * lengthMs) as Instant,
      }));
    const { asked, given, clock, print } = opened({ minutes: bars(MINUTE_MS), days: bars(DAY_MS) });
    print(100);
    await clock.pass(10_000);

    expect(asked).toEqual(["day", "minute"]);
    expect(given).toEqual([PATTERN_BARS_MAX + 1, PATTERN_BARS_MAX]);
  });

  it("looks further back where a symbol seldom trades", async () => {
    // Traded in every second minute; the last five of its bars make a hammer.
    const hammer = barsFrom(START - 10 * MINUTE_MS, 2 * MINUTE_MS);
    const before = Array.from({ length: 40 }, (_, index) => ({
      ...barsFrom(0, 1)[0]!,
      start: (START - (90 - 2 * index) * MINUTE_MS) as Instant,
    }));
    const { asked, given, clock, print, standing } = opened({ minutes: [...before, ...hammer] });
    print(100);
    await clock.pass(10_000);

    expect(asked.filter((interval) => interval === "minute")).toHaveLength(2);
    expect(given.at(-1)).toBe(45);
    expect(standing()).toEqual([{ name: "hammer", interval: "minute" }]);
  });

  it("asks again, a while later, where a provider fails, and asks for each only once", async () => {
    const { asked, breaks, clock, log, print, standing } = opened({
      minutes: barsFrom(START - 5 * MINUTE_MS, MINUTE_MS),
    });
    breaks(true);
    print(100);
    await clock.pass(2 * MINUTE_MS);
    expect(log.lines.filter(({ event }) => event === "pattern-bars-missing")).toHaveLength(1);
    expect(standing()).toEqual([]);

    breaks(false);
    await clock.pass(10 * MINUTE_MS);
    expect(asked).toEqual(["day", "day", "day", "minute", "minute"]);
  });

  it("asks for days again once a clock that ran ahead is put right", async () => {
    const { asked, clock, print, wall } = opened({ calendar: NYSE_CALENDAR });
    wall.aheadMs = 400 * DAY_MS;
    print(100);
    await clock.pass(5_000);
    const before = asked.filter((interval) => interval === "day").length;
    expect(before).toBeGreaterThan(0);

    wall.aheadMs = 0;
    await clock.pass(5_000);
    expect(asked.filter((interval) => interval === "day").length).toBeGreaterThan(before);
  });
});
