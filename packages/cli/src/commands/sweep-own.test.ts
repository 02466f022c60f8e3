import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SweepDocument } from "../report/sweep-document.ts";
import { EXAMPLE } from "../testing/backtest-files.ts";
import { CROSS_OVER, ODD_DAYS, REMEMBERING } from "../testing/own-strategies.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sevenfold-own-sweep-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FREE = ["--commission", "none", "--slippage", "none"];

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const swept = (...flags: readonly string[]) =>
  sevenfold("sweep", EXAMPLE, "--ledger", join(folder, "trials.jsonl"), ...flags);

async function documentOf(...flags: readonly string[]): Promise<SweepDocument> {
  const { stdout, stderr } = await swept(...flags, "--json");
  expect(stderr).toBe("");
  return JSON.parse(stdout) as SweepDocument;
}

describe("sevenfold sweep --strategy", () => {
  it("makes axes of the declared parameters, and tells of each trial what its backtest tells", async () => {
    const path = write("cross.ts", CROSS_OVER);

    const { axes, trials, results, engineBecause, settings } = await documentOf(
      ...["--strategy", path, ...FREE],
    );

    expect(axes).toEqual([
      { name: "fast", values: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
      { name: "slow", values: [10, 20, 30, 40] },
    ]);
    expect({ trials, engineBecause }).toEqual({
      trials: 44,
      engineBecause: "a strategy of your own",
    });
    expect(settings.own).toMatchObject({ name: "cross.ts", parameters: { fast: 3, slow: 20 } });
    for (const { values, ...result } of [results[0]!, results[20]!, results[43]!]) {
      const set = ["--set", `fast=${values.fast}`, "--set", `slow=${values.slow}`];
      const { stdout } = await sevenfold("backtest", EXAMPLE, "--strategy", path, ...set, "--json");
      const backtest = JSON.parse(stdout);
      expect(result.finalEquity).toBe(backtest.finalEquity);
      expect(result.trades).toBe(backtest.trades.length);
      expect(result.maxDrawdown).toBeCloseTo(backtest.metrics.maxDrawdown, 12);
    }
    expect(new Set(results.map(({ finalEquity }) => finalEquity)).size).toBeGreaterThan(20);
  });

  it("varies what is typed, holds what has one value, and spreads the others between their bounds", async () => {
    const path = write("cross.ts", CROSS_OVER);

    const typed = await documentOf("--strategy", path, "--set", "fast=4..8:2");
    const held = await documentOf("--strategy", path, "--set", "fast=5", "--set", "slow=20,30");
    const rest = await documentOf("--strategy", path, "--set", "fast=5");
    const drawn = await documentOf("--strategy", path, "--random", "5", "--seed", "2");

    expect(typed.axes).toEqual([{ name: "fast", values: [4, 6, 8] }]);
    expect(held.results.map(({ values }) => values)).toEqual(
      expect.arrayContaining([
        { fast: 5, slow: 20 },
        { fast: 5, slow: 30 },
      ]),
    );
    expect(rest.axes).toEqual([
      { name: "fast", values: [5] },
      { name: "slow", values: [10, 20, 30, 40] },
    ]);
    expect(drawn.trials).toBe(5);
  });

  it("judges at the costs of a verdict, counts tries, and keeps rows and report that can be read again", async () => {
    const path = write("cross.ts", CROSS_OVER);
    const ledger = join(folder, "counted.jsonl");
    const out = join(folder, "kept");
    const flags = ["--ledger", ledger, "--strategy", path, "--set", "fast=2..6:2"];

    const first = await documentOf(...flags);
    const { stdout } = await sevenfold("sweep", EXAMPLE, ...flags, "--out", out);
    const again = await documentOf(...flags);
    const [run] = (await import("node:fs")).readdirSync(out);
    const report = await sevenfold("report", join(out, run!), "--format", "md", "--out", "-");

    expect(first.costs.words).toBe(
      "at costs of half a spread of 2 bps and the regulatory fees of a US stock order",
    );
    expect(first.ledger.configurations).toBe(3);
    expect(again.ledger).toEqual(first.ledger);
    expect(stdout.trimEnd().split("\n")).toContain(first.verdict.sentence);
    expect(readFileSync(join(out, run!, "trials.csv"), "utf8").split("\n")[0]).toMatch(
      /^fast,objective,sharpe/,
    );
    expect(report.stdout).toMatch(/^\| fast \| Sharpe/m);
  });

  it("tells a parameter that is set to one value as it is set", async () => {
    const path = write("cross.ts", CROSS_OVER);

    const { settings, trials } = await documentOf("--strategy", path, "--set", "slow=30", ...FREE);

    expect(trials).toBe(11);
    expect(settings.own!.parameters).toEqual({ fast: 3, slow: 30 });
    const { stdout } = await swept("--strategy", path, "--set", "slow=30", ...FREE);
    expect(stdout).toContain("Where nothing varies: cross.ts (slow 30) says what to hold");
  });

  it("begins every trial with a strategy that has seen nothing", async () => {
    const path = write("remembering.js", REMEMBERING);

    const { results } = await documentOf("--strategy", path, ...FREE);

    for (const { values, finalEquity } of results) {
      const set = ["--set", `fast=${values.fast}`];
      const { stdout } = await sevenfold("backtest", EXAMPLE, "--strategy", path, ...set, "--json");
      expect(finalEquity).toBe(JSON.parse(stdout).finalEquity);
    }
  });

  it("judges what has nothing to vary as it is: a strategy without parameters, a file of signals", async () => {
    const odd = write("odd.js", ODD_DAYS);
    const rows = [
      "date,symbol,weight",
      "2024-01-05,AAA,0.1",
      "2024-06-03,AAA,0",
      "2024-06-03,BBB,0.1",
    ];
    const signals = write("weights.csv", `${rows.join("\n")}\n`);

    const strategy = await documentOf("--strategy", odd, ...FREE);
    const weights = await documentOf("--signals", signals, ...FREE);
    const backtest = JSON.parse(
      (await sevenfold("backtest", EXAMPLE, "--signals", signals, "--json")).stdout,
    );

    expect({ trials: strategy.trials, axes: strategy.axes }).toEqual({ trials: 1, axes: [] });
    expect(weights.best.finalEquity).toBe(backtest.finalEquity);
    expect(weights.verdict.doubts).toContain("free-of-costs");
  });

  it("comes to the same on one thread and on two, and says a fault in the same words", () => {
    const path = write("fine.ts", CROSS_OVER.replace("step: 10", "step: 1"));
    const faulty = write(
      "faulty.js",
      CROSS_OVER.replace("step: 10", "step: 1")
        .replace(/: Strategy|interface.*|!|: \{ close: number \}/g, "")
        .replace("return { share", "if (parameters.fast === 9) null.x; return { share"),
    );
    const run = (jobs: string, file: string) => {
      const words = [PROGRAM, "sweep", EXAMPLE, "--json", "--jobs", jobs, "--strategy", file];
      const ledger = join(folder, `threads-${jobs}.jsonl`);
      try {
        const options = { encoding: "utf8", cwd: folder, stdio: "pipe" } as const;
        return execFileSync(
          process.execPath,
          [
            ...words,
            "--random",
            "1000",
            "--set",
            "fast=2..12",
            "--set",
            "slow=10..40",
            "--ledger",
            ledger,
          ],
          options,
        ).replace(ledger, "the ledger");
      } catch (error) {
        return (error as { stderr: string }).stderr;
      }
    };

    const alone = run("1", path);
    expect(JSON.parse(alone)).toMatchObject({ trials: 341 });
    expect(run("2", path)).toBe(alone);
    expect(run("2", faulty)).toMatch(
      /^sevenfold: .*faulty\.js:\d+: at the close of AAA of .* it throws/,
    );
  });

  it.each([
    [
      "an unknown parameter",
      ["--set", "quick=2..4:1"],
      /the strategy has the parameters fast, slow/,
    ],
    [
      "a value out of bounds",
      ["--set", "fast=1..4:1"],
      /--set fast=1\.\.4:1: it is a number from 2 to 12/,
    ],
    ["a value off its steps", ["--set", "slow=15,20"], /it goes from 10 in steps of 10/],
    ["a range that goes down", ["--set", "fast=8..4:1"], /a range goes up/],
    ["one name twice", ["--set", "fast=3", "--set", "fast=4"], /stands there twice/],
    ["a flag of the built-in rule", ["--buy-drop", "4"], /--buy-drop is of the built-in rule/],
  ])("refuses %s with what is allowed", async (_, flags, message) => {
    const path = write("cross.ts", CROSS_OVER);

    const { exitCode, stdout, stderr } = await swept("--strategy", path, ...flags);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });

  it.each([
    ["cash", /the parameter cash is called like a setting or a result/],
    ["sharpe", /the parameter sharpe is called like a setting or a result/],
    ["a-b", /the parameter "a-b" needs a name of letters and digits/],
  ])("refuses a strategy whose parameter is called %s", async (name, message) => {
    const path = write(
      "named.js",
      `export const strategy = { parameters: { "${name}": { default: 1, min: 0, max: 2 } }, forEachSymbol: () => () => undefined };`,
    );

    const { exitCode, stderr } = await swept("--strategy", path);

    expect(exitCode).toBe(3);
    expect(stderr).toMatch(message);
  });
});
