import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
      ["trades", metrics.closedTrades],
      ["blocks", metrics.days],
    ]);
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
