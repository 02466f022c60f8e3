import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SweepDocument } from "../report/sweep-document.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sevenfold-sweep-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const FREE = ["--commission", "none", "--slippage", "none"];

describe("sevenfold sweep", () => {
  it("tries every combination, and tells of each what a backtest of it tells", async () => {
    const path = walkFile("walk.csv", 400);

    const { results, trials, axes, engine } = await documentOf(
      path,
      ...["--set", "buyDropPct=2..6:2", "--set", "sellRisePct=3%,5%", ...FREE],
    );

    expect({ trials, engine }).toEqual({ trials: 6, engine: "kernel" });
    expect(axes).toEqual([
      { name: "buyDropPct", values: [0.02, 0.04, 0.06] },
      { name: "sellRisePct", values: [0.03, 0.05] },
    ]);
    for (const { values, ...result } of results) {
      const flags = ["--buy-drop", `${values.buyDropPct}`, "--sell-rise", `${values.sellRisePct}`];
      const { stdout } = await sevenfold("backtest", path, ...flags, "--json");
      const backtest = JSON.parse(stdout);
      expect(result.finalEquity).toBe(backtest.finalEquity);
      expect(result.trades).toBe(backtest.trades.length);
      expect(result.maxDrawdown).toBeCloseTo(backtest.metrics.maxDrawdown, 12);
      expect(result.exposure).toBeCloseTo(backtest.metrics.exposure, 12);
    }
  });

  it("understands a setting by the name the document has, and says how a range is written", async () => {
    const path = walkFile("walk.csv", 300);

    const { axes } = await documentOf(path, "--set", "buyDrop=2..4:1");
    const wrong = await sevenfold("sweep", path, "--set", "buyDropPct=2-8");

    expect(axes).toMatchObject([{ name: "buyDropPct" }]);
    expect(wrong).toMatchObject({ exitCode: 2, stdout: "" });
    expect(wrong.stderr).toMatch(/2-8 is not a rate .*; a range is 2\.\.8\n$/);
  });

  it("runs entries that wait for patterns by the full engine, and says so", async () => {
    const one = [walkFile("walk.csv", 400), "--ledger", join(folder, "patterns.jsonl")];
    const axes = ["--set", "patternConfirmation=off,annotate,require", "--set", "buyDropPct=2,4"];

    const { stdout } = await sevenfold("sweep", ...one, ...axes, "--json");
    const table = await sevenfold("sweep", ...one, ...axes);
    const { results, engineBecause, repeated } = JSON.parse(stdout);

    expect({ engineBecause, repeated }).toEqual({
      engineBecause: "pattern confirmation",
      repeated: 2,
    });
    const trades = (rule: string) =>
      results.find(
        ({ values }: { values: Record<string, unknown> }) =>
          values.patternConfirmation === rule && values.buyDropPct === 0.02,
      ).trades;
    expect(trades("require")).not.toBe(trades("off"));
    expect(table.stdout).toContain("Run by the full engine, because of pattern confirmation.");
  });

  it.each(["shared", "each"])(
    "runs %s accounts with costs by the kernel, and tells what a backtest of them tells",
    async (accounts) => {
      walkFile("aaa.csv", 200, 1);
      walkFile("bbb.csv", 200, 2);
      const costs = ["--commission", "share=0.005,min=1", "--slippage", "bps=5,spread=0.02"];

      const { engine, engineBecause, symbols, results } = await documentOf(
        folder,
        ...["--set", "buy-drop=2..4:1", "--accounts", accounts, ...costs],
      );
      const backtestOf = async (path: string) => {
        const flags = ["--buy-drop", "3", ...costs, "--no-run-folder", "--json"];
        return JSON.parse((await sevenfold("backtest", path, ...flags)).stdout);
      };
      const paths =
        accounts === "shared" ? [folder] : [join(folder, "aaa.csv"), join(folder, "bbb.csv")];
      const alone = await Promise.all(paths.map(backtestOf));
      const middle = results.find(({ values }) => values.buyDropPct === 0.03)!;

      expect({ engine, engineBecause }).toEqual({ engine: "kernel", engineBecause: null });
      expect(symbols).toEqual(["AAA", "BBB"]);
      expect(middle.finalEquity).toBe(alone.reduce((sum, each) => sum + each.finalEquity, 0));
      expect(middle.trades).toBe(alone.reduce((sum, { trades }) => sum + trades.length, 0));
      expect(middle.trades).toBeGreaterThan(10);
    },
  );

  it("runs what the kernel does not do by the full engine, and says why", async () => {
    const path = walkFile("walk.csv", 200);
    const flags = ["--set", "buy-drop=2..4:1", "--path", "ohlc"];

    const { engine } = await documentOf(path, ...flags);
    const { stdout } = await sevenfold("sweep", path, ...flags);

    expect(engine).toBe("full");
    expect(stdout).toContain("Run by the full engine, because of the setting path.");
  });

  it("draws the same combinations from one seed, and others from another", async () => {
    const path = walkFile("walk.csv", 300);
    const flags = ["--set", "buyDropPct=2..20", "--set", "sellRisePct=2..20", "--random", "20"];

    const [one, again, other] = [
      await documentOf(path, ...flags, "--seed", "7"),
      await documentOf(path, ...flags, "--seed", "7"),
      await documentOf(path, ...flags, "--seed", "8"),
    ];

    expect(one.trials).toBe(20);
    expect(again).toEqual(one);
    expect(other.results).not.toEqual(one.results);
  });

  it("counts a configuration once, and every one that was ever tried on the file", async () => {
    const path = walkFile("walk.csv", 300);
    const counted = async (...flags: readonly string[]) =>
      (await documentOf(path, ...flags)).ledger.configurations;

    expect(await counted("--set", "buyDropPct=2..4:1")).toBe(3);
    expect(await counted("--set", "buyDropPct=2..4:1")).toBe(3);
    expect(await counted("--set", "buyDropPct=4..6:1")).toBe(5);
    // Another file beside it has its own count, until it is used together with the first.
    const other = walkFile("other.csv", 300, 5);
    expect((await documentOf(other, "--set", "buyDropPct=2..3:1")).ledger.configurations).toBe(2);
    const both = await documentOf(path, other, "--set", "buyDropPct=2..3:1");
    expect(both.ledger.configurations).toBe(9);
  });

  it("counts the backtests of bars it has been on, and only those", async () => {
    const path = walkFile("walk.csv", 300);
    const backtest = (drop: string) => sevenfold("backtest", path, "--buy-drop", drop, "--json");
    const counted = async () =>
      (await documentOf(path, "--set", "buyDropPct=2..4:1", ...FREE)).ledger.configurations;

    await backtest("7");
    expect(await counted()).toBe(3);
    await backtest("7");
    // One of the sweep's own, in the same words.
    await backtest("3");
    expect(await counted()).toBe(4);
  });

  it("trades the days it is asked to, with the costs it is asked to", async () => {
    const path = walkFile("walk.csv", 400);
    const flags = ["--start", "2016-03-01", "--end", "2016-12-01"];
    const costs = ["--commission", "order=1", "--slippage", "bps=2"];

    const { results, engineBecause } = await documentOf(
      ...[path, "--set", "buyDropPct=3", ...flags, ...costs],
    );
    const { stdout } = await sevenfold(
      ...["backtest", path, "--buy-drop", "3", ...flags, ...costs, "--json"],
    );

    expect(results[0]?.finalEquity).toBe(JSON.parse(stdout).finalEquity);
    expect(engineBecause).toBe(null);
  });

  it("forgets nothing where a line of the ledger was cut off", async () => {
    const path = walkFile("walk.csv", 300);
    await documentOf(path, "--set", "buyDropPct=2..4:1");
    const ledger = join(folder, "sevenfold-trials.jsonl");
    writeFileSync(ledger, `${readFileSync(ledger, "utf8")}{"at":"2026-`);

    const { ledger: after } = await documentOf(path, "--set", "buyDropPct=7..8:1");

    expect(after.configurations).toBe(5);
    expect(readFileSync(ledger, "utf8").trimEnd().split("\n")).toHaveLength(3);
  });

  it("labels the best of a walk by chance as noise, and fails on it when asked to", async () => {
    const path = walkFile("walk.csv", 400);
    const flags = [path, "--set", "buyDropPct=2..12:1", "--set", "sellRisePct=2..12:1"];

    const { stdout, exitCode } = await sevenfold("sweep", ...flags);
    const failed = await sevenfold("sweep", ...flags, "--fail-on-noise");

    expect(exitCode).toBe(0);
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^NOISE: the best of 121, at costs of /);
    expect(stdout).toMatch(/^Plateau +.* neighbors/m);
    expect(stdout).toMatch(/^PBO +\d+%/m);
    expect(failed).toMatchObject({ exitCode: 4, stdout });
  });

  it("comes to the same on one thread and on two", () => {
    const path = walkFile("walk.csv", 2_600);
    const documentOn = (jobs: string) =>
      execFileSync(
        process.execPath,
        [
          ...[PROGRAM, "sweep", path, "--json", "--jobs", jobs, "--random", "8000"],
          ...["--set", "buyDropPct=1%..20%", "--set", "sellRisePct=1%..20%"],
        ],
        { encoding: "utf8", maxBuffer: 2 ** 28, cwd: folder, stdio: ["ignore", "pipe", "ignore"] },
      );

    expect(documentOn("2")).toBe(documentOn("1"));
  });

  it("counts nothing where its run could not be kept", async () => {
    const path = walkFile("walk.csv", 100);

    const { exitCode, stderr } = await sevenfold(
      ...["sweep", path, "--set", "buyDropPct=2..4:1", "--out", path],
    );

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^sevenfold: cannot keep the run in .*: a file .* in the way/);
    expect(existsSync(join(folder, "sevenfold-trials.jsonl"))).toBe(false);
  });

  it("begins nothing where its trials could not be counted", async () => {
    const path = walkFile("walk.csv", 100);
    const out = join(folder, "kept");

    const { exitCode, stderr } = await sevenfold(
      ...["sweep", path, "--set", "buyDropPct=2..4:1", "--ledger", folder, "--out", out],
    );

    expect(exitCode).toBe(3);
    expect(stderr).toMatch(
      /^sevenfold: the trial ledger .* cannot be kept \(a folder of that name is in the way\)/,
    );
    expect(existsSync(out)).toBe(false);
  });

  it.each([
    [["--set", "buyDropp=2..4:1"], 2, /: buyDropp is no setting; the names are mode, /],
    [
      ["--set", "buyDrop"],
      2,
      /: write name=value, name=from..to:step or name=one,other; the names are /,
    ],
    [["--set", "buyDropPct=4..2:1"], 2, /a range goes up/],
    [["--set", "buyDropPct=2..4:1", "--set", "buy-drop=5"], 2, /stands there twice/],
    [["--set", "buyDropPct=30"], 2, /30% is not between 1% and 20%/],
    [["--set", "buyDropPct=-4,5"], 2, /: -4% is not between 1% and 20%/],
    [["--set", "buyDropPct=2..8:0.00001"], 2, /0\.00001 is not a rate in whole basis points/],
    [["--set", "sharesToBuy=1.5"], 2, /a whole number of shares/],
    [["--set", "mode=martingale"], 2, /trailing, simple, hybrid/],
    [[], 2, /nothing varies/],
    [["--set", "buyDropPct=2..4:1", "--random", "0"], 2, /whole number from 2/],
    [["--set", "buyDropPct=2..20:0.01", "--set", "sellRisePct=2..20:0.01"], 2, /--random 1000/],
    [["--set", "mode=hybrid", "--set", "buyDropPct=9"], 2, /Entry range invalid/],
    [["--set", "buyDropPct=2..4:1", "--ledger", "/proc/none/ledger"], 3, /cannot be kept/],
  ])("answers %j with %d and one line", async (flags, code, words) => {
    const path = walkFile("walk.csv", 100);

    const { exitCode, stdout, stderr } = await sevenfold("sweep", path, ...flags);

    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
    expect(stderr).toMatch(words);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

async function documentOf(...words: readonly string[]): Promise<SweepDocument> {
  const { stdout, stderr, exitCode } = await sevenfold("sweep", ...words, "--json");
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return JSON.parse(stdout);
}

/** Daily bars of a driftless walk. */
function walkFile(name: string, days: number, seed = 3): string {
  let state = seed * 7_919;
  const chance = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  let price = 100;
  const rows = Array.from({ length: days }, (_, day) => {
    const date = new Date(Date.UTC(2016, 0, 1 + day)).toISOString().slice(0, 10);
    const open = price;
    price *= Math.exp((chance() + chance() + chance() - 1.5) * 0.05);
    const [low, high] = [Math.min(open, price), Math.max(open, price)];
    return [date, ...[open, high, low, price].map((each) => each.toFixed(2))].join(",");
  });
  const path = join(folder, name);
  writeFileSync(path, `date,open,high,low,close\n${rows.join("\n")}\n`);
  return path;
}
