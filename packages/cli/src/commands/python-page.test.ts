import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { SIGNAL_COLUMNS } from "../strategy/signal-table.ts";
import { documentOf, EXAMPLE, EXAMPLES, folder } from "../testing/backtest-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const LONG_SHORT = join(EXAMPLES, "long-short.ts");
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const PAGE = readFileSync(join(ROOT, "docs/python.md"), "utf8");

/** A Python that has pandas; undefined where there is none. */
const PYTHON = [process.env.SEVENFOLD_PYTHON ?? "", "python3", "/usr/bin/python3"].find(
  (name) => name !== "" && spawnSync(name, ["-c", "import pandas"]).status === 0,
);

const blocksOf = (language: string): readonly string[] =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(
    ([, code = ""]) => code,
  );
const wordsIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
/** The cells of a row of the page, by the word it begins with. */
const rowOf = (first: string): readonly string[] =>
  PAGE.split("\n")
    .find((line) => line.startsWith(`| ${first} `))
    ?.split("|")
    .slice(1, -1) ?? [];
const headerOf = (path: string): readonly string[] =>
  readFileSync(path, "utf8").split("\n")[0]!.split(",");

const SIGNALS = ["date,symbol,weight", "2024-02-01,AAA,0.4", "2024-03-01,AAA,0.0", ""].join("\n");

/** Runs a command as the page has it, in the folder of this test. */
async function kept(name: string, ...argv: readonly string[]): Promise<string> {
  const out = join(folder, name);
  const { exitCode, stderr } = await sevenfold(...argv, "--out", out, "--name", "notebook");
  expect(exitCode, stderr).toBe(0);
  return join(out, readdirSync(out)[0]!);
}

describe("docs/python.md", () => {
  it("names every word that a column of signals goes by, and no other", () => {
    for (const [first, names] of [
      ["`date`", SIGNAL_COLUMNS.time],
      ["`symbol`", SIGNAL_COLUMNS.symbol],
      ["`weight`", SIGNAL_COLUMNS.weight],
    ] as const) {
      const [own = "", others = ""] = rowOf(first);
      const named = [...wordsIn(own), ...wordsIn(others)];
      const isUnnamed = others.includes("an index without a name");
      expect([...named, ...(isUnnamed ? [""] : [])].sort()).toEqual([...names].sort());
    }
  });

  it("shows the columns that a backtest and a sweep write, in their order", async () => {
    const signals = join(folder, "page.csv");
    writeFileSync(signals, SIGNALS);
    const run = await kept("run", "backtest", EXAMPLE, "--signals", signals);
    const sweep = await kept("sweep", "sweep", EXAMPLE, "--set", "buyDropPct=2,4");

    const short = await kept("short", "backtest", EXAMPLE, "--strategy", LONG_SHORT);

    for (const file of ["trades.csv", "equity.csv"])
      expect(wordsIn(rowOf(file)[1]!)).toEqual(headerOf(join(short, file)));
    expect([...headerOf(join(run, "trades.csv")), "effect"]).toEqual(
      wordsIn(rowOf("trades.csv")[1]!),
    );
    expect(headerOf(join(run, "equity.csv"))).toEqual(wordsIn(rowOf("equity.csv")[1]!));
    expect(["buyDropPct", ...wordsIn(rowOf("trials.csv")[1]!)]).toEqual(
      headerOf(join(sweep, "trials.csv")),
    );
  });

  it("reads no column back that is not written", async () => {
    const columns = new Set(
      ["trades.csv", "equity.csv"].flatMap((file) => wordsIn(rowOf(file)[1]!)),
    );
    const back = blocksOf("python").slice(2).join("\n");
    const read = [...back.matchAll(/\["(\w+)"(?:, "(\w+)"(?:, "(\w+)")?)?\]/g)].flatMap(
      ([, ...names]) => names.filter((name) => name !== undefined),
    );

    expect(read).toEqual(expect.arrayContaining(["pnl", "side", "effect", "heldSince", "equity"]));
    expect(read.filter((name) => !columns.has(name))).toEqual([]);
  });

  it("runs the command that it shows", () => {
    const [, command = ""] = /^npx sevenfold (.*--signals signals\.csv.*)$/m.exec(PAGE) ?? [];
    const argv = command.split(" ");

    expect(argv.slice(0, 2)).toEqual(["backtest", "packages/cli/examples/two-stocks-2024.csv"]);
    return kept("shown", ...argv.map(placed).slice(0, -2));
  });

  it("counts every row that closes something, covers too, by the effect", async () => {
    const [, , ...back] = blocksOf("python");
    const { trades } = await documentOf(EXAMPLE, "--strategy", LONG_SHORT, "--limits", "none");
    const closing = trades.filter(({ effect }) => effect === "close");

    for (const code of back) expect(code).toMatch(/"effect"[)\]] == "close" if/);
    expect(new Set(closing.map(({ side }) => side))).toEqual(new Set(["buy", "sell"]));
    expect(trades.filter(({ realizedPL }) => realizedPL !== 0)).toEqual(closing);
  });

  it.skipIf(PYTHON === undefined)(
    "goes the whole way with the pandas of this machine",
    async () => {
      const [there = "", , back = ""] = blocksOf("python");
      run(there);
      const { trades } = await documentOf(EXAMPLE, "--signals", join(folder, "signals.csv"));
      await kept("runs", "backtest", EXAMPLE, "--signals", join(folder, "signals.csv"));
      const sales = trades.filter(({ side }) => side === "sell");
      const earned = sales.reduce((sum, { realizedPL }) => sum + realizedPL, 0);

      const [count, sum] = run(back).trim().split(" ").map(Number);

      expect(count).toBe(sales.length);
      expect(sum).toBeCloseTo(earned, 6);
    },
  );

  it.skipIf(PYTHON === undefined)("reads a run with shorts back with the same code", async () => {
    const [, , back = ""] = blocksOf("python");
    const traded = ["--strategy", LONG_SHORT, "--limits", "none", "--borrow-rate", "0"];
    const { trades } = await documentOf(EXAMPLE, ...traded);
    await kept("runs", "backtest", EXAMPLE, ...traded);
    const closing = trades.filter(({ effect }) => effect === "close");
    const earned = closing.reduce((total, { realizedPL }) => total + realizedPL, 0);

    const [count, sum] = run(back).trim().split(" ").map(Number);

    expect(count).toBe(closing.length);
    expect(sum).toBeCloseTo(earned, 6);
  });
});

const placed = (word: string): string => {
  if (word.startsWith("packages/")) return join(ROOT, word);
  return word === "signals.csv" ? join(folder, "page.csv") : word;
};

/** What a program of the page prints; it finds its bars and its runs where this test has them. */
function run(program: string): string {
  const own = program.replace("packages/cli/examples/", join(ROOT, "packages/cli/examples/"));
  const { stdout, stderr, status } = spawnSync(PYTHON!, ["-c", own], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
  return stdout;
}
