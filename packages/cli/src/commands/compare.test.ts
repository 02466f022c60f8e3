import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sevenfold } from "../testing/run-sevenfold.ts";

const EXAMPLE = fileURLToPath(new URL("../../examples/two-stocks-2024.csv", import.meta.url));

let folder = "";
let [calm, eager] = ["", ""];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-compare-"));
  await sevenfold("backtest", EXAMPLE, "--out", folder, "--name", "calm");
  const eagerly = ["--buy-drop", "0.02", "--symbols", "AAA", "--name", "eager"];
  await sevenfold("backtest", EXAMPLE, "--out", folder, ...eagerly);
  const names = (await readdir(folder)).toSorted();
  calm = join(folder, names.find((name) => name.endsWith("calm"))!);
  eager = join(folder, names.find((name) => name.endsWith("eager"))!);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("sevenfold compare", () => {
  it("shows only the settings that differ, and every number of each run", async () => {
    const { stdout, exitCode } = await sevenfold("compare", calm, eager, "--json");
    const document = JSON.parse(stdout);
    const numbers = JSON.parse(await readFile(join(eager, "metrics.json"), "utf8")).metrics;

    expect(exitCode).toBe(0);
    expect(document.settings).toEqual({ buyDrop: [0.04, 0.02] });
    expect(document.metrics.sharpe[1]).toBe(numbers.sharpe);
    expect(document.warnings).toEqual([]);
  });

  it("prints a table with a column for each run", async () => {
    const { stdout } = await sevenfold("compare", calm, eager);

    expect(stdout).toMatch(/^A {2}.*-calm {2}\$/m);
    expect(stdout).toMatch(/^buyDrop +0\.04 +0\.02$/m);
    expect(stdout).toMatch(/^Sharpe ratio +−?[\d.]+ +−?[\d.]+$/m);
  });

  it("warns where the runs are of different days", async () => {
    await sevenfold("backtest", EXAMPLE, "--out", folder, "--name", "short", "--end", "2024-06-28");
    const short = (await readdir(folder)).find((name) => name.endsWith("short"))!;

    const { stderr } = await sevenfold("compare", calm, join(folder, short));

    expect(stderr).toBe("warning: the runs are of different days\n");
  });

  it("shows what runs were set against, and does not take its file for bars", async () => {
    const index = join(folder, "index.csv");
    const days = ["2024-01-02,1", "2024-02-01,2", "2024-11-01,3", "2024-12-30,4"];
    const kept = async (name: string, ...flags: readonly string[]) => {
      await sevenfold("backtest", EXAMPLE, "--out", folder, "--name", name, ...flags);
      return join(folder, (await readdir(folder)).find((found) => found.endsWith(name))!);
    };
    const plain = await kept("plain", "--symbols", "AAA");
    await writeFile(index, `date,close\n${days.join("\n")}\n`);
    const set = ["--symbols", "AAA", "--benchmark", index, "--risk-free", "2%"];
    const against = await kept("against", ...set);
    const symbol = await kept("symbol", "--symbols", "AAA", "--benchmark", "BBB");
    const again = await kept("again", ...set);
    await writeFile(index, `date,close\n${days.slice(1).join("\n")}\n`);
    const other = await kept("other", ...set);
    const data = join(folder, "kept-bars");
    await sevenfold("data", "import", EXAMPLE, "--data", data);
    const onKept = async (name: string, ...flags: readonly string[]) => {
      await sevenfold(
        "backtest",
        data,
        "--symbols",
        "AAA",
        "--out",
        folder,
        "--name",
        name,
        ...flags,
      );
      return join(folder, (await readdir(folder)).find((found) => found.endsWith(name))!);
    };
    const keptPlain = await onKept("lone-bars");
    const keptSymbol = await onKept("beside-bars", "--benchmark", "BBB");
    const compared = async (...runs: readonly string[]) =>
      JSON.parse((await sevenfold("compare", ...runs, "--json")).stdout);

    const three = await compared(plain, against, symbol);
    expect(three.settings).toEqual({ benchmark: [null, index, "BBB"], riskFree: [0, 0.02, 0] });
    expect(three.warnings).toEqual([]);
    expect(await compared(keptPlain, keptSymbol)).toMatchObject({
      settings: { benchmark: [null, "BBB"] },
      warnings: [],
    });
    expect(await compared(against, again)).toMatchObject({ settings: {}, warnings: [] });
    expect(await compared(again, other)).toMatchObject({
      settings: {},
      warnings: ["the runs were set against different files of the same benchmark"],
    });
  });

  it("knows a file that is traded and set against for bars", async () => {
    const bars = join(folder, "lone.csv");
    const [heading, ...rows] = (await readFile(EXAMPLE, "utf8")).trimEnd().split("\n");
    const own = rows.filter((row) => row.includes("AAA"));
    await writeFile(bars, `${[heading, ...own].join("\n")}\n`);
    await sevenfold("backtest", bars, "--out", folder, "--name", "lone-1");
    const flags = ["--benchmark", bars, "--out", folder, "--name", "lone-2"];
    await sevenfold("backtest", bars, ...flags);
    const runs = (await readdir(folder)).filter((name) => /lone-\d$/.test(name));
    const { stdout } = await sevenfold(
      ...["compare", ...runs.map((name) => join(folder, name)), "--json"],
    );

    expect(runs).toHaveLength(2);
    expect(JSON.parse(stdout).warnings).toEqual([]);
  });

  it("warns where the runs traded different files, whatever they were set against", async () => {
    const bars = join(folder, "fewer.csv");
    const lines = (await readFile(EXAMPLE, "utf8")).trimEnd().split("\n");
    // The day before the last one has no row of BBB.
    await writeFile(bars, `${lines.filter((_, at) => at !== lines.length - 3).join("\n")}\n`);
    const flags = ["--benchmark", "AAA", "--out", folder];
    await sevenfold("backtest", EXAMPLE, ...flags, "--name", "all-rows");
    await sevenfold("backtest", bars, ...flags, "--name", "fewer-rows");
    const runs = (await readdir(folder)).filter((name) => name.endsWith("-rows"));
    const { stdout } = await sevenfold(
      ...["compare", ...runs.map((name) => join(folder, name)), "--json"],
    );

    expect(JSON.parse(stdout).warnings).toEqual(["the runs traded different files of bars"]);
  });

  it("writes one HTML file that asks for nothing", async () => {
    const file = join(folder, "comparison.html");
    await sevenfold("compare", calm, eager, "--html", file);
    const html = await readFile(file, "utf8");

    expect(html).toContain("2 runs side by side");
    expect(html).not.toMatch(/\b(src|href)="(?!#)/);
  });

  it("ends with 2 for a single run and with 3 for one that is not there", async () => {
    expect(await sevenfold("compare", calm)).toMatchObject({ exitCode: 2, stdout: "" });
    expect(await sevenfold("compare", calm, "no-run")).toMatchObject({ exitCode: 3, stdout: "" });
  });
});
