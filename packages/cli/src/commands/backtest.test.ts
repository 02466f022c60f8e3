import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csv, documentOf, EXAMPLE, folder } from "../testing/backtest-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

describe("sevenfold backtest", () => {
  it("finds out before its work that the run cannot be kept, and counts no trial", async () => {
    const counted = join(folder, "counted");
    await mkdir(counted);
    const ledger = join(counted, "sevenfold-trials.jsonl");
    await writeFile(ledger, "");
    await writeFile(join(counted, "abc.csv"), "Date,Open,High,Low,Close\n2024-01-02,1,1,1,1\n");
    const out = join(ledger, "runs");

    const [bars, none] = [
      await sevenfold("backtest", join(counted, "abc.csv"), "--out", out),
      await sevenfold("backtest", join(counted, "none.csv"), "--out", out),
    ];

    const stderr = `sevenfold: cannot keep the run in ${out}: a file is in the way; --out takes another folder, --no-run-folder keeps nothing\n`;
    expect(bars).toEqual({ exitCode: 2, stdout: "", stderr });
    expect(none).toEqual(bars);
    expect(await readFile(ledger, "utf8")).toBe("");
  });

  it("buys the open after a fall of 4% and sells the open after a rise of 4%", async () => {
    const path = await csv("abc.csv", [
      "2024-01-02,100,100,100,100",
      "2024-01-03,97,97,96,96",
      "2024-01-04,95,95,90,90",
      "2024-01-05,90,93.6,90,93.6",
      "2024-01-08,94,94,94,94",
    ]);

    const { trades, finalEquity, finalCash, openPositions } = await documentOf(path);

    // 96 is exactly 4% below 100; the fill at 95 anchors the trail anew; 93.6 is 4% above 90.
    expect(trades).toEqual([
      {
        symbol: "ABC",
        side: "buy",
        shares: 10,
        price: 95,
        time: "2024-01-04T14:30:00.000Z",
        reason: "trail-drop",
        fees: 0,
        realizedPL: 0,
      },
      {
        symbol: "ABC",
        side: "sell",
        shares: 10,
        price: 94,
        time: "2024-01-08T14:30:00.000Z",
        reason: "trail-rise",
        fees: 0,
        realizedPL: -10,
      },
    ]);
    expect({ finalEquity, finalCash, openPositions }).toEqual({
      finalEquity: 99_990,
      finalCash: 99_990,
      openPositions: [],
    });
  });

  it("fills at the deciding close when asked to", async () => {
    const path = await csv("abc.csv", ["2024-01-02,100,100,100,100", "2024-01-03,97,97,96,96"]);

    const { trades } = await documentOf(path, "--fill", "close");

    expect(trades).toMatchObject([{ price: 96, time: "2024-01-03T21:00:00.000Z" }]);
  });

  it("lists an order that no bar followed, and marks what is still held", async () => {
    const path = await csv("abc.csv", [
      "2024-01-02,100,100,100,100",
      "2024-01-03,96,96,96,96",
      "2024-01-04,95,110,95,110",
    ]);

    const { unfilled, openPositions, finalEquity } = await documentOf(path);

    expect(unfilled).toMatchObject([{ symbol: "ABC", side: "sell", reason: "trail-rise" }]);
    expect(openPositions).toMatchObject([
      { shares: 10, entryPrice: 95, lastPrice: 110, marketValue: 1_100, unrealizedPL: 150 },
    ]);
    expect(finalEquity).toBe(100_150);
  });

  it("cancels a buy whose opening costs more than the cash, and says so", async () => {
    const path = await csv("abc.csv", [
      "2024-01-02,100,100,100,100",
      "2024-01-03,96,96,96,96",
      "2024-01-04,101,101,101,101",
      "2024-01-05,101,101,101,101",
    ]);
    const flags = [path, "--cash", "1000", "--limits", "none"];

    const { canceled, trades } = await documentOf(...flags);
    const { stdout } = await sevenfold("backtest", ...flags);

    expect(trades).toEqual([]);
    expect(canceled).toMatchObject([
      { symbol: "ABC", side: "buy", shares: 10, time: "2024-01-04T14:30:00.000Z", open: 101 },
    ]);
    expect(stdout).toContain("1 buy canceled");
  });

  it("says null and why where a metric has no meaning", async () => {
    const path = await csv("abc.csv", ["2024-01-02,100,100,100,100"]);

    const { metrics, metricNotes } = await documentOf(path);

    expect(metrics.profitFactor).toBeNull();
    expect(metricNotes.profitFactor).toBe("no closed trade");
  });

  it("answers the same document to the same input, byte for byte", async () => {
    const once = await sevenfold("backtest", EXAMPLE, "--json");
    const again = await sevenfold("backtest", EXAMPLE, "--json");

    expect(again).toEqual(once);
    expect(once.stderr).toBe("");
    expect(once.stdout.trimEnd().split("\n")).toHaveLength(1);
  });

  it("hashes the inputs: other settings, other hash", async () => {
    const [one, other] = [await documentOf(EXAMPLE), await documentOf(EXAMPLE, "--stop", "on")];

    expect(one.inputsHash).toMatch(/^[0-9a-f]{64}$/);
    expect(other.inputsHash).not.toBe(one.inputsHash);
  });

  it("lets entries wait for a bar pattern, and says which one stood", async () => {
    const falls = [
      "2024-01-02,100,100,99,99",
      "2024-01-03,99,99,98,98",
      "2024-01-04,98,98,97,97",
      "2024-01-05,97,97,96,96",
      "2024-01-08,95.5,95.6,94,95.5",
      "2024-01-09,95,95,95,95",
    ];
    const path = await csv("hammer.csv", falls);
    const out = join(folder, "patterns");
    const waiting = ["--buy-drop", "3%", "--pattern-confirmation"];

    const [off, annotated, required] = [
      await documentOf(path, "--buy-drop", "3%"),
      await documentOf(path, ...waiting, "annotate"),
      await documentOf(path, ...waiting, "require", "--out", out),
    ];
    const [run] = readdirSync(out);
    const lines = readFileSync(join(out, run!, "decisions.jsonl"), "utf8")
      .trimEnd()
      .split("\n");

    expect(off.trades).toMatchObject([{ time: "2024-01-08T14:30:00.000Z", price: 95.5 }]);
    expect(annotated.trades).toEqual(off.trades);
    expect(required.trades).toMatchObject([{ time: "2024-01-09T14:30:00.000Z", price: 95 }]);
    expect(required.settings.patternConfirmation).toBe("require");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { verdict: "blocked", gate: "pattern", at: "2024-01-05T21:00:00.000Z" },
      { verdict: "entered", patterns: ["hammer"], at: "2024-01-08T21:00:00.000Z" },
    ]);
  });

  it("keeps to the golden result of the example", async () => {
    const golden = readFileSync(EXAMPLE.replace(/csv$/, "expected.json"), "utf8");

    expect(await goldenResult()).toEqual(JSON.parse(golden));
  });

  it("prints a table whose last line is the verdict, without color codes", async () => {
    const { stdout, stderr, exitCode } = await sevenfold("backtest", EXAMPLE);

    expect(exitCode).toBe(0);
    expect(stdout).toContain("AAA, BBB: 504 bars from 2024-01-02 to 2024-12-31");
    expect(stdout).toMatch(/^AAA +\d+ +\d+ +\d+% +[+−]\$[\d,.]+/m);
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^\$100,000\.00 became \$/);
    expect(stdout.includes("\u001b")).toBe(false);
    expect(stderr).toMatch(/504 bars in .* bars a second\n$/);
  });
});

/** What the example comes to in each mode: the order list as a hash, the metrics to nine decimals. */
async function goldenResult(): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  for (const mode of ["trailing", "simple", "hybrid"]) {
    const { trades, bars, finalEquity, metrics } = await documentOf(EXAMPLE, "--mode", mode);
    const orders = createHash("sha256").update(JSON.stringify(trades)).digest("hex");
    const rounded = Object.entries(metrics).map(([name, value]) => [
      name,
      value === null ? null : Number(value.toFixed(9)),
    ]);
    results[mode] = {
      bars,
      trades: trades.length,
      orders,
      finalEquity,
      metrics: Object.fromEntries(rounded),
    };
  }
  return results;
}
