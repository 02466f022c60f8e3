import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { earnedAmountsOf } from "../run/earned-amounts.ts";
import { findRun } from "../run/find-run.ts";
import { readBacktest } from "../run/read-backtest.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const EXAMPLE = fileURLToPath(new URL("../../examples/two-stocks-2024.csv", import.meta.url));

let folder = "";
let run = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-monte-carlo-"));
  const out = join(folder, "backtests");
  await sevenfold("backtest", EXAMPLE, "--out", out);
  const [name] = await readdir(out);
  run = join(out, name!);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("sevenfold monte-carlo", () => {
  it("draws trades and days, and sets what was observed beside them", async () => {
    const { stdout, exitCode } = await sevenfold("monte-carlo", run, "--paths", "200", "--json");
    const document = JSON.parse(stdout);
    const { metrics } = JSON.parse(await readFile(join(run, "metrics.json"), "utf8"));

    expect(exitCode).toBe(0);
    expect(document).toMatchObject({ kind: "monte-carlo", paths: 200, seed: 1, block: 20 });
    expect(document.observed).toEqual({
      totalReturn: metrics.totalReturn,
      maxDrawdown: metrics.maxDrawdown,
    });
    expect(
      document.methods.map(({ method, steps }: { method: string; steps: number }) => [
        method,
        steps,
      ]),
    ).toEqual([
      ["trades", metrics.closedTrades + document.earned.openPositions],
      ["blocks", metrics.days],
    ]);
    expect(document.earned.closedTrades).toBe(metrics.closedTrades);
  });

  it("draws what is still open too: a loser that was never sold does not vanish", async () => {
    const loser = await keptRun("loser", [...SWINGS, ...FALL]);
    const { stdout } = await sevenfold("monte-carlo", loser, "--method", "trades", "--json");
    const { earned, methods, observed } = JSON.parse(stdout);

    // Eight round trips of four dollars on 500 shares, and one position that lost most of its cost.
    expect(earned).toEqual({ closedTrades: 8, openPositions: 1, payments: 0 });
    expect(methods[0]).toMatchObject({ steps: 9, outside: [] });
    expect(observed.totalReturn).toBeLessThan(-0.1);
    expect(methods[0].lossProbability).toBeGreaterThan(0.5);
    expect(methods[0].totalReturn[0]).toBeLessThan(observed.totalReturn);
    const markdown = await sevenfold("report", loser, "--format", "md");
    expect(markdown.stdout).toMatch(/\| ABC \| 8 \| \+\$\S+ \| 500 \| −\$\S+ \|/);
    const table = await sevenfold("monte-carlo", loser, "--method", "trades");
    expect(table.stdout).toContain("9 results: 8 closed, 1 still open, valued at the last close");
  });

  it("says of a run that it lies outside its own band: in the document, the table and the report", async () => {
    // Every trade won in the end, but one was down by a third before: no path of its ends shows that.
    const deep = await keptRun("deep", [...SWINGS, 95, 63, 60, 100, 100], "--mode", "simple");
    const out = join(folder, "outside");
    const flags = ["--method", "trades", "--paths", "200", "--out", out];
    const { stdout: json } = await sevenfold("monte-carlo", deep, "--json", ...flags);
    const { stdout: table } = await sevenfold("monte-carlo", deep, ...flags);
    const [name] = await readdir(out);
    const report = await readFile(join(out, name!, "report.html"), "utf8");

    expect(JSON.parse(json).methods[0].outside).toEqual([
      { measure: "maxDrawdown", side: "below" },
    ]);
    for (const text of [table, report])
      expect(text).toMatch(/The run itself lies outside this band: its deepest drawdown of −\d/);
  });

  it("draws what adds up to the final equity: sales, open positions, splits, dividends, fees", async () => {
    const actions = join(folder, "actions.csv");
    // The last position takes a dividend, and a reverse split that leaves two fifths of a share.
    const [dividendOn, splitOn] = [SWINGS.length + 5, SWINGS.length + 10].map(dateOf);
    await writeFile(
      actions,
      `symbol,date,kind,value\nABC,${dividendOn},dividend,0.4321\nABC,${splitOn},split,1:7\n`,
    );
    const prices = [...SWINGS, ...FALL].map((price, day) =>
      day < SWINGS.length + 10 ? price : price * 7,
    );
    const costs = ["--commission", "order=1,share=0.0035", "--slippage", "bps=3"];
    const kept = await keptRun("all", prices, "--actions", actions, ...costs);
    const { config } = await findRun(kept, "runs", "backtest");
    const run = await readBacktest(kept, config);
    const { amounts, ...counts } = earnedAmountsOf(run)!;

    expect(counts).toEqual({ closed: 8, payments: 2, open: 1 });
    const end = amounts.reduce((sum, each) => sum + each, 100_000 * 10_000);
    expect(end).toBe(Math.round(run.summary.finalEquity * 10_000));
    expect(end).toBe(Math.round(run.equity.at(-1)!.equity * 10_000));
  });

  it("draws no trades that do not add up to the run, and days all the same", async () => {
    const broken = await keptRun("broken", [...SWINGS, ...FALL]);
    const path = join(broken, "metrics.json");
    const metrics = JSON.parse(await readFile(path, "utf8"));
    await writeFile(path, JSON.stringify({ ...metrics, openPositions: [] }));

    const trades = await sevenfold("monte-carlo", broken, "--json");
    const days = await sevenfold("monte-carlo", broken, "--method", "blocks", "--json");

    expect(trades).toMatchObject({ exitCode: 3, stdout: "" });
    expect(trades.stderr).toContain("--method blocks");
    expect(days.exitCode).toBe(0);
    expect(JSON.parse(days.stdout).earned).toBeNull();
  });

  it("draws the same paths from the same seed", async () => {
    const flags = ["--paths", "100", "--json", "--seed"];
    const [one, again, other] = [
      await sevenfold("monte-carlo", run, ...flags, "7"),
      await sevenfold("monte-carlo", run, ...flags, "7"),
      await sevenfold("monte-carlo", run, ...flags, "8"),
    ];

    expect(again.stdout).toBe(one.stdout);
    expect(other.stdout).not.toBe(one.stdout);
  });

  it("keeps a report that can be made again", async () => {
    const out = join(folder, "kept");
    await sevenfold("monte-carlo", run, "--paths", "100", "--out", out);
    const [name] = await readdir(out);
    const first = await readFile(join(out, name!, "report.html"), "utf8");

    const again = await sevenfold("report", join(out, name!), "--out", "-");

    expect(first).toContain("Blocks of days drawn again");
    expect(again.stdout).toBe(first);
  });

  it("ends with 3 for a folder that holds something else, and with 2 for too few paths", async () => {
    const [name] = await readdir(join(folder, "kept"));

    expect(await sevenfold("monte-carlo", join(folder, "kept", name!))).toMatchObject({
      exitCode: 3,
      stdout: "",
    });
    expect(await sevenfold("monte-carlo", run, "--paths", "3")).toMatchObject({ exitCode: 2 });
  });
});

/** Eight times down to 95 and up again to 99: bought at the one and sold at the other. */
const SWINGS = [100, ...Array.from({ length: 8 }, () => [95, 95, 99, 99]).flat()];
/** Down by 5%, and by 3% a day from there: bought, and never sold. */
const FALL = Array.from({ length: 30 }, (_, day) => 94 * 0.97 ** day);
const FIRST_DAY = Date.UTC(2024, 0, 1);

const dateOf = (day: number): string =>
  new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10);

/** A kept run over days that open where the one before closed, 500 shares at a time. */
async function keptRun(name: string, prices: readonly number[], ...flags: readonly string[]) {
  const rows = prices.map((price, day) => {
    const before = prices[day - 1] ?? price;
    // A reverse split: the day opens where it closes.
    const opened = 3 * before < price ? price : before;
    const [close, open] = [price, opened].map((each) => each.toFixed(4));
    const [low, high] = [open!, close!].sort((one, other) => Number(one) - Number(other));
    return `${dateOf(day)},${open},${high},${low},${close}`;
  });
  const path = join(folder, `${name}.csv`);
  await writeFile(path, ["Date,Open,High,Low,Close", ...rows, ""].join("\n"));
  const out = join(folder, name);
  const size = ["--shares-to-buy", "500", "--shares-to-sell", "500", "--max-position-size", "500"];
  const asked = ["--symbols", "ABC", "--limits", "none", "--out", out, ...size, ...flags];
  const { exitCode, stderr } = await sevenfold("backtest", path, ...asked);
  expect(stderr).toContain(out);
  expect(exitCode).toBe(0);
  const [kept] = await readdir(out);
  return join(out, kept!);
}
