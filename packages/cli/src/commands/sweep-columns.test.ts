import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SweepDocument } from "../report/sweep-document.ts";
import { csv, documentOf, EXAMPLE, folder } from "../testing/backtest-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

describe("the table of a sweep", () => {
  it("says of each column of which days it is, and puts no number of all days beside the sample's", async () => {
    const asked = [
      "sweep",
      EXAMPLE,
      "--set",
      "buyDropPct=2",
      "--no-run-folder",
      "--ledger",
      join(folder, "ledger.jsonl"),
    ];

    const { results, days } = JSON.parse(
      (await sevenfold(...asked, "--json")).stdout,
    ) as SweepDocument;
    const { stdout } = await sevenfold(...asked);
    const lines = stdout.split("\n");
    const at = lines.findIndex((line) => line.includes("in sample"));
    const cellsOf = (line: string) => line.trim().split(/ {2,}/);
    const cells = Object.fromEntries(
      cellsOf(lines[at]!).map((name, place) => [name, cellsOf(lines[at + 2]!)[place]]),
    );
    const [best] = results;
    const text = (value: number, unit: string) => `${value.toFixed(2)}${unit}`.replace("-", "−");

    expect(days).toEqual({ inSample: 177, outOfSample: 75 });
    expect(cells).toMatchObject({
      "Sharpe in sample": text(best!.sharpe!, ""),
      "Sharpe after": text(best!.outOfSampleSharpe!, ""),
      "Return after": text(best!.outOfSampleReturn! * 100, "%"),
      "Return, all days": text(best!.totalReturn * 100, "%"),
      "Drawdown, all days": text(best!.maxDrawdown * 100, "%"),
      "Trades, all days": String(best!.trades),
    });
    expect(stdout).toContain(
      'ranked by the 177 days in the sample; "after" is the 75 days kept aside, and "all days" are both.',
    );
  });
});

describe("what a sweep says of trades", () => {
  it.each([
    ["by the kernel", []],
    ["by the full engine", ["--stop", "on", "--resting", "stop"]],
  ])("is after fees, as a backtest says it, %s", async (_, more) => {
    const bars = await csv("abc.csv", DAYS);
    const flags = ["--commission", "order=9", "--shares-to-sell", "4", "--limits", "none", ...more];
    const ledger = join(folder, "fees.jsonl");
    const [swept, run] = await Promise.all([
      sevenfold(
        ...["sweep", bars, "--set", "buyDropPct=4", "--no-run-folder", "--ledger", ledger],
        ...[...flags, "--slippage", "none", "--json"],
      ),
      documentOf(bars, ...flags),
    ]);
    const [{ winRate, profitFactor, exits }] = JSON.parse(swept.stdout).results;

    expect(run.trades.map(({ realizedPL }) => 0 < realizedPL)).toContain(true);
    expect(run.metrics.winRate).toBeLessThan(1);
    expect([exits, winRate]).toEqual([run.metrics.closedTrades, run.metrics.winRate]);
    expect(profitFactor).toBeCloseTo(run.metrics.profitFactor!, 12);
  });
});

/** Falls that are bought and rises that are sold again, some of them for less than the fees. */
const DAYS = Array.from({ length: 60 }, (_, day) => {
  const price = [100, 95, 95.2, 99, 99.5, 94, 93.8, 97.7, 98, 102][day % 10]! + (day % 7) / 10;
  const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
  return [date, price, price + 1, price - 1, price].join();
});
