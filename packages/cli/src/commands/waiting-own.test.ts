import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE } from "../testing/backtest-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

let folder = "";
let crossing = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sevenfold-waiting-"));
  const { exitCode } = await sevenfold(
    ...["strategy", "new", "my-crossing", "--from", "crossing", "--in", folder],
  );
  expect(exitCode).toBe(0);
  crossing = join(folder, "my-crossing.ts");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const own = () => [EXAMPLE, "--strategy", crossing];
const SETS = ["--set", "fast=3,5", "--set", "slow=10,20"];

async function told(...argv: readonly string[]) {
  const { exitCode, stdout, stderr } = await sevenfold(...argv, "--json");
  expect([exitCode, stderr.includes("error")]).toEqual([0, false]);
  return JSON.parse(stdout);
}

describe("the strategy that waits for its averages to cross, as strategy new writes it", () => {
  it("trades in each trial of a sweep what a backtest of that setting trades", async () => {
    const free = ["--commission", "none", "--slippage", "none", "--no-run-folder"];
    const { results } = await told("sweep", ...own(), ...SETS, ...free);
    expect(results).toHaveLength(4);
    for (const { values, trades, finalEquity } of results) {
      const set = Object.entries(values).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
      const backtest = await told("backtest", ...own(), ...set, ...free);
      expect(0 < trades && trades).toBe(backtest.trades.length);
      expect(finalEquity).toBe(backtest.finalEquity);
    }
  });

  it("is walked forward, each step by a strategy that has seen nothing", async () => {
    const { steps } = await told("walk-forward", ...own(), ...SETS, "--no-run-folder");
    expect(steps.length).toBeGreaterThan(0);
  });

  it("decides nothing by what comes after", async () => {
    const { decisions, leak, memory } = await told("lookahead", ...own(), "--set", "fast=3");
    expect(decisions).toBeGreaterThan(0);
    expect({ leak, memory }).toEqual({ leak: null, memory: null });
  });

  it("leaves runs that are drawn anew and compared like any other", async () => {
    const out = join(folder, "runs");
    for (const fast of [3, 5])
      await told("backtest", ...own(), "--set", `fast=${fast}`, "--out", out, "--name", `f${fast}`);
    const runs = readdirSync(out)
      .toSorted((one, other) => (one.slice(-2) < other.slice(-2) ? -1 : 1))
      .map((name) => join(out, name));
    const drawn = await told("monte-carlo", runs[0]!, "--paths", "200", "--no-run-folder");
    expect(drawn.methods.length).toBeGreaterThan(0);
    const { settings } = await told("compare", ...runs);
    expect(settings["own.parameters"]).toMatchObject([{ fast: 3 }, { fast: 5 }]);
  });
});
