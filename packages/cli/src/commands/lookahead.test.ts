import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as Engine from "@sevenfold/application/research/backtest/run-backtest";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sevenfold } from "../testing/run-sevenfold.ts";

const leak = vi.hoisted(() => ({ isPlanted: false }));

// Not a double: the one engine there is, with a look at the next close that can be planted in it.
vi.mock("@sevenfold/application/research/backtest/run-backtest", async (load) => {
  const real = await load<typeof Engine>();
  const ahead: typeof Engine.runBacktest = (columns, settings) =>
    real.runBacktest(
      columns.map((one) => ({
        ...one,
        close: one.close.map((units, bar) => one.close[bar + 1] ?? units),
      })),
      settings,
    );
  return {
    ...real,
    runBacktest: (...facts: Parameters<typeof Engine.runBacktest>) =>
      leak.isPlanted ? ahead(...facts) : real.runBacktest(...facts),
  };
});

afterEach(() => {
  leak.isPlanted = false;
});

const EXAMPLE = fileURLToPath(new URL("../../examples/two-stocks-2024.csv", import.meta.url));

describe("sevenfold lookahead", () => {
  it.each([
    [],
    ["--path", "ohlc"],
    ["--mode", "hybrid", "--resting", "both"],
    ["--pattern-confirmation", "require", "--set", "buyDropPct=2"],
  ])("finds none in the engine: %s %s", async (...flags) => {
    const { exitCode, stdout } = await sevenfold("lookahead", EXAMPLE, "--cuts", "30", ...flags);

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^No look-ahead: \d+ decisions, the same at each of 30 cuts/);
  });

  it("finds the one that is planted, says where, and answers 4", async () => {
    leak.isPlanted = true;

    const { exitCode, stdout, stderr } = await sevenfold("lookahead", EXAMPLE);

    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: "" });
    expect(stderr).toMatch(/look-ahead: without the bars after 2024-\S+ it decides .* with them /);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("proves a kept run by its config.json", async () => {
    const out = await mkdtemp(join(tmpdir(), "sevenfold-lookahead-"));
    try {
      const flags = ["--buy-drop", "2%", "--symbols", "AAA"];
      await sevenfold("backtest", EXAMPLE, ...flags, "--out", out);
      const config = join(out, (await readdir(out))[0]!, "config.json");

      const proven = await sevenfold("lookahead", "--config", config, "--json");

      expect(proven).toEqual(await sevenfold("lookahead", EXAMPLE, ...flags, "--json"));
      expect(proven).not.toEqual(await sevenfold("lookahead", EXAMPLE, "--json"));
    } finally {
      await rm(out, { recursive: true, force: true });
    }
  });

  it("prints one JSON document, with the leak or null", async () => {
    const clean = await sevenfold("lookahead", EXAMPLE, "--cuts", "10", "--json");
    leak.isPlanted = true;
    const leaky = await sevenfold("lookahead", EXAMPLE, "--json");

    expect(JSON.parse(clean.stdout)).toMatchObject({ schemaVersion: 1, cuts: 10, leak: null });
    expect(leaky.exitCode).toBe(4);
    expect(JSON.parse(leaky.stdout)).toMatchObject({ leak: { cut: expect.any(String) } });
  });

  it("answers 2 to a number of cuts that is none", async () => {
    expect(await sevenfold("lookahead", EXAMPLE, "--cuts", "0")).toMatchObject({ exitCode: 2 });
  });
});
