import type * as Stretch from "@sevenfold/domain/stretch";
import { drawUntil } from "@sevenfold/domain/testing/draw-until";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { columnsOf, settingsOf } from "../../testing/bar-arbitraries.ts";
import { calmActions, calmMarkets, calmRules } from "../../testing/calm-markets.ts";
import { outcomeOf } from "../../testing/engine-outcome.ts";
import { plainBacktest } from "../../testing/plain-backtest.ts";
import type { PlainBar } from "../../testing/plain-rules.ts";
import { openBlockJournal, watchBlocked } from "./block-journal.ts";
import { runBacktest } from "./run-backtest.ts";

const watched = vi.hoisted(() => ({ always: false, passed: 0 }));

// Not a double: the ones there are, counted, and for comparison none passed over.
vi.mock("@sevenfold/domain/stretch", async (load) => {
  const real = await load<typeof Stretch>();
  return {
    ...real,
    staysQuiet: (...facts: Parameters<typeof Stretch.staysQuiet>) =>
      !watched.always && real.staysQuiet(...facts),
    passOver: (...facts: Parameters<typeof Stretch.passOver>) => {
      watched.passed += 1;
      real.passOver(...facts);
    },
  };
});

afterEach(() => {
  watched.always = false;
  watched.passed = 0;
});

describe("a symbol passed over", () => {
  it("never changes a trade, a fee, the cash or the curve of a plain reading", () => {
    let trades = 0;
    const reasons = new Set<string>();
    drawUntil(
      () => 100 < Math.min(watched.passed, trades) && reasons.size === 4,
      (seed) =>
        fc.assert(
          fc.property(calmMarkets, calmRules, calmActions, (bars, plain, plainActions) => {
            const expected = plainBacktest(bars, plain, plainActions);

            expect(outcomeOf(bars, plain, plainActions)).toEqual(expected);

            trades += expected.trades.length;
            for (const { reason } of expected.trades) reasons.add(reason);
          }),
          { numRuns: 250, seed },
        ),
    );
    expect(watched.passed).toBeGreaterThan(100);
    expect(trades).toBeGreaterThan(100);
    expect(reasons.size).toBe(4);
  });

  it("never leaves anything of the report or the book other than when watched", () => {
    // Whether bars confirm an entry, and what of it the book remembers, is part of it.
    const confirmed = fc.tuple(calmRules, fc.boolean()).map(([plain, isAsked]) => ({
      ...plain,
      ...(isAsked && { isConfirmed: () => true }),
    }));
    drawUntil(
      () => 100 < watched.passed,
      (seed) =>
        fc.assert(
          fc.property(calmMarkets, confirmed, calmActions, (bars, plain, plainActions) => {
            const columns = columnsOf(bars, plainActions).map((each) => ({
              ...each,
              interval: "minute" as const,
            }));
            watched.always = false;
            const passing = runBacktest(columns, settingsOf(plain));
            watched.always = true;

            expect(passing).toEqual(runBacktest(columns, settingsOf(plain)));
          }),
          { numRuns: 600, seed },
        ),
    );
    expect(watched.passed).toBeGreaterThan(100);
  });

  it("never hides from the journal what was blocked", () => {
    const met = new Set<string>();
    drawUntil(
      () => 100 < watched.passed && met.has("below-band"),
      (seed) =>
        fc.assert(
          fc.property(calmMarkets, calmRules, calmActions, (bars, plain, plainActions) => {
            const columns = columnsOf(bars, plainActions);
            const noted = (always: boolean) => {
              watched.always = always;
              const blocks = openBlockJournal(columns.length);
              runBacktest(columns, settingsOf(plain), watchBlocked(blocks));
              return blocks;
            };

            const passing = noted(false);

            expect(passing).toEqual(noted(true));
            for (const { gate } of passing.lines) met.add(gate);
          }),
          { numRuns: 300, seed },
        ),
    );
    expect(watched.passed).toBeGreaterThan(100);
    expect(met).toContain("below-band");
  });

  it("is caught up with when an opening of a later day ends the session", () => {
    // The second half of the first day lies below the band, and B fills in the midst of it.
    const a = Array.from({ length: 60 }, (_, minute) => barOf("A", minute, minute < 32 ? 100 : 80));
    const b = [
      ...Array.from({ length: 34 }, (_, minute) => barOf("B", minute, minute < 33 ? 100 : 95)),
      { ...barOf("B", 40, 95), closesAt: DAY_MS + MINUTE_MS, day: 1 },
    ];
    const { book, trades } = runBacktest(columnsOf([...a, ...b]), BANDED);

    expect(trades).toMatchObject([{ ticker: "B", at: 40 * MINUTE_MS }]);
    expect(book.sessionsBelow[0]).toBe(1);
  });

  it("lets an opening before its closes end the session first", () => {
    // B fills in the night, in a bar that closes the day after next: A's day between is not begun.
    const between = [0, 1, 2, 3, 4].map((minute) => barOf("A", 1_440 + minute, 80));
    const a = [barOf("A", 0, 100), barOf("A", 1, 80), ...between];
    const b = [
      barOf("B", 0, 100),
      barOf("B", 1, 95),
      { ...barOf("B", 900, 95), closesAt: 2 * DAY_MS + MINUTE_MS, day: 2 },
    ];
    const { book, trades } = runBacktest(columnsOf([...a, ...b]), BANDED);

    expect(trades).toMatchObject([{ ticker: "B", at: 900 * MINUTE_MS }]);
    expect(book.sessionsBelow[0]).toBe(1);
  });
});

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** Enters between 4% and 10% below the high. */
const BANDED = settingsOf({
  mode: "HYBRID",
  buyDrop: 400,
  buyDropMax: 1_000,
  sellRise: 400,
  takeProfit: 400,
  stopLoss: undefined,
  sharesToBuy: 10,
  sharesToSell: 10,
  maxPositionSize: 50,
  minCashReserve: 0,
  cash: 1_000_000_000,
  fill: "next-open",
  positionShare: undefined,
  dailyLoss: undefined,
  coolDownMs: 0,
  entriesPerMinute: undefined,
});

function barOf(symbol: string, minute: number, dollars: number): PlainBar {
  return {
    symbol,
    opensAt: minute * MINUTE_MS,
    closesAt: (minute + 1) * MINUTE_MS,
    open: dollars * 10_000,
    close: dollars * 10_000,
    day: Math.floor(minute / 1_440),
    opensInSession: true,
    closesInSession: true,
  };
}
