import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BacktestDocument } from "../report/backtest-document.ts";
import { earnedAmountsOf } from "../run/earned-amounts.ts";
import { findRun } from "../run/find-run.ts";
import { readBacktest } from "../run/read-backtest.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

/**
 * Hours from 8:00 to 19:00 in New York on ten days of January: a fall of 5% that is bought, and prices
 * after hours that have gone far away. 15:00 to 16:00 is the last hour inside the session.
 */
const DAYS = [2, 3, 4, 5, 8, 9, 10, 11, 12, 16];
const HOURS = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18];
const LATE = 250;
const priceOf = (day: number): number => (day < 2 ? 100 : 95 - day / 2);

let folder = "";
let bars = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-closing-price-"));
  bars = join(folder, "abc.csv");
  const rows = DAYS.flatMap((date, day) =>
    HOURS.map((hour) => {
      const close = 9 <= hour && hour < 16 ? priceOf(day) : LATE + day;
      const time = `2024-01-${String(date).padStart(2, "0")} ${String(hour).padStart(2, "0")}:00`;
      return `${time},${close},${close},${close},${close}`;
    }),
  );
  await writeFile(bars, ["Date,Open,High,Low,Close", ...rows, ""].join("\n"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the closing price of bars that go on after hours", () => {
  it("is the session's last one: in equity, curve, metrics, months, holdings and what is drawn", async () => {
    const out = join(folder, "runs");
    const flags = ["--session", "xnys", "--limits", "none", "--shares-to-buy", "900"];
    const more = ["--max-position-size", "900", "--symbols", "ABC", "--out", out];
    const { stdout } = await sevenfold("backtest", bars, ...flags, ...more, "--json");
    const document = JSON.parse(stdout) as BacktestDocument;
    const { finalEquity, initialCash, openPositions, finalCash, months, metrics } = document;
    const [name] = await readdir(out);
    const { config } = await findRun(join(out, name!), "runs", "backtest");
    const run = await readBacktest(join(out, name!), config);
    const drawn = earnedAmountsOf(run)!.amounts.reduce((sum, each) => sum + each, 0) / 10_000;
    const month = months.reduce((growth, each) => growth * (1 + each.return), 1);

    expect(openPositions).toMatchObject([{ shares: 900, lastPrice: priceOf(9) }]);
    expect(finalCash + 900 * priceOf(9)).toBeCloseTo(finalEquity, 4);
    expect(document.equityCurve.at(-1)!.equity).toBe(finalEquity);
    expect(run.equity.at(-1)!.equity).toBe(finalEquity);
    expect(initialCash + drawn).toBeCloseTo(finalEquity, 4);
    expect(initialCash * (1 + metrics.totalReturn!)).toBeCloseTo(finalEquity, 4);
    expect(initialCash * month).toBeCloseTo(finalEquity, 4);
    expect(run.equity.at(-1)!.buyAndHold).toBeCloseTo(
      initialCash * (1 + document.buyAndHoldReturn),
      4,
    );
    expect(document.buyAndHoldReturn).toBeCloseTo(priceOf(9) / 100 - 1, 10);
    const table = (
      await sevenfold("backtest", bars, ...flags, ...more.slice(0, 4), "--no-run-folder")
    ).stdout;
    expect(table).toContain(
      `became $${finalEquity.toLocaleString("en-US", { minimumFractionDigits: 2 })}`,
    );
  });

  it("is the same to sweeps, on one account and on one for each symbol", async () => {
    const flags = ["--session", "xnys", "--limits", "none", "--shares-to-buy", "900", "--json"];
    const asked = ["--symbols", "ABC", "--max-position-size", "900", "--no-run-folder"];
    const alone = await sevenfold("backtest", bars, ...flags, ...asked);
    const { finalEquity } = JSON.parse(alone.stdout) as BacktestDocument;
    for (const accounts of ["shared", "each"]) {
      const swept = await sevenfold(
        "sweep",
        ...[bars, ...flags, ...asked, "--accounts", accounts, "--jobs", "1"],
        ...["--set", "buyDropPct=4", "--ledger", join(folder, `${accounts}.jsonl`)],
        ...["--commission", "none", "--slippage", "none"],
      );
      const [first] = JSON.parse(swept.stdout).results;

      expect(first.finalEquity).toBe(finalEquity);
    }
    expect(await readFile(join(folder, "each.jsonl"), "utf8")).not.toBe("");
  });
});
