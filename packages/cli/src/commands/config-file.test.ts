import { appendFile, copyFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BacktestDocument } from "../report/backtest-document.ts";
import { ODD_DAYS } from "../testing/own-strategies.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";
import { withConfig } from "./config-file.ts";

const EXAMPLE = fileURLToPath(new URL("../../examples/two-stocks-2024.csv", import.meta.url));

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-config-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function config(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

async function documentOf(...argv: readonly string[]): Promise<BacktestDocument> {
  const { stdout, stderr } = await sevenfold("backtest", ...argv, "--json");
  expect(stderr).toBe("");
  return JSON.parse(stdout) as BacktestDocument;
}

describe("a config file", () => {
  it("gives bars and flags, by their names or as the document writes them", async () => {
    const file = await config("one.json", {
      bars: [EXAMPLE],
      flags: { mode: "hybrid", "buy-drop": 0.03, sharesToBuy: 7, symbols: "AAA" },
    });

    const { settings, symbols } = await documentOf("--config", file);

    expect(symbols).toEqual(["AAA"]);
    expect(settings).toMatchObject({ mode: "hybrid", buyDrop: 0.03, sharesToBuy: 7 });
  });

  it("gives way to later files, and they to the command line", async () => {
    const one = await config("a.json", { flags: { "buy-drop": 0.02, "sell-rise": 0.02 } });
    const two = await config("b.json", { flags: { "sell-rise": 0.03, "take-profit": 0.03 } });

    const { settings } = await documentOf(
      EXAMPLE,
      `--config=${one}`,
      "--config",
      two,
      "--take-profit",
      "0.05",
    );

    expect(settings).toMatchObject({ buyDrop: 0.02, sellRise: 0.03, takeProfit: 0.05 });
  });

  it("may be the one of a kept run: it repeats it", async () => {
    const out = join(folder, "runs");
    await sevenfold("backtest", EXAMPLE, "--buy-drop", "3%", "--stop", "on", "--out", out);
    const [name] = await readdir(out);

    const again = await documentOf("--config", join(out, name!, "config.json"));

    expect(again.runId).toBe((await documentOf(EXAMPLE, "--buy-drop", "3%", "--stop", "on")).runId);
  });

  it("repeats a run whose variables were not set: what was empty stays so", async () => {
    const out = join(folder, "empty");
    await sevenfold("backtest", EXAMPLE, "--symbols", "", "--mode", "hybrid", "--out", out);
    const [name] = await readdir(out);

    const { settings, symbols } = await documentOf("--config", join(out, name!, "config.json"));

    expect(symbols).toEqual(["AAA", "BBB"]);
    expect(settings.mode).toBe("hybrid");
  });

  it("gives a flag its value and no other's", async () => {
    const file = await config("true.json", {
      bars: [EXAMPLE],
      flags: { cash: true, fill: "close" },
    });
    const word = await config("word.json", { bars: [EXAMPLE], flags: { json: "bars.csv" } });

    expect((await sevenfold("backtest", "--config", file)).stderr).toContain("argument 'true'");
    expect((await sevenfold("backtest", "--config", word)).stderr).toContain("--json=bars.csv");
  });

  it("of a run whose bars have moved says so, and takes their new place", async () => {
    const moved = join(folder, "moved.csv");
    const out = join(folder, "before");
    await copyFile(EXAMPLE, moved);
    await sevenfold("backtest", moved, "--buy-drop", "3%", "--out", out);
    const [name] = await readdir(out);
    const file = join(out, name!, "config.json");
    await rm(moved);

    const { exitCode, stdout, stderr } = await sevenfold("backtest", "--config", file);
    const again = await documentOf(EXAMPLE, "--config", file);

    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
    expect(stderr).toBe(
      `sevenfold: ${file} names ${moved}, which is not there; name the bars on the command line, they win: sevenfold backtest BARS --config ${file}\n`,
    );
    expect(again.settings.buyDrop).toBe(0.03);
  });

  it("of a run whose bars have changed warns, and of one whose bars are the same does not", async () => {
    const bars = join(folder, "changing.csv");
    const out = join(folder, "changing");
    await copyFile(EXAMPLE, bars);
    await sevenfold("backtest", bars, "--out", out);
    const [name] = await readdir(out);
    const file = join(out, name!, "config.json");

    const same = await sevenfold("backtest", "--config", file, "--json", "--no-run-folder");
    await appendFile(bars, "AAA,2025-01-02,1,1,1,1,1\n");
    const changed = await sevenfold("backtest", "--config", file, "--json", "--no-run-folder");

    expect(same.stderr).toBe("");
    expect(changed).toMatchObject({ exitCode: 0 });
    expect(changed.stderr).toBe(
      `warning: ${bars} has changed since the run of ${file}: its numbers will be others\n`,
    );
  });

  it("of a run on columns, kept or as numpy writes them, warns where their bars are others alone", async () => {
    const kept = join(folder, "kept");
    await sevenfold("data", "import", EXAMPLE, "--data", kept, "--basis", "raw");
    const days = [19_000, 19_001, 19_002];
    await writeFile(join(folder, "days.bin"), new Int32Array(days));
    await writeFile(join(folder, "prices.bin"), new Float64Array(days.map(() => 40)));
    const price = { file: "prices.bin", type: "float64" };
    const columns = await config("own.columns.json", {
      rows: days.length,
      symbol: "AAA",
      columns: {
        date: { file: "days.bin", type: "int32" },
        ...{ open: price, high: price, low: price, close: price },
      },
    });
    const again = async (bars: string, out: string) => {
      await sevenfold("backtest", bars, "--symbols", "AAA", "--out", join(folder, out));
      const file = join(folder, out, (await readdir(join(folder, out)))[0]!, "config.json");
      return async () =>
        (await sevenfold("backtest", "--config", file, "--json", "--no-run-folder")).stderr;
    };
    const ofKept = await again(kept, "of-kept");
    const ofColumns = await again(columns, "of-columns");

    expect(await ofKept()).toBe("");
    expect(await ofColumns()).toBe("");

    const more = await config("more.csv", "date,open,high,low,close\n2025-01-02,40,40,40,40\n");
    await sevenfold("data", "import", more, "--symbols", "AAA", "--data", kept, "--basis", "raw");
    await writeFile(join(folder, "prices.bin"), new Float64Array(days.map(() => 41)));

    expect(await ofKept()).toContain("AAA.1d.bars.json has changed since the run");
    expect(await ofColumns()).toContain("own.columns.json has changed since the run");
  });

  it.each([
    ["--signals", "weights.csv", "date,symbol,weight\n2024-02-01,AAA,0.1\n", "2024-03-01,AAA,0\n"],
    ["--strategy", "odd.js", ODD_DAYS, "\n// another\n"],
  ])("of a run whose file of %s has changed warns", async (flag, name, text, more) => {
    const path = await config(name, text);
    const out = join(folder, `own-${name}`);
    await sevenfold("backtest", EXAMPLE, flag, path, "--out", out);
    const file = join(out, (await readdir(out))[0]!, "config.json");
    const again = (...words: readonly string[]) =>
      sevenfold("backtest", ...words, "--config", file, "--json", "--no-run-folder");

    const same = await again();
    await appendFile(path, more);
    const changed = await again();
    const onBars = await again(EXAMPLE);
    const named = await again(flag, path);

    const warning = `warning: ${path} has changed since the run of ${file}: its numbers will be others\n`;
    expect({ ...same, stdout: "" }).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect({ ...changed, stdout: "" }).toEqual({ exitCode: 0, stdout: "", stderr: warning });
    expect(onBars.stderr).toBe(warning);
    // Who types the file says which one is meant.
    expect(named.stderr).toBe("");
  });

  it("says where it looked for a path that is not absolute, and for splits and dividends too", async () => {
    const bars = await config("bars.json", { bars: ["no/such.csv"] });
    const actions = await config("actions.json", { bars: [EXAMPLE], flags: { actions: "no.csv" } });

    const without = await sevenfold("sweep", "--config", bars, "--set", "buyDropPct=2,4");
    const unsplit = await sevenfold("backtest", "--config", actions);

    expect(without).toMatchObject({ exitCode: 3, stdout: "" });
    expect(without.stderr).toContain(
      `${bars} names no/such.csv, which is not there, looked for from ${process.cwd()};`,
    );
    expect(unsplit).toMatchObject({ exitCode: 3, stdout: "" });
    expect(unsplit.stderr).toContain(
      `${actions} names no.csv, which is not there, looked for from`,
    );
    expect(unsplit.stderr).toContain("--actions PATH");
  });

  it("gives a sweep what to vary, unless the command line does", async () => {
    const file = await config("sweep.json", {
      bars: [EXAMPLE],
      flags: { set: ["buyDropPct=2,4", "sellRisePct=2,4"], ledger: join(folder, "l.jsonl") },
    });

    const whole = JSON.parse((await sevenfold("sweep", "--config", file, "--json")).stdout);
    const flags = ["--config", file, "--set", "buyDropPct=3,5,7", "--json"];
    const typed = JSON.parse((await sevenfold("sweep", ...flags)).stdout);
    const joined = flags.map((word) => (word === "buyDropPct=3,5,7" ? `--set=${word}` : word));
    const inOneWord = joined.filter((word) => word !== "--set");
    const other = JSON.parse((await sevenfold("sweep", ...inOneWord)).stdout);

    expect([whole.trials, typed.trials, other.trials]).toEqual([4, 3, 3]);
  });

  it.each([
    [
      "a flag that is none",
      { flags: { "buy-low": 1 } },
      2,
      /bad\.json: backtest has no flag --buy-low/,
    ],
    [
      "flags that stand beside the flags",
      { bars: [EXAMPLE], mode: "hybrid" },
      2,
      /bad\.json: "mode" is neither "bars" nor "flags"/,
    ],
    ["a value that is none", { flags: { mode: "lucky" } }, 2, /--mode/],
    ["a wrong shape", { flags: [1] }, 3, /bad\.json: flags/],
    ["no JSON", "mode: hybrid", 3, /bad\.json is not JSON/],
  ])("ends the run in one line for %s", async (_, content, code, message) => {
    const file = await config("bad.json", content);

    const { exitCode, stdout, stderr } = await sevenfold("backtest", EXAMPLE, "--config", file);

    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

it("names no bars beside those of the standard input", async () => {
  const file = await config("piped.json", { bars: [EXAMPLE], flags: {} });

  const words = await withConfig(["-", "--config", file], new Command("backtest"), () => undefined);

  expect(words).toEqual(["-"]);
});

describe("--set of a single run", () => {
  it("sets what a sweep would vary, and wins over the flag", async () => {
    const { settings } = await documentOf(
      EXAMPLE,
      "--buy-drop",
      "0.02",
      "--set",
      "buyDropPct=6",
      "--set",
      "coolDownSec=60",
    );

    expect(settings).toMatchObject({ buyDrop: 0.06, limits: { coolDownSec: 60 } });
  });

  it.each([
    ["buyDropPct=2..8", /one value is taken here; ranges and lists are for sweep and walk-forward/],
    ["luck=1", /the names are/],
  ])("ends with 2 for %s", async (text, message) => {
    const { exitCode, stderr } = await sevenfold("backtest", EXAMPLE, "--set", text);

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
  });
});
