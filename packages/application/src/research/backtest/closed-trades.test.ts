import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  actions,
  columnsOf,
  costlyRules,
  markets,
  settingsOf,
} from "../../testing/bar-arbitraries.ts";
import type { PlainBar, PlainRules } from "../../testing/plain-rules.ts";
import { type Day, FALLEN, play, RULES } from "../../testing/played-days.ts";
import type { BacktestReport } from "./backtest-report.ts";
import { closedFillsOf } from "./closed-trades.ts";
import { dailyTurnoverOf } from "./daily-turnover.ts";
import { runBacktest } from "./run-backtest.ts";

const closedOf = (days: readonly Day[], changes: Partial<PlainRules> = {}) => {
  const { report, columns } = play(days, changes);
  return closedFillsOf(report, [columns], settingsOf({ ...RULES, ...changes }));
};

describe("closedFillsOf", () => {
  it("tells how far the price went against a trade and for it, from entry to exit", () => {
    // Bought at 100, down to 92 and up to 103; the target of 4% is met at a close, sold at 106.
    const found = closedOf([
      ...FALLEN,
      [100, 103, 95, 99],
      [99, 101, 92, 98],
      [98, 105, 97, 104],
      [106, 130, 50, 106],
    ]);

    expect(found).toHaveLength(1);
    // The bar it was sold at the opening of came after it, but for that opening.
    expect(found[0]!.adverse).toBeCloseTo(-0.08, 12);
    expect(found[0]!.favorable).toBeCloseTo(0.06, 12);
    expect(found[0]!.growth).toBeCloseTo(0.06, 12);
  });

  it("takes nothing of the bar in which a resting stop was met but its open and its price", () => {
    // The stop at 90 is met on the way from 97 down to 40, after who knows what height.
    const [trade] = closedOf([...FALLEN, [100, 101, 99, 100], [97, 140, 40, 60]], {
      resting: "stop",
    });

    expect(trade!.trade.reason).toBe("stop-loss");
    expect(trade!.adverse).toBeCloseTo(-0.1, 12);
    expect(trade!.favorable).toBeCloseTo(0.01, 12);
  });

  it("is what a plain look at every bar finds, with splits, parts and every way to fill", () => {
    const met = { exits: 0, parts: 0, splits: 0, inside: 0 };
    fc.assert(
      fc.property(markets, costlyRules, actions, (bars, plain, plainActions) => {
        const columns = columnsOf(bars, plainActions);
        const report = runBacktest(columns, settingsOf(plain));
        const found = closedFillsOf(report, columns, settingsOf(plain));
        const expected = plainClosed(bars, plain, report);

        expect(found.length).toBe(expected.length);
        found.forEach((one, at) => {
          const other = expected[at]!;
          expect(one.enteredAt).toBe(other.enteredAt);
          expect(one.adverse).toBeCloseTo(other.adverse, 9);
          expect(one.favorable).toBeCloseTo(other.favorable, 9);
        });
        met.exits += found.length;
        met.parts += found.filter((one, at) => found[at - 1]?.enteredAt === one.enteredAt).length;
        met.splits += report.actions.filter(({ action }) => action.kind === "split").length;
        met.inside += expected.filter(({ isInside }) => isInside).length;
      }),
      { numRuns: 150 },
    );
    expect(Math.min(...Object.values(met))).toBeGreaterThan(0);
  });
});

describe("dailyTurnoverOf", () => {
  it("is the mean over the days of what was traded, in parts of the equity", () => {
    const { report } = play(
      [...FALLEN, [100, 100, 100, 100], [104, 104, 104, 104], [104, 104, 104, 104]],
      {
        cash: 10_000_000,
      },
    );

    // Ten shares bought at 100 of $1,000, and sold at 104 of $1,040: two days of five.
    expect(report.trades.map(({ side }) => side)).toEqual(["buy", "sell"]);
    expect(dailyTurnoverOf(report)).toBeCloseTo((1_000 / 1_000 + 1_040 / 1_040) / 5, 12);
  });
});

/** The same once more: every sale looks for its entry, and at every bar and fill since. */
function plainClosed(bars: readonly PlainBar[], rules: PlainRules, report: BacktestReport) {
  return report.trades.flatMap((sale, place) => {
    if (sale.side === "buy") return [];
    const before = report.trades.slice(0, place).filter(({ ticker }) => ticker === sale.ticker);
    const splits = report.actions.filter(
      ({ ticker, action }) => ticker === sale.ticker && action.kind === "split",
    );
    let [shares, enteredAt] = [0, 0];
    let own: BacktestReport["trades"][number][] = [];
    const events = [
      ...splits.map(({ at, action }) => ({ at, apply: () => splitShares(action) })),
      ...before.map((fill) => ({ at: fill.at, apply: () => take(fill) })),
    ].sort((one, other) => one.at - other.at);
    for (const { apply } of events) apply();

    // What was filled at the opening of that moment had seen the bar before it whole, and so had this.
    const isInside =
      mayBeInside(sale, rules) &&
      !before.some((fill) => fill.at === sale.at && !mayBeInside(fill, rules));
    const prices: number[] = [];
    const see = (price: number, at: number) => {
      const since = splits.filter((one) => enteredAt < one.at && one.at <= at);
      prices.push(since.reduce((scaled, { action }) => scaled * ratioOf(action), price));
    };
    for (const bar of bars) {
      if (bar.symbol !== sale.ticker || !(bar.opensInSession || bar.closesInSession)) continue;
      const isWhole = bar.closesAt < sale.at || (bar.closesAt === sale.at && !isInside);
      if (enteredAt <= bar.opensAt && isWhole)
        for (const price of [bar.open, bar.high!, bar.low!, bar.close]) see(price, bar.opensAt);
      else if (enteredAt <= bar.opensAt && bar.opensAt < sale.at) see(bar.open, bar.opensAt);
      else if (enteredAt < bar.closesAt && isWhole) see(bar.close, bar.closesAt);
    }
    for (const fill of [...own, sale]) see(fill.price, fill.at);
    const cost = sale.price - sale.realized / sale.quantity;
    const all = splits.filter((one) => enteredAt < one.at && one.at <= sale.at);
    const entry = all.reduce((scaled, { action }) => scaled * ratioOf(action), cost);
    return [
      {
        enteredAt,
        isInside,
        adverse: Math.min(0, Math.min(...prices) / entry - 1),
        favorable: Math.max(0, Math.max(...prices) / entry - 1),
      },
    ];

    function take(fill: BacktestReport["trades"][number]): void {
      if (shares === 0) [enteredAt, own] = [fill.at, []];
      own.push(fill);
      shares += fill.side === "buy" ? fill.quantity : -fill.quantity;
    }
    function splitShares(action: BacktestReport["actions"][number]["action"]): void {
      shares = Math.floor(shares * ratioOf(action) + 1e-9);
    }
  });
}

/** Whether a fill that is dated to a bar's close may have come about before it. */
function mayBeInside(
  { reason }: BacktestReport["trades"][number],
  { path, resting = "none" }: PlainRules,
): boolean {
  const isStop = reason === "stop-loss" && (resting === "stop" || resting === "both");
  const isTarget = reason === "take-profit" && (resting === "target" || resting === "both");
  return path === "ohlc" || isStop || isTarget;
}

const ratioOf = (action: BacktestReport["actions"][number]["action"]): number =>
  action.kind === "split" ? action.numerator / action.denominator : 1;
