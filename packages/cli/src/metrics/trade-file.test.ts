import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXAMPLE } from "../testing/backtest-files.ts";
import { documentOf, EQUITY, file, folder } from "../testing/metrics-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

describe("sevenfold metrics --trades", () => {
  it("counts the sales of a list of fills as trades", async () => {
    const fills = [
      "symbol,side,shares,price,time,realizedPL",
      "AAA,buy,10,5,2024-01-03T14:30:00Z,0",
      "AAA,sell,10,6,2024-01-04T14:30:00Z,10",
    ];

    const { metrics } = await documentOf(
      await file("equity.csv", EQUITY),
      "--trades",
      await file("fills.csv", fills),
    );

    expect(metrics).toMatchObject({ closedTrades: 1, winRate: 1, profitFactor: null });
  });

  it.each([
    ["held to the end", ["buy,10,2024-01-04"], 2 / 3],
    ["sold in part", ["buy,10,2024-01-04", "sell,4,2024-01-05"], 2 / 3],
    ["sold in parts", ["buy,10,2024-01-04", "sell,4,2024-01-05", "sell,6,2024-01-05"], 1 / 3],
    ["bought again", ["buy,10,2024-01-03", "sell,10,2024-01-04", "buy,1,2024-01-05"], 2 / 3],
  ])("counts as time in the market what is %s", async (_, rows, expected) => {
    const fills = rows.map((row) => {
      const [side, shares, day] = row.split(",");
      const since = side === "sell" ? `${rows[0]!.split(",")[2]}T14:30:00Z` : "";
      return `AAA,${side},${shares},5,${day}T14:30:00Z,1,${since}`;
    });
    const head = "symbol,side,shares,price,time,realizedPL,heldSince";
    const trades = await file("held.csv", [head, ...fills]);

    const { metrics } = await documentOf(await file("equity.csv", EQUITY), "--trades", trades);

    expect(metrics.exposure).toBeCloseTo(expected, 12);
  });

  it("knows of fills that do not say it since when each sale was held, and sales that open", async () => {
    const fills = [
      "Symbol,Side,Qty,Price,Date,Profit",
      "A,Sell Short,10,5,2024-01-03,0",
      "B,BUY,10,5,2024-01-04,0",
      "A,Buy to Cover,10,4,2024-01-04,10",
      "B,SELL,10,6,2024-01-05,-5",
    ];
    const trades = await file("fills.csv", fills);

    const { metrics } = await documentOf(await file("equity.csv", EQUITY), "--trades", trades);

    expect(metrics).toMatchObject({ closedTrades: 2, winRate: 0.5, expectancy: 2.5 });
    expect(metrics.meanHolding).toBeCloseTo(1, 12);
    expect(metrics.exposure).toBeCloseTo(2 / 3, 12);
  });

  it("says of a kept run what its own document says, whatever is open at its end", async () => {
    const fields = ["exposure", "sharpe", "maxDrawdown", "winRate", "expectancy"] as const;
    for (const flags of [[], ["--buy-drop", "1%"], ["--mode", "simple", "--fill", "close"]]) {
      const out = join(folder, `kept${flags.length}`);
      const { stdout } = await sevenfold("backtest", EXAMPLE, ...flags, "--out", out, "--json");
      const [run] = await readdir(out);
      const { metrics } = await documentOf(
        join(out, run!, "equity.csv"),
        "--trades",
        join(out, run!, "trades.csv"),
      );
      const own = JSON.parse(stdout);

      expect(own.openPositions.length, flags.join(" ")).toBeGreaterThan(0);
      for (const field of fields)
        expect(metrics[field], `${field} ${flags.join(" ")}`).toBeCloseTo(own.metrics[field], 9);
    }
  });
});
