import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SweepDocument } from "../report/sweep-document.ts";
import { EXAMPLE, folder } from "../testing/backtest-files.ts";
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
