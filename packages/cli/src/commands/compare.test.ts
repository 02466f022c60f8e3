import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
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
