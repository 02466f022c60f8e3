import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import {
  columnsOf,
  costlyRules,
  lateMarkets,
  markets,
  rules,
  settingsOf,
} from "../../testing/bar-arbitraries.ts";
import { kernelMachine } from "../../testing/kernel-machine.ts";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { runBacktest } from "../backtest/run-backtest.ts";
import { engineReasonOf, openSweep, prepareSweep, type SweepAccounts } from "./open-sweep.ts";
import type { KernelMachine } from "./wasm-kernel.ts";

let machine: KernelMachine;
beforeAll(async () => {
  machine = await kernelMachine();
});

describe("a sweep's runner", () => {
  it("always tells of an account for each symbol what the engine tells of them apart", () => {
    fc.assert(
      fc.property(markets, costlyRules, (bars, plain) => {
        const columns = columnsOf(bars);
        const settings = settingsOf(plain);
        const { outcome, curve } = runOf(columns, settings, "each");
        expect(runOf(columns, settings, "each", machine)).toEqual({ outcome, curve });
        const reports = columns.map((each) => runBacktest([each], settings));

        expect(outcome).toMatchObject({
          initialEquity: settings.cash * columns.length,
          finalEquity: sumOf(reports.map(({ book }) => book.equity)),
          trades: sumOf(reports.map(({ trades }) => trades.length)),
          canceled: sumOf(reports.map(({ canceled }) => canceled.length)),
        });
        expect(outcome.exposure).toBeCloseTo(
          sumOf(reports.map(({ closesHolding }) => closesHolding)) /
            sumOf(reports.map(({ closes }) => closes)),
          12,
        );
        const lasts = reports.map(({ equityCurve }) => equityCurve.at(-1)?.equity ?? settings.cash);
        if (0 < curve.length) expect(curve.at(-1)).toBe(sumOf(lasts));
      }),
    );
  });

  it("always tells of one account for all symbols what the engine tells", () => {
    fc.assert(
      fc.property(markets, costlyRules, (bars, plain) => {
        const columns = columnsOf(bars);
        const settings = settingsOf(plain);
        const { outcome, curve } = runOf(columns, settings, "shared");
        expect(runOf(columns, settings, "shared", machine)).toEqual({ outcome, curve });
        const { book, trades, equityCurve, closes, closesHolding } = runBacktest(columns, settings);

        expect([...curve]).toEqual(equityCurve.map(({ equity }) => equity));
        expect(outcome).toMatchObject({
          initialEquity: settings.cash,
          finalEquity: book.equity,
          trades: trades.length,
          exposure: closesHolding / closes,
        });
      }),
    );
  });

  it.each(["shared", "each"] as const)(
    "always ends with its curve's last point on %s accounts, however late prices still come",
    (accounts) => {
      fc.assert(
        fc.property(lateMarkets, rules, (bars, plain) => {
          const { outcome, curve } = runOf(columnsOf(bars), settingsOf(plain), accounts);

          expect(outcome.finalEquity).toBe(curve.at(-1) ?? outcome.initialEquity);
        }),
      );
    },
  );

  it("says why the engine has to run", () => {
    const isTaken = (bars: readonly BarColumns[]) =>
      1 < bars.length && prepareSweep(bars.slice(0, 1), "shared").because === undefined;
    const columns = fc
      .sample(markets, 100)
      .map((bars) => columnsOf(bars))
      .find(isTaken)!;
    const settings = settingsOf(fc.sample(rules, 1)[0]!);

    const split = { kind: "split", day: 1, numerator: 2, denominator: 1 } as const;
    const splitting = columns.map((each) => ({ ...each, actions: [split] }));
    expect(engineReasonOf(prepareSweep(splitting, "shared"), settings)).toBe(
      "splits and dividends",
    );
    expect(
      engineReasonOf(prepareSweep(columns.slice(0, 1), "shared"), { ...settings, path: "ohlc" }),
    ).toBe("the setting path");
  });
});

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

function runOf(
  columns: readonly BarColumns[],
  settings: BacktestSettings,
  accounts: SweepAccounts,
  machine?: KernelMachine,
) {
  const prepared = prepareSweep(columns, accounts);
  const curve = new Float64Array(prepared.days.length);
  return { outcome: openSweep(prepared, machine)(settings, curve), curve };
}
