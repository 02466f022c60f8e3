import { readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentOf, EXAMPLE, folder } from "../testing/backtest-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const rows = readFileSync(EXAMPLE, "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(","));
/** Dates and closes of BBB, as an index is published. */
async function closesFile(name: string, isKept: (place: number) => boolean): Promise<string> {
  const path = join(folder, name);
  const lines = rows
    .filter((cells) => cells.includes("BBB"))
    .filter((_, place) => isKept(place))
    .map((cells) => `${cells.find((cell) => /^\d{4}-/.test(cell))},${cells.at(CLOSE)}`);
  await writeFile(path, ["date,close", ...lines, ""].join("\n"));
  return path;
}
const CLOSE = readFileSync(EXAMPLE, "utf8")
  .split("\n")[0]!
  .toLowerCase()
  .split(",")
  .indexOf("close");

describe("--benchmark", () => {
  it("is holding the same symbols where nothing is named", async () => {
    const { benchmark, buyAndHoldReturn, metrics, riskFree } = await documentOf(EXAMPLE);

    expect(benchmark).toMatchObject({ kind: "hold", name: "buy and hold", days: 252 });
    expect(benchmark.totalReturn).toBeCloseTo(buyAndHoldReturn, 12);
    expect(metrics.excessReturn).toBeCloseTo(metrics.cagr! - benchmark.cagr!, 12);
    expect(riskFree).toBe(0);
  });

  it("takes a symbol of the bars that is not traded, as holding it would have been", async () => {
    const [beside, alone] = [
      await documentOf(EXAMPLE, "--symbols", "AAA", "--benchmark", "bbb"),
      await documentOf(EXAMPLE, "--symbols", "BBB"),
    ];

    expect(beside.symbols).toEqual(["AAA"]);
    expect(beside.benchmark).toMatchObject({ kind: "symbol", name: "BBB", days: 252 });
    expect(beside.benchmark.totalReturn).toBeCloseTo(alone.buyAndHoldReturn, 12);
    const own = await documentOf(EXAMPLE, "--symbols", "AAA");
    expect(beside.metrics.beta).not.toBe(own.metrics.beta);
    expect(beside.metrics.sharpe).toBe(own.metrics.sharpe);
    expect(beside.inputsHash).not.toBe(own.inputsHash);
  });

  it("takes a file of dates and closes, and says which days it lacks", async () => {
    const whole = await closesFile("index.csv", () => true);
    const gaps = await closesFile("gaps.csv", (place) => place % 50 !== 3);

    const found = await documentOf(EXAMPLE, "--benchmark", whole);
    const { stderr } = await sevenfold("backtest", EXAMPLE, "--benchmark", gaps);

    // Nobody knows what it was worth before its first close: that day's return is left out.
    expect(found.benchmark).toMatchObject({ kind: "file", name: whole, days: 251 });
    expect(stderr).toContain(
      `warning: --benchmark ${gaps} lacks 5 of the 252 days of the bars: what is set against it leaves them out`,
    );
  });

  it("says that its first day has no return where no close comes before", async () => {
    const whole = await closesFile("from-start.csv", () => true);
    const late = await closesFile("late.csv", (place) => 2 < place);
    const early = join(folder, "early.csv");
    await writeFile(
      early,
      (await readFile(whole, "utf8")).replace("date,close\n", "date,close\n2023-12-29,20\n"),
    );
    const against = async (path: string) => {
      const { benchmark, warnings } = await documentOf(EXAMPLE, "--benchmark", path);
      return { days: benchmark.days, warnings };
    };
    const left = (path: string, day: string) =>
      `--benchmark ${path} has no close before ${day}: nobody knows its return of that day, which what is set against it leaves out`;

    expect(await against(whole)).toEqual({ days: 251, warnings: [left(whole, "2024-01-02")] });
    expect(await against(early)).toEqual({ days: 252, warnings: [] });
    expect(await against(late)).toEqual({
      days: 248,
      warnings: [expect.stringContaining("lacks 3 of the 252 days"), left(late, "2024-01-05")],
    });
    expect((await documentOf(EXAMPLE, "--benchmark", "AAA")).warnings).toEqual([]);
  });

  it("says what there is where it is neither a file nor a symbol, or of other days", async () => {
    const unknown = await sevenfold("backtest", EXAMPLE, "--benchmark", "SPY");
    const old = join(folder, "old.csv");
    await writeFile(old, "date,close\n1999-01-04,1\n1999-01-05,2\n");
    const apart = await sevenfold("backtest", EXAMPLE, "--benchmark", old);

    expect(unknown).toMatchObject({ exitCode: 3, stdout: "" });
    expect(unknown.stderr).toBe(
      "sevenfold: --benchmark SPY: there is no such file, and the bars hold AAA, BBB\n",
    );
    expect(apart.exitCode).toBe(3);
    expect(apart.stderr).toContain("no two days in common");
  });

  it("is kept with the run: its curve in equity.csv, its name in the report", async () => {
    const out = join(folder, "benchmark-runs");
    await sevenfold("backtest", EXAMPLE, "--symbols", "AAA", "--benchmark", "BBB", "--out", out);

    const [run] = await readdir(out);
    const equity = await readFile(join(out, run!, "equity.csv"), "utf8");
    const [heading, first, ...rest] = equity.trim().split("\n");

    expect(heading).toBe("time,equity,drawdown,invested,buyAndHold,benchmark");
    expect(first!.split(",").at(-1)).toBe("100000");
    const { benchmark } = await documentOf(EXAMPLE, "--symbols", "AAA", "--benchmark", "BBB");
    const last = Number(rest.at(-1)!.split(",").at(-1));
    expect(last / 100_000 - 1).toBeCloseTo(benchmark.totalReturn!, 6);
    expect((await sevenfold("report", join(out, run!), "--format", "md")).stdout).toContain(
      "| Beta |",
    );
  });
});

describe("--risk-free", () => {
  it("is taken from the returns of a day before they are divided by their spread", async () => {
    const [free, dear] = [
      await documentOf(EXAMPLE),
      await documentOf(EXAMPLE, "--risk-free", "3%"),
    ];
    const daily = 1.03 ** (1 / 252) - 1;
    const { annualVolatility, sharpe } = free.metrics;

    expect(dear.metrics.sharpe).toBeCloseTo(
      sharpe! - (daily * Math.sqrt(252)) / (annualVolatility! / Math.sqrt(252)),
      9,
    );
    expect(dear.riskFree).toBe(0.03);
    expect(dear.benchmark.sharpe).toBeLessThan(free.benchmark.sharpe!);
  });
});

describe("--risk-free as it is written", () => {
  it("is a fraction or has its percent sign: a bare number above 1 is none", async () => {
    const [fraction, percent] = [
      await documentOf(EXAMPLE, "--risk-free", "0.02"),
      await documentOf(EXAMPLE, "--risk-free", "2%"),
    ];
    const bare = await sevenfold("backtest", EXAMPLE, "--risk-free", "2");

    expect(percent).toEqual(fraction);
    expect(bare).toMatchObject({ exitCode: 2, stdout: "" });
    expect(bare.stderr).toContain("such as 0.02 or 2%; a bare 2 would be 200%");
  });
});

describe("a benchmark of what is judged", () => {
  const SWEPT = ["--set", "buyDropPct=2..5:1", "--no-run-folder", "--json", "--jobs", "1"];
  const swept = async (...more: readonly string[]) => {
    const ledger = join(folder, `ledger-${more.length}.jsonl`);
    const argv = ["sweep", EXAMPLE, "--symbols", "AAA", ...SWEPT, "--ledger", ledger, ...more];
    const { stdout, stderr } = await sevenfold(...argv);
    expect(stderr).not.toContain("sevenfold:");
    return JSON.parse(stdout);
  };

  it("stands beside the best of a sweep, and is no skill of it", async () => {
    const [alone, beside] = [await swept(), await swept("--benchmark", "BBB", "--risk-free", "2%")];

    expect(alone.beside.benchmark).toMatchObject({ kind: "hold", days: 252 });
    expect(beside.beside).toMatchObject({ riskFree: 0.02, benchmark: { name: "BBB" } });
    // What holding BBB explains is taken from the skill as well.
    expect(beside.best.skill).not.toBe(alone.best.skill);
    expect(beside.best.values).toEqual(alone.best.values);
    // The block is that of a backtest by the best settings at the same costs.
    const single = await documentOf(
      ...[EXAMPLE, "--symbols", "AAA", "--benchmark", "BBB", "--risk-free", "2%"],
      ...["--set", `buyDropPct=${beside.best.values.buyDropPct * 100}`],
      ...["--commission", "share=0.000098,percent=0.0011", "--slippage", "bps=1"],
    );
    for (const name of ["beta", "alpha", "trackingError", "upCapture", "sharpe"] as const)
      expect(beside.beside.account[name], name).toBeCloseTo(single.metrics[name]!, 9);
  });

  it("stands beside the days after the choices of a walk", async () => {
    const argv = ["--windows", "3", "--ledger", join(folder, "walk.jsonl")];
    const { stdout } = await sevenfold("walk-forward", EXAMPLE, ...SWEPT, ...argv);
    const { benchmark, metrics } = JSON.parse(stdout);

    expect(benchmark).toMatchObject({ kind: "hold", days: metrics.days });
    expect(metrics.beta).not.toBeNull();
    expect(metrics.excessReturn).toBeCloseTo(metrics.cagr - benchmark.cagr, 12);
  });
});
