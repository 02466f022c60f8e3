import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csv, documentOf, EXAMPLE, EXAMPLES, folder } from "../testing/backtest-files.ts";
import { CROSS_OVER } from "../testing/own-strategies.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const LONG_SHORT = join(EXAMPLES, "long-short.ts");
const write = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};
const perBar = (body: string, says = "shorts: true,"): string =>
  `export const strategy = { ${says} forEachSymbol() { return (bar) => { ${body} }; } };`;

/** A price that doubles within a week, after a Friday. */
const RISING = [
  "2024-01-03,100,100,100,100",
  "2024-01-04,100,100,100,100",
  "2024-01-05,110,110,110,110",
  "2024-01-08,110,110,110,110",
  "2024-01-09,160,160,160,160",
  "2024-01-10,170,170,170,170",
  "2024-01-11,170,170,170,170",
];
const FREE = ["--limits", "none"] as const;

const cents = (dollars: number): number => Math.round(dollars * 10_000);

describe("sevenfold backtest with shorts", () => {
  it("trades the long/short cross-over of the examples on both sides, and its amounts add up", async () => {
    const document = await documentOf(EXAMPLE, "--strategy", LONG_SHORT, ...FREE);

    const { trades, borrow, openPositions } = document;
    const kinds = new Set(trades.map(({ side, effect }) => `${side} to ${effect}`));
    expect(kinds).toEqual(
      new Set(["buy to open", "sell to close", "sell to open", "buy to close"]),
    );
    expect(document.schemaVersion).toBe(2);
    expect(document.settings.shorts).toEqual({
      ...{ borrowRate: 0.003, initialMargin: 1.5, maintenanceMargin: 1.3 },
    });
    expect(borrow!.cost).toBeGreaterThan(0);
    const sum = (amounts: readonly number[]) =>
      amounts.reduce((total, each) => total + cents(each), 0);
    const gained =
      sum(trades.map(({ realizedPL }) => realizedPL)) +
      sum(openPositions.map(({ unrealizedPL }) => unrealizedPL)) -
      sum(trades.map(({ fees }) => fees)) -
      cents(borrow!.cost);
    expect(cents(document.finalEquity)).toBe(cents(document.initialCash) + gained);
  });

  it("covers at the opening after the close that calls, and names the buy as forced", async () => {
    const bars = await csv("UP.csv", RISING);
    const path = await write(
      "short.js",
      perBar("return bar.day === '2024-01-03' ? { share: -1 } : undefined;"),
    );

    const document = await documentOf(bars, "--strategy", path, ...FREE, "--borrow-rate", "36%");
    const table = await sevenfold("backtest", bars, "--strategy", path, ...FREE);

    // 1,000 are sold at 100: 200,000 of cash, 130% of 160,000 is 208,000.
    const [short, cover] = document.trades;
    expect(document.trades).toHaveLength(2);
    expect(short).toMatchObject({
      side: "sell",
      shares: 1_000,
      price: 100,
      effect: "open",
      realizedPL: 0,
    });
    expect(cover).toMatchObject({
      ...{ side: "buy", shares: 1_000, price: 170, effect: "close", realizedPL: -70_000 },
      ...{ reason: "margin-call", time: "2024-01-10T14:30:00.000Z" },
    });
    // 0.1% a night: of 100,000, of 110,000 for a weekend of three, of 110,000, and of 160,000.
    expect(document.borrow).toEqual({
      cost: 100 + 3 * 110 + 110 + 160,
      bySymbol: [{ symbol: "UP", nights: 6, cost: 700 }],
      forcedCovers: 1,
    });
    expect(document.finalEquity).toBe(100_000 - 70_000 - 700);
    expect(table.stdout).toContain("after borrowing");
    expect(table.stdout).toContain("1 buy forced by margin calls.");
    expect(table.stdout).toContain("short.js says what to hold and what to sell short");
  });

  it("calls below 130%, and not at 130% exactly", async () => {
    const path = await write(
      "edge.js",
      perBar("return bar.day === '2024-01-03' ? { share: -1 } : undefined;"),
    );
    const flags = ["--strategy", path, ...FREE, "--borrow-rate", "0", "--cash", "65000"];
    const closingAt = (name: string, close: string) =>
      csv(name, [
        ...["2024-01-03,65,65,65,65", "2024-01-04,65,65,65,65"],
        ...[`2024-01-05,65,101,65,${close}`, "2024-01-08,65,65,65,65"],
      ]);

    // 1,000 are owed, and there are 130,000 of cash.
    const at = await documentOf(await closingAt("AT.csv", "100"), ...flags);
    const beyond = await documentOf(await closingAt("BELOW.csv", "100.0001"), ...flags);

    expect(at.trades).toHaveLength(1);
    expect(beyond.borrow!.forcedCovers).toBe(1);
  });

  it("sells no more short than 150% of it in cash allow, and no more of one symbol than the limits do", async () => {
    const bars = await csv("MUCH.csv", RISING.slice(0, 2));
    const path = await write("much.js", perBar("return { shares: -5000 };"));

    const free = await documentOf(bars, "--strategy", path, ...FREE);
    const limited = await documentOf(bars, "--strategy", path);

    expect(free.trades[0]).toMatchObject({ side: "sell", shares: 2_000 });
    expect(limited.trades[0]).toMatchObject({ side: "sell", shares: 120 });
  });

  it("refuses what is below zero where nothing says that it may be short", async () => {
    const bars = await csv("REFU.csv", RISING);
    const path = await write("silent.js", perBar("return { shares: -5 };", ""));
    const wrong = await write("wrong.js", perBar("return { shares: 5 };", "shorts: 1,"));
    const mistaken = await write("mistaken.js", perBar("return { shares: 5 };", "short: true,"));
    const signals = await write("negative.csv", "date,weight\n2024-01-03,-0.5\n2024-01-08,0\n");
    const long = await write("long.csv", "date,weight\n2024-01-03,0.5\n");
    const beyond = await write("beyond-one.csv", "date,weight\n2024-01-03,-1.5\n");
    const refusal = async (...flags: readonly string[]) => {
      const { exitCode, stderr } = await sevenfold("backtest", bars, ...flags);
      return `${exitCode}: ${stderr}`;
    };

    expect(await refusal("--strategy", path)).toMatch(
      /^3: .*the shares are -5, not a whole number from 0 to/,
    );
    expect(await refusal("--strategy", wrong)).toMatch(/^3: .*shorts is neither true nor false/);
    expect(await refusal("--strategy", mistaken)).toMatch(
      /^3: .*a strategy says nothing by short: its words are .*shorts/,
    );
    expect(await refusal("--signals", signals)).toMatch(
      /^3: .*the weight -0.5 is below 0: nothing is sold short here without --shorts/,
    );
    expect(await refusal("--signals", beyond, "--shorts")).toMatch(/^3: .*is below -1/);
    expect(await refusal("--strategy", path, "--shorts")).toMatch(/^2: .*--shorts is of --signals/);
    expect(await refusal("--shorts")).toMatch(/^2: .*--shorts is of --signals/);
    expect(await refusal("--borrow-rate", "1")).toMatch(/^2: .*--borrow-rate means nothing/);
    expect(await refusal("--signals", long, "--borrow-rate", "1")).toMatch(
      /^2: .*--borrow-rate means nothing/,
    );
    const short = await documentOf(bars, "--signals", signals, "--shorts", ...FREE);
    expect(short.trades.map(({ side, shares }) => [side, shares])).toEqual([
      ["sell", 500],
      ["buy", 500],
    ]);
  });

  it("owes what a symbol pays and rescales what it splits, and leaves that to targets", async () => {
    const bars = await csv("RAW.csv", RISING.slice(0, 4));
    const actions = await write(
      "raw-actions.csv",
      "symbol,date,action,value\nRAW,2024-01-05,dividend,2\n",
    );
    const short = await write(
      "held.js",
      perBar("return bar.held === 0 ? { share: -0.5 } : undefined;"),
    );
    const events = await write(
      "events.js",
      "export const strategy = { forEvents: () => ({ onBar() {} }) };",
    );

    const document = await documentOf(bars, "--strategy", short, ...FREE, "--actions", actions);
    const refused = await sevenfold("backtest", bars, "--strategy", events, "--actions", actions);

    expect(document.actions).toMatchObject([
      { kind: "dividend", shares: -500, perShare: 2, paid: -1_000, earned: -1_000 },
    ]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain("--actions does not go with a strategy of events");
  });

  it("is swept, walked and held to know no later bar, at the cost of what is borrowed", async () => {
    const flags = ["--strategy", LONG_SHORT, ...FREE, "--set", "fast=5,10", "--borrow-rate", "10%"];
    const ledger = join(folder, "ledger.json");
    const swept = await sevenfold("sweep", EXAMPLE, ...flags, "--json", "--ledger", ledger);
    const walked = await sevenfold("walk-forward", EXAMPLE, ...flags, "--json", "--ledger", ledger);
    const looked = await sevenfold(
      ...["lookahead", EXAMPLE, "--strategy", LONG_SHORT, ...FREE, "--cuts", "20", "--json"],
    );

    expect([swept, walked, looked].map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
      [0, ""],
      [0, ""],
      [0, ""],
    ]);
    const { settings, results, verdict } = JSON.parse(swept.stdout);
    expect(settings.shorts.borrowRate).toBe(0.1);
    expect(results).toHaveLength(2);
    expect(verdict.sentence).toContain("10% a year for borrowed shares");
    expect(JSON.parse(looked.stdout)).toMatchObject({ leak: null, memory: null });
  });

  it("keeps a run that is read back as it was", async () => {
    const out = join(folder, "short-runs");
    await sevenfold("backtest", EXAMPLE, "--strategy", LONG_SHORT, ...FREE, "--out", out);
    const run = join(out, readdirSync(out)[0]!);

    const paths = await sevenfold(
      "monte-carlo",
      run,
      "--method",
      "trades",
      "--paths",
      "100",
      "--json",
    );
    const metrics = await sevenfold(
      "metrics",
      join(run, "equity.csv"),
      "--trades",
      join(run, "trades.csv"),
      "--json",
    );
    const compared = await sevenfold("compare", run, run, "--json");

    const kept = JSON.parse(readFileSync(join(run, "metrics.json"), "utf8"));
    expect(paths).toMatchObject({ exitCode: 0 });
    expect(compared).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(metrics.stdout).metrics.closedTrades).toBe(kept.metrics.closedTrades);
    const report = readFileSync(join(run, "report.html"), "utf8");
    expect(report).toContain(
      "Any share can be borrowed at any time, for 0.3% of its closing value",
    );
    const decisions = readFileSync(join(run, "decisions.jsonl"), "utf8").trimEnd().split("\n");
    const short = decisions.map((line) => JSON.parse(line)).find(({ side }) => side === "sell");
    expect(short).toMatchObject({ verdict: "entered", outcome: "filled" });
  });

  it("leaves a run that may not be short the very document that it was before there were shorts", async () => {
    const expected = JSON.parse(
      readFileSync(new URL("../testing/long-only.expected.json", import.meta.url), "utf8"),
    );
    const strategy = await write("long-only.ts", CROSS_OVER);
    const rows = "2024-01-05,AAA,0.1\n2024-02-01,AAA,0\n2024-02-05,AAA,0.05\n";
    const signals = await write("long-only.csv", `date,symbol,weight\n${rows}`);
    const costs = ["--commission", "share=0.005", "--slippage", "bps=2"];
    const made = {
      document: await documentOf(EXAMPLE, "--strategy", strategy, "--end", "2024-03-28", ...costs),
      bySignals: await documentOf(EXAMPLE, "--signals", signals, "--end", "2024-02-15"),
    };

    for (const name of ["document", "bySignals"] as const) {
      const { engineVersion: _, runId: __, ...document } = made[name];
      expect(document.trades.length).toBeGreaterThan(2);
      expect(JSON.stringify(document)).toBe(JSON.stringify(expected[name]));
    }
  });
});
