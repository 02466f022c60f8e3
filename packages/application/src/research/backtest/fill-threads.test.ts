import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { type Day, FALLEN, play, RULES } from "../../testing/played-days.ts";

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
