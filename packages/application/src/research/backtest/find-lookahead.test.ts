import type { Instant } from "@sevenfold/domain/market";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  actions,
  columnsOf,
  costlyRules,
  markets,
  settingsOf,
} from "../../testing/bar-arbitraries.ts";
import type { PlainBar } from "../../testing/plain-rules.ts";
import type { BacktestSettings } from "./backtest-settings.ts";
import type { BarColumns } from "./bar-columns.ts";
import { type Decider, findLookahead } from "./find-lookahead.ts";
import { runBacktest } from "./run-backtest.ts";

const engine = (columns: readonly BarColumns[], settings: BacktestSettings) =>
  runBacktest(columns, settings).decisions;

describe("findLookahead", () => {
  it("never finds any in the engine, whatever it trades and however orders fill", async () => {
    const met = { decisions: 0, cuts: 0 };
    await fc.assert(
      fc.asyncProperty(markets, costlyRules, actions, async (bars, plain, plainActions) => {
        const columns = columnsOf(bars, plainActions);

        const { cuts, decisions, found } = await findLookahead(
          engine,
          columns,
          settingsOf(plain),
          12,
        );

        expect(found).toBeUndefined();
        met.decisions += decisions;
        met.cuts += cuts;
      }),
      { numRuns: 60 },
    );
    expect(met.decisions).toBeGreaterThan(0);
    expect(met.cuts).toBeGreaterThan(0);
  });

  it("finds prices scaled by the whole of their column (freqtrade/freqtrade#5494, #11596)", async () => {
    const scaled: Decider = (columns, settings) => engine(columns.map(byItsHighest), settings);

    const { found } = await findLookahead(scaled, rally, settingsOf(RULES), 20);

    expect(found).toBeDefined();
  });

  it("finds a look at the next bar only (freqtrade/freqtrade#11346)", async () => {
    const peeking: Decider = (columns, settings) => engine(columns.map(aBarAhead), settings);

    const { found } = await findLookahead(peeking, rally, settingsOf(RULES), 1_000);

    // The fall of the second day is known on the first.
    expect(found).toMatchObject({ withFuture: { side: "buy" }, withoutFuture: undefined });
    expect(found!.withFuture!.at).toBe(found!.cut);
  });

  it("cuts no more often than it is told to", async () => {
    const runs: Instant[] = [];
    const counting: Decider = (columns, settings) => {
      runs.push(columns[0]!.closesAt.at(-1) as Instant);
      return engine(columns, settings);
    };

    const { cuts } = await findLookahead(counting, rally, settingsOf(RULES), 3);

    expect(cuts).toBe(3);
    expect(runs).toHaveLength(1 + 3);
  });
});

const RULES = {
  mode: "TRAILING",
  buyDrop: 400,
  buyDropMax: 500,
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
} as const;

const DAY_MS = 86_400_000;

/** Falls by 5%, rises by 6%, and ends at a new high. */
const rally = columnsOf(
  [100, 95, 101, 95, 101, 95, 101, 140].map(
    (close, day): PlainBar => ({
      symbol: "A",
      opensAt: day * DAY_MS,
      closesAt: day * DAY_MS + DAY_MS / 2,
      open: close * 10_000,
      close: close * 10_000,
      day,
      opensInSession: true,
      closesInSession: true,
    }),
  ),
);

/** As a strategy would see it that normalises all it is given: the leak others ship unknowingly. */
function byItsHighest(columns: BarColumns): BarColumns {
  const highest = Math.max(...columns.close);
  return { ...columns, close: columns.close.map((units) => Math.ceil(units ** 2 / highest)) };
}

const aBarAhead = (columns: BarColumns): BarColumns => ({
  ...columns,
  close: columns.close.map((units, bar) => columns.close[bar + 1] ?? units),
});
