import type { Ticker } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { settingsOf } from "../testing/bar-arbitraries.ts";
import type { PlainRules } from "../testing/plain-backtest.ts";
import type { BarColumns } from "./bar-columns.ts";
import type { CorporateAction } from "./corporate-action.ts";
import { runBacktest } from "./run-backtest.ts";

/**
 * What users of other backtests found wrong with their fills, once more on this engine. Each test
 * is named by the public thread that tells the story; the prices are its own where it gives some.
 */

/** Open, high, low and close in dollars, and whether the bar lies in the session. */
type Day = readonly [open: number, high: number, low: number, close: number, inSession?: boolean];

/** A fall of 4% from 100: whoever waits for it buys ten shares at the next open. */
const FALLEN: readonly Day[] = [
  [100, 100, 100, 100],
  [98, 98, 96, 96],
];

const RULES: PlainRules = {
  mode: "SIMPLE",
  buyDrop: 400,
  buyDropMax: 500,
  sellRise: 400,
  takeProfit: 400,
  stopLoss: 1_000,
  sharesToBuy: 10,
  sharesToSell: 10,
  maxPositionSize: 50,
  minCashReserve: 0,
  cash: 1_000_000_000,
  fill: "next-open",
  positionShare: undefined,
  dailyLoss: undefined,
  coolDownMs: 600_000,
  entriesPerMinute: undefined,
};

describe("a stop that a gap jumps over", () => {
  it("fills at the open, not at its price (kernc/backtesting.py#1373)", () => {
    const { sales } = play([...FALLEN, [100, 100, 100, 100], [85, 95, 85, 95]], {
      resting: "stop",
    });

    // Bought at 100, stop at 90; the open is 85 and the day recovers above the stop.
    expect(sales).toEqual([{ reason: "stop-loss", price: 85, trigger: 90, time: "open" }]);
  });

  it("keeps its own price in the list of trades (kernc/backtesting.py#1369)", () => {
    const { report } = play([...FALLEN, [100, 100, 100, 100], [85, 85, 85, 85]], {
      resting: "stop",
    });

    expect(report.trades.at(-1)).toMatchObject({ price: 850_000, trigger: 900_000 });
  });

  it("loses what the account then really lost (TorchTrade/torchtrade#280, #311)", () => {
    const resting = play([...FALLEN, [100, 100, 100, 100], [85, 85, 85, 85]], { resting: "stop" });
    const decided = play([...FALLEN, [100, 100, 100, 100], [85, 85, 85, 85], [84, 84, 84, 84]], {});

    expect(resting.report.book.cash - RULES.cash).toBe(-10 * 150_000);
    // Watched at closes it is sold a day later still.
    expect(decided.sales).toEqual([{ reason: "stop-loss", price: 84, trigger: 90, time: "open" }]);
  });
});

describe("a stop that is reached inside the bar", () => {
  it("fills at its price, not at the close below it (QuantConnect/Lean#4545)", () => {
    const { sales } = play([...FALLEN, [100, 100, 100, 100], [95, 96, 80, 80]], {
      resting: "stop",
    });

    expect(sales).toEqual([{ reason: "stop-loss", price: 90, trigger: 90, time: "close" }]);
  });

  it("fills at the open when the bar opens beyond it and closes back (QuantConnect/Lean#4545)", () => {
    const { sales } = play([...FALLEN, [100, 100, 100, 100], [80, 95, 80, 95]], {
      resting: "stop",
    });

    expect(sales).toEqual([{ reason: "stop-loss", price: 80, trigger: 90, time: "open" }]);
  });

  it("comes before the target that the same bar reached", () => {
    const { sales } = play([...FALLEN, [100, 100, 100, 100], [100, 110, 89, 100]], {
      resting: "both",
    });

    expect(sales).toMatchObject([{ reason: "stop-loss", price: 90 }]);
  });
});

describe("a target", () => {
  it("fills at its price, or at the open where that is better (QuantConnect/Lean#4545, turned round)", () => {
    const inside = play([...FALLEN, [100, 100, 100, 100], [101, 120, 101, 110]], {
      resting: "target",
    });
    const gap = play([...FALLEN, [100, 100, 100, 100], [107, 120, 107, 110]], {
      resting: "target",
    });

    expect(inside.sales).toEqual([
      { reason: "take-profit", price: 104, trigger: 104, time: "close" },
    ]);
    expect(gap.sales).toEqual([{ reason: "take-profit", price: 107, trigger: 104, time: "open" }]);
  });
});

describe("an entry that opens below its own stop", () => {
  it("gets a stop below what it paid, and can be told by its decision (kernc/backtesting.py#1127)", () => {
    // Decided at 96, where the stop would be 86.40; the night takes it to 80.
    const { report, sales } = play([...FALLEN, [80, 80, 79, 79], [75, 76, 71, 76]], {
      resting: "stop",
    });
    const [entry] = report.trades;

    expect(entry).toMatchObject({ side: "buy", price: 800_000, decisionPrice: 960_000 });
    expect(sales).toEqual([{ reason: "stop-loss", price: 72, trigger: 72, time: "close" }]);
  });

  it("is bought and stopped in one bar when the bar goes on falling (kernc/backtesting.py#1127)", () => {
    const { sales } = play([...FALLEN, [80, 80, 60, 60]], { resting: "stop" });

    expect(sales).toEqual([{ reason: "stop-loss", price: 72, trigger: 72, time: "close" }]);
  });
});

describe("prices outside the session", () => {
  it("fill no stop and no target (QuantConnect/Lean#9476, #6099)", () => {
    const early: Day = [80, 120, 80, 80, false];
    const { sales } = play([...FALLEN, [100, 100, 100, 100], early, [100, 101, 99, 100]], {
      resting: "both",
    });

    expect(sales).toEqual([]);
  });

  it("fill no order that was decided inside it (QuantConnect/Lean#9476)", () => {
    const early: Day = [80, 80, 80, 80, false];
    const { report } = play([...FALLEN, early, [95, 95, 95, 95]], {});

    expect(report.trades).toMatchObject([{ side: "buy", price: 950_000 }]);
  });

  it("are no way an order could fill on (QuantConnect/Lean#9476)", () => {
    const early: Day = [80, 120, 80, 80, false];
    const { sales } = play([...FALLEN, early, [97, 98, 95, 97]], { path: "ohlc" });

    expect(sales).toEqual([]);
  });
});

const split = (day: number, numerator: number, denominator: number): CorporateAction => ({
  kind: "split",
  day,
  numerator,
  denominator,
});

describe("an order that no opening is left for", () => {
  it("is taken back by a stop as if there were more to come", () => {
    // Bought at 100; a rise to 104 sells, but nobody trades any more, and the last bar falls to 90.
    const days: readonly Day[] = [
      ...FALLEN,
      [100, 100, 100, 100],
      [104, 104, 104, 104],
      [104, 104, 90, 90],
    ];
    const { report } = play(days, { volumeLimit: 10_000, resting: "stop" }, [], (day) =>
      day < 3 ? 100 : 0,
    );

    expect(report.canceled).toMatchObject([
      { because: { kind: "stop-reached" }, left: shares(10) },
    ]);
    expect(report.unfilled).toMatchObject([{ reason: "stop-loss", quantity: shares(10) }]);
  });
});

describe("a split", () => {
  it("multiplies the shares and leaves the cost and the gain (ghostfolio/ghostfolio#1693)", () => {
    // Two splits, five and three for one: ten shares become a hundred and fifty.
    const days: readonly Day[] = [...FALLEN, [90, 90, 90, 90], [18, 18, 18, 18], [6, 6, 6, 6]];
    const { report } = play(days, {}, [split(3, 5, 1), split(4, 3, 1)]);
    const { held, costBasis, equity } = report.book;

    expect([held[0], costBasis[0], equity]).toEqual([150, 9_000_000, RULES.cash]);
  });

  it("turned round divides them: no gain from the new price (ghostfolio/ghostfolio#6271, #2722)", () => {
    const { report, sales } = play(
      [...FALLEN, [90, 90, 90, 90], [180, 180, 180, 180], [180, 180, 180, 180]],
      {},
      [split(3, 1, 2)],
    );

    expect([report.book.held[0], report.book.equity]).toEqual([5, RULES.cash]);
    // A price twice the average cost would have met the target.
    expect(sales).toEqual([]);
  });

  it("moves the trail along: the fall to the new price is no signal (ghostfolio/ghostfolio#5996)", () => {
    const { report } = play(
      [
        [100, 100, 100, 100],
        [25, 25, 25, 25],
        [25, 25, 25, 25],
        [24, 24, 24, 24],
        [24, 24, 24, 24],
      ],
      {},
      [split(1, 4, 1)],
    );

    // 24 is 4% below 25: the one fall there was.
    expect(report.trades).toMatchObject([{ side: "buy", price: 240_000, decidedAt: closeOf(3) }]);
  });

  it("by its exact ratio loses no share to rounding (QuantConnect/Lean#5765)", () => {
    const { report } = play(
      [...FALLEN, [70, 70, 70, 70], [10, 10, 10, 10]],
      { sharesToBuy: 100, maxPositionSize: 100 },
      [split(3, 7, 1)],
    );

    expect([report.book.held[0], report.book.equity]).toEqual([700, RULES.cash]);
  });

  it("pays for the fraction of a share at the new price (QuantConnect/Lean#5780)", () => {
    const { report } = play([...FALLEN, [10, 10, 10, 10], [20, 20, 20, 20]], { sharesToBuy: 3 }, [
      split(3, 1, 2),
    ]);

    expect(report.book.held[0]).toBe(1);
    expect(report.actions).toMatchObject([{ held: 3, paid: 100_000, earned: 0 }]);
    expect(report.book.costBasis[0]).toBe(200_000);
    expect(report.book.equity).toBe(RULES.cash);
  });

  it("turned round stops no winner for the fraction of a share it leaves", () => {
    // Fifteen shares at 100, one for ten: a share and a half, worth 102 a tenth.
    const days: readonly Day[] = [
      ...FALLEN,
      [100, 102, 100, 102],
      ...Array<Day>(3).fill([1_020, 1_020, 1_020, 1_020]),
    ];
    const { report, sales } = play(
      days,
      { sharesToBuy: 15, stopLoss: 1_000, commission: ORDER_COST },
      [split(3, 1, 10)],
    );

    expect(sales).toEqual([]);
    expect(report.book.costBasis[0]).toBe(10_000_000);
    // Half a share at 1,020 less 500 of the cost and a third of the order's 3 dollars.
    expect(report.actions).toMatchObject([{ paid: 5_100_000, earned: 100_000 - 10_000 }]);
    expect(report.feesHeld[0]).toBe(20_000);
  });

  it("cancels the order that waits over it, whose size was meant for old shares", () => {
    const { report } = play([...FALLEN, [48, 48, 48, 48]], {}, [split(2, 2, 1)]);

    expect(report.trades).toEqual([]);
    expect(report.canceled).toMatchObject([{ because: { kind: "split" }, left: shares(10) }]);
  });
});

const ORDER_COST = { perOrder: 30_000, perShare: 0, rate: 0, minimum: 0 };
const DAY_MS = 86_400_000;
const closeOf = (day: number): number => day * DAY_MS + 1_000 + 7_200_000;

function play(
  days: readonly Day[],
  changes: Partial<PlainRules>,
  actions: readonly CorporateAction[] = [],
  volumeOn: (day: number) => number = () => 1_000,
) {
  const units = (column: number) =>
    Float64Array.from(days, (day) => Math.round((day[column] as number) * 10_000));
  const inSession = Uint8Array.from(days, ([, , , , session = true]) => Number(session));
  const columns: BarColumns = {
    ticker: "ABC" as Ticker,
    count: days.length,
    opensAt: Float64Array.from(days, (_, day) => day * DAY_MS + 1_000),
    closesAt: Float64Array.from(days, (_, day) => closeOf(day)),
    open: units(0),
    high: units(1),
    low: units(2),
    close: units(3),
    volume: Float64Array.from(days, (_, day) => volumeOn(day)),
    day: Int32Array.from(days, (_, day) => day),
    opensInSession: inSession,
    closesInSession: inSession,
    actions,
  };
  const report = runBacktest([columns], settingsOf({ ...RULES, ...changes }));
  const sales = report.trades
    .filter(({ side }) => side === "sell")
    .map(({ reason, price, trigger, at }) => ({
      reason,
      price: price / 10_000,
      trigger: trigger / 10_000,
      time: columns.opensAt.includes(at) ? "open" : "close",
    }));
  return { report, sales };
}
