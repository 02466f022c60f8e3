import { describe, expect, it } from "vitest";
import { documentOf, EQUITY, file } from "../testing/metrics-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const BENCHMARK = [
  "Date,Close",
  "2024-01-02,50",
  "2024-01-03,55",
  "2024-01-04,49.5",
  "2024-01-05,54.45",
];

describe("sevenfold metrics", () => {
  it("measures an equity file whose first row is the starting value", async () => {
    const { metrics, metricNotes, smallSample, ...rest } = await documentOf(
      await file("equity.csv", EQUITY),
    );

    expect(rest).toMatchObject({
      schemaVersion: 1,
      dialect: "sevenfold",
      start: "2024-01-02",
      end: "2024-01-05",
      startEquity: 100,
      endEquity: 108.9,
      warnings: [],
    });
    expect(metrics).toMatchObject({ days: 3, winRate: null, beta: null });
    expect(metrics.totalReturn).toBeCloseTo(0.089, 12);
    expect(metrics.maxDrawdown).toBeCloseTo(-0.1, 12);
    expect(metrics.sharpe).toBeCloseTo((Math.sqrt(3) / 6) * Math.sqrt(252), 9);
    expect(metricNotes).toMatchObject({
      winRate: "no trades were given",
      beta: "no benchmark was given",
    });
    expect(smallSample).toContain("sharpe");
  });

  it("takes beta and alpha from a benchmark, and trades from a list of them", async () => {
    const { metrics } = await documentOf(
      await file("equity.csv", EQUITY),
      "--benchmark",
      await file("benchmark.csv", BENCHMARK),
      "--trades",
      await file("trades.csv", [
        "entryTime,exitTime,pnl",
        "2024-01-03,2024-01-04,-2",
        "2024-01-04,2024-01-05,6",
      ]),
    );

    expect(metrics.beta).toBeCloseTo(1, 9);
    expect(metrics.alpha).toBeCloseTo(0, 9);
    expect(metrics).toMatchObject({
      closedTrades: 2,
      winRate: 0.5,
      profitFactor: 3,
      expectancy: 2,
    });
  });

  it("says with each number whose definition it follows", async () => {
    const equity = await file("equity.csv", EQUITY);
    const { definitions, metrics } = await documentOf(equity, "--dialect", "backtesting.py");

    expect(definitions).toMatchObject({
      sharpe: "backtesting.py/sharpe/1",
      omega: "sevenfold/omega/1",
    });
    // Three days of the calendar, by its year.
    expect(metrics.cagr).toBeCloseTo(1.089 ** (365.25 / 3) - 1, 3);
  });

  it("takes the last row of each day of an intraday file", async () => {
    const { metrics } = await documentOf(
      await file("intraday.csv", [
        "time,equity",
        "2024-01-02 09:30,100",
        "2024-01-02 12:00,120",
        "2024-01-02 16:00,110",
        "2024-01-03 16:00,99",
      ]),
    );

    expect(metrics.days).toBe(2);
    expect(metrics.bestDay).toBeCloseTo(0.1, 12);
    expect(metrics.worstDay).toBeCloseTo(-0.1, 12);
  });

  it("warns of a benchmark with holes and of rows that are no days", async () => {
    const holes = await documentOf(
      await file("equity.csv", EQUITY),
      "--benchmark",
      await file("holes.csv", BENCHMARK.toSpliced(2, 1)),
    );
    const weekly = await documentOf(
      await file("weekly.csv", [
        "date,equity",
        "2024-01-05,100",
        "2024-01-12,101",
        "2024-01-19,102",
      ]),
    );

    expect(holes.warnings).toEqual([expect.stringMatching(/lacks 1 of the 4 days/)]);
    expect(weekly.warnings).toEqual([expect.stringMatching(/--periods 52 /)]);
  });

  it("reads decimal commas between semicolons", async () => {
    const lines = ["date;equity", "2024-01-02;1.000,00", "2024-01-03;1.234,50"];

    const { stdout } = await sevenfold("metrics", await file("comma.csv", lines));

    expect(stdout).toMatch(/^\$1,000\.00 on 2024-01-02 became \$1,234\.50 on 2024-01-03\.$/m);
  });

  it("prints a table of what can be measured", async () => {
    const { stdout, exitCode } = await sevenfold("metrics", await file("equity.csv", EQUITY));

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\$100\.00 on 2024-01-02 became \$108\.90 on 2024-01-05\.$/m);
    expect(stdout).toMatch(/^Deepest drawdown +−10\.00%$/m);
    expect(stdout).not.toContain("Kelly");
  });

  it.each([
    [
      "a word for a number",
      ["date,equity", "2024-01-02,many", "2024-01-03,1"],
      /bad\.csv:2: "many" is not a number/,
    ],
    [
      "a date that is none",
      ["date,equity", "2024-13-02,1", "2024-01-03,1"],
      /bad\.csv:2: the date "2024-13-02"/,
    ],
    [
      "rows out of order",
      ["date,equity", "2024-01-03,1", "2024-01-02,1"],
      /bad\.csv:3: the row is earlier than the one before it; sort/,
    ],
    [
      "a day twice",
      ["date,equity", "2024-01-02,1", "2024-01-02,1"],
      /bad\.csv:3: the row has the same time as the one before it; keep one of them/,
    ],
    ["no value", ["date,equity", "2024-01-02,", "2024-01-03,1"], /bad\.csv:2: the value is empty/],
    [
      "no column of equity",
      ["date,open", "2024-01-03,1"],
      /bad\.csv:1: the header has no equity column/,
    ],
    [
      "thousands without quotes",
      ["date,equity", "2024-01-02,1,234", "2024-01-03,1,300"],
      /bad\.csv:2: the row has 3 cells and the header 2; put numbers with commas in quotes/,
    ],
    [
      "a number beyond all money",
      ["date,equity", "2024-01-02,100", "2024-01-03,1e300"],
      /bad\.csv:3: "1e300" is more than 100000000000/,
    ],
    [
      "a comma between semicolons that may be either",
      ["date;equity", "2024-01-02;1,234", "2024-01-03;1,250"],
      /bad\.csv:2: "1,234" may be thousands or a decimal; write 1234 or 1\.234/,
    ],
    ["a single row", ["date,equity", "2024-01-03,1"], /bad\.csv: the file has 1 row;/],
  ])("names file and line of %s, and ends with 3", async (_, lines, message) => {
    const { exitCode, stdout, stderr } = await sevenfold("metrics", await file("bad.csv", lines));

    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
    expect(stderr).toMatch(message);
  });
});

describe("sevenfold metrics explain", () => {
  it("says how a number is computed, in each dialect that has its own", async () => {
    const { stdout, exitCode } = await sevenfold("metrics", "explain", "kelly");

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^kelly: Kelly fraction/);
    expect(stdout).toMatch(/sevenfold\/kelly\/1 .*payoff/);
    expect(stdout).toMatch(/quantstats\/kelly\/1 .*days won/);
  });

  it("says of each library whether its number is ours, another or none", async () => {
    const { stdout } = await sevenfold("metrics", "explain", "informationRatio");
    const sharpe = await sevenfold("metrics", "explain", "sharpe");
    const all = await sevenfold("metrics", "explain");

    expect(stdout).toMatch(
      /^ {2}empyrical\/informationRatio\/1 +differs \(excess_sharpe\): mean\(r/m,
    );
    expect(stdout).toMatch(/^ {2}backtesting\.py +has no such number, ours stands in$/m);
    expect(sharpe.stdout).toMatch(/^ {2}quantstats +as ours \(stats\.sharpe\)$/m);
    expect(sharpe.stdout).toMatch(/^ {2}empyrical +as ours \(sharpe_ratio\); its risk-free rate/m);
    for (const paragraph of all.stdout.trimEnd().split("\n\n"))
      expect(paragraph.split("\n"), paragraph).toHaveLength(7);
  });

  it("explains every number when none is named, and refuses what is none", async () => {
    const all = await sevenfold("metrics", "explain");
    const wrong = await sevenfold("metrics", "explain", "luck");

    expect(all.stdout).toContain("deflatedSharpe:");
    expect(wrong).toMatchObject({ exitCode: 2, stdout: "" });
  });
});
