import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE } from "../testing/backtest-files.ts";
import { CROSS_OVER, ODD_DAYS } from "../testing/own-strategies.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

let folder = "";
let runs: readonly string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sevenfold-own-compare-"));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const out = join(folder, "runs");
  const kept = (name: string, ...flags: readonly string[]) =>
    sevenfold("backtest", EXAMPLE, "--out", out, "--name", name, ...flags);
  await kept("a-rule");
  await kept("b-cross", "--strategy", write("cross.ts", CROSS_OVER), "--set", "fast=2");
  await kept("c-odd", "--strategy", write("odd.js", ODD_DAYS));
  await kept("d-signals", "--signals", write("w.csv", "date,symbol,weight\n2024-02-01,AAA,0.1\n"));
  runs = readdirSync(out)
    .toSorted((one, other) => (one.slice(-8) < other.slice(-8) ? -1 : 1))
    .map((name) => join(out, name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const byName = (name: string): string => runs.find((run) => run.endsWith(name))!;

describe("runs of a strategy of one's own", () => {
  it("stand beside those of the built-in rule and of another strategy", async () => {
    const { stdout, exitCode } = await sevenfold(
      ...["compare", byName("a-rule"), byName("b-cross"), byName("c-odd"), "--json"],
    );
    const document = JSON.parse(stdout);

    expect(exitCode).toBe(0);
    expect(document.warnings).toEqual([]);
    expect(document.settings["own.name"]).toEqual([null, "cross.ts", "odd.js"]);
    expect(document.settings.buyDrop).toEqual([0.04, null, null]);
    expect(new Set(document.metrics.totalReturn).size).toBe(3);
  });

  it("are drawn anew as any run: of a strategy, and of signals that still hold", async () => {
    const drawn = await Promise.all(
      ["b-cross", "d-signals"].map((name) =>
        sevenfold("monte-carlo", byName(name), "--paths", "200", "--json", "--no-run-folder"),
      ),
    );

    for (const { exitCode, stdout } of drawn) {
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout).methods.length).toBeGreaterThan(0);
    }
  });
});
