import { readdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csv, documentOf, EXAMPLE, folder } from "../testing/backtest-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const write = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};

/** A strategy whose body is asked at every close of each symbol. */
const perBar = (body: string): string =>
  `export const strategy = { forEachSymbol() { return (bar) => { ${body} }; } };`;

const DAYS = [
  "2024-01-02,100,101,99,100",
  "2024-01-03,102,103,101,102",
  "2024-01-04,104,105,103,104",
  "2024-01-05,106,107,105,106",
  "2024-01-08,108,109,107,108",
];

describe("sevenfold backtest --strategy", () => {
  it("runs the file that strategy new writes, as it is, in the empty folder", async () => {
    const home = join(folder, "fresh");
    const { exitCode, stdout } = await sevenfold("strategy", "new", "my-idea", "--in", home);
    const path = join(home, "my-idea.ts");

    const document = await documentOf(
      EXAMPLE,
      "--strategy",
      path,
      "--set",
      "fast=5",
      "--set",
      "slow=20",
    );

    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: `${path} is written. Next: sevenfold backtest BARS.csv --strategy ${path}\n`,
    });
    expect(await readFile(join(home, "sevenfold-strategy.d.ts"), "utf8")).toContain(
      "export interface Strategy ",
    );
    expect(document.settings.own).toMatchObject({
      name: "my-idea.ts",
      parameters: { fast: 5, slow: 20, share: 0.1 },
    });
    expect(document.trades.length).toBeGreaterThan(4);
    expect(new Set(document.trades.map(({ reason }) => reason))).toEqual(
      new Set(["target-raised", "target-lowered"]),
    );
  });

  it("trades the 4% rule of strategy new --from four-percent like the built-in one", async () => {
    const home = join(folder, "rule");
    await sevenfold("strategy", "new", "rule", "--from", "four-percent", "--in", home);
    const path = join(home, "rule.ts");

    const own = await documentOf(EXAMPLE, "--strategy", path);
    const builtIn = await documentOf(EXAMPLE, "--mode", "trailing", "--stop", "off");

    const facts = ({ symbol, side, shares, price, time }: (typeof own.trades)[number]) => ({
      ...{ symbol, side, shares, price, time },
    });
    expect(own.trades.length).toBeGreaterThan(4);
    expect(own.trades.map(facts)).toEqual(builtIn.trades.map(facts));
    expect(own.finalCash).toBe(builtIn.finalCash);
  });

  it.each([
    ["{ share: 0.5 }", "50.00%"],
    ["{ volatility: 0.1, deviation: 0.4 }", "25.00%"],
    ["{ shares: 200 }", "20.40%"],
    ["{ dollars: 20000 }", "20.00%"],
    ["{ risk: 0.01, distance: 5 }", "20.40%"],
  ])("says that the limits cut %s", async (target, share) => {
    const bars = await csv("five.csv", DAYS.slice(0, 2));
    const path = await write("large.js", perBar(`return ${target};`));

    const limited = await documentOf(bars, "--strategy", path);
    const free = await documentOf(bars, "--strategy", path, "--limits", "none");

    expect(limited.warnings).toEqual([
      `large.js asks for up to ${share} of equity in one symbol, and the risk limits allow 12.00%: no more is bought; --limits none takes the limits away`,
    ]);
    expect(free.warnings).toEqual([]);
  });

  it("says nothing of a target that is as large as the limit", async () => {
    const bars = await csv("five.csv", DAYS);
    const path = await write("fitting.js", perBar("return { share: 0.12 };"));

    expect((await documentOf(bars, "--strategy", path)).warnings).toEqual([]);
  });

  it("buys what is wanted at the next open, within the limits, and reports it like any run", async () => {
    const bars = await csv("five.csv", DAYS);
    const path = await write("half.js", perBar("return { share: 0.5 };"));

    const limited = await documentOf(bars, "--strategy", path);
    const free = await documentOf(bars, "--strategy", path, "--limits", "none");
    const table = await sevenfold("backtest", bars, "--strategy", path);

    // 12% of 100,000 at the close of 100; then all of it is held and more is not allowed.
    expect(limited.trades[0]).toMatchObject({
      side: "buy",
      shares: 120,
      price: 102,
      time: "2024-01-03T14:30:00.000Z",
      reason: "target-raised",
    });
    expect(free.trades[0]).toMatchObject({ shares: 500, price: 102 });
    expect(limited.blocked.byGate).toMatchObject([{ side: "buy", gate: "position-share" }]);
    expect(table.stdout).toContain("half.js says what to hold; orders fill at the next open");
    expect(table.stdout).not.toContain("Buys a fall");
  });

  it("keeps a run whose report and decisions name the strategy", async () => {
    const bars = await csv("kept.csv", DAYS);
    const path = await write("kept.js", perBar("return { shares: bar.held === 0 ? 10 : 0 };"));
    const out = join(folder, "own-runs");

    const { exitCode } = await sevenfold("backtest", bars, "--strategy", path, "--out", out);

    expect(exitCode).toBe(0);
    const run = join(out, readdirSync(out)[0]!);
    const decisions = readFileSync(join(run, "decisions.jsonl"), "utf8").trimEnd().split("\n");
    expect(JSON.parse(decisions[0]!)).toMatchObject({
      verdict: "entered",
      reason: "target-raised",
      why: "Bought because the strategy wants to hold more at $100.00.",
    });
    expect(readFileSync(join(run, "report.html"), "utf8")).toContain("kept.js says what to hold");
  });

  it.each([
    [
      "throws",
      "if (bar.close > 101) throw new Error('no idea');",
      "it throws: no idea",
      "2024-01-03",
    ],
    [
      "gives NaN",
      "return { share: 0 / 0 };",
      "the share of equity is NaN, not a number from 0 to 1",
      "2024-01-02",
    ],
    [
      "gives parts of shares",
      "return { shares: 1.5 };",
      "the shares are 1.5, not a whole number from 0 to 1000000000",
      "2024-01-02",
    ],
    [
      "gives a word",
      "return 'buy';",
      'it answers "buy", no target; write { shares: 10 } or { share: 0.1 }',
      "2024-01-02",
    ],
    [
      "asks for the time",
      "return { share: Date.now() };",
      "it throws: a strategy knows no clock but its bars",
      "2024-01-02",
    ],
    [
      "draws",
      "return { share: Math.random() };",
      "it throws: a strategy draws no chance: a run would not be the same twice",
      "2024-01-02",
    ],
    [
      "reads files",
      "return { share: require('fs') };",
      "it throws: require is not defined",
      "2024-01-02",
    ],
  ])("ends with the file, the bar and the symbol where it %s", async (name, body, words, day) => {
    const bars = await csv("abc.csv", DAYS);
    const path = await write(`${name.replaceAll(" ", "-")}.js`, perBar(body));

    const { exitCode, stdout, stderr } = await sevenfold(
      "backtest",
      bars,
      "--strategy",
      path,
      "--json",
    );

    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
    expect(stderr.startsWith(`sevenfold: ${path}`)).toBe(true);
    expect(stderr).toContain(`at the close of ABC of ${day}T21:00:00.000Z ${words}`);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("is stopped where it loops, in a bar or while it is read", async () => {
    const bars = await csv("abc.csv", DAYS);
    const inBar = await write("endless.js", perBar("while (bar.close > 103);"));
    const atOnce = await write("endless-file.js", "for (;;);\nexport const strategy = {};");
    const flags = ["--strategy-timeout", "1", "--json"];

    const one = await sevenfold("backtest", bars, "--strategy", inBar, ...flags);
    const other = await sevenfold("backtest", bars, "--strategy", atOnce, ...flags);

    expect(one).toEqual({
      exitCode: 3,
      stdout: "",
      stderr: `sevenfold: ${inBar}: at the close of ABC of 2024-01-04T21:00:00.000Z it has not answered after 1 seconds: it loops, or --strategy-timeout gives it more\n`,
    });
    expect(other.stderr).toBe(
      `sevenfold: ${atOnce}: it has not been read after 1 seconds: it loops\n`,
    );
  });

  it.each([
    ["const strategy = {};", "it exports no strategy; write export const strategy = { … }"],
    [
      'import fs from "node:fs";\nexport const strategy = {};',
      ':1: a strategy is one file: it imports types only, and exports "strategy" only',
    ],
    [
      "export const strategy = {};",
      "a strategy has one function: forEachSymbol, forAllSymbols or forEvents",
    ],
    [
      "export const strategy = { forEachSymbol() {}, parameters: { a: { default: 3, min: 0, max: 2 } } };",
      "the parameter a has a default outside its bounds",
    ],
    ["export const strategy = { forEachSymbol: 3 + };", ":1: Unexpected token '}'"],
  ])("refuses a file that is none: %s", async (text, words) => {
    const path = await write("wrong.js", text);
    const { exitCode, stderr } = await sevenfold("backtest", EXAMPLE, "--strategy", path);

    expect(exitCode).toBe(3);
    expect(stderr).toContain(words);
  });

  it("names the line of TypeScript that is none", async () => {
    const path = await write("wrong.ts", "type A = 3;\nconst a: = 3;\nexport const strategy = {};");
    const { exitCode, stderr } = await sevenfold("backtest", EXAMPLE, "--strategy", path);

    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining(`${path}:2: `),
    });
  });

  it.each([
    [["--set", "fast=1"], "--set fast=1: it is a number from 2 to 200"],
    [
      ["--set", "fast=5..10"],
      "--set fast=5..10: one value is taken here; ranges and lists are for sweep and walk-forward",
    ],
    [
      ["--set", "fast=5,10"],
      "--set fast=5,10: one value is taken here; ranges and lists are for sweep and walk-forward",
    ],
    [["--set", "fast=2.5"], "--set fast=2.5: it goes from 2 in steps of 1"],
    [
      ["--set", "quick=3"],
      "--set quick=3: the strategy has the parameters fast, slow, share; write --set name=value",
    ],
    [["--buy-drop", "3%"], "--buy-drop is of the built-in rule and means nothing to --strategy"],
    [["--path", "ohlc"], "--path does not go with --strategy: it is traded at closes"],
    [["--signals", "a.csv"], "--strategy and --signals both say what to hold; give one of them"],
  ])("refuses %s", async (flags, words) => {
    const home = join(folder, "usage");
    await sevenfold("strategy", "new", "mine", "--in", home);
    const { exitCode, stderr } = await sevenfold(
      "backtest",
      EXAMPLE,
      "--strategy",
      join(home, "mine.ts"),
      ...flags,
    );

    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: `sevenfold: ${words}\n` });
  });

  it("writes over no strategy, and takes no odd name", async () => {
    const home = join(folder, "twice");
    await sevenfold("strategy", "new", "mine", "--in", home);

    expect(await sevenfold("strategy", "new", "mine", "--in", home)).toMatchObject({
      exitCode: 2,
      stderr: `sevenfold: ${join(home, "mine.ts")} is there already; nothing was written\n`,
    });
    expect(await sevenfold("strategy", "new", "../mine")).toMatchObject({
      exitCode: 2,
      stdout: "",
    });
  });
});
