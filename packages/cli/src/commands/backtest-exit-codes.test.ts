import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csv, documentOf, EXAMPLE, folder } from "../testing/backtest-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

describe("sevenfold's exit codes", () => {
  it.each([
    ["--buy-drop", "1", /100%/],
    ["--buy-drop", "0.3", /30%/],
    ["--buy-drop", "0.04001", /whole basis points/],
    ["--stop-loss", "0.04", /between 5% and 50%/],
    ["--shares-to-buy", "1.5", /whole number of shares/],
    ["--cash", "many", /amount of dollars/],
    ["--mode", "martingale", /trailing, simple, hybrid/],
    ["--tz", "Gotham/City", /zone/],
    ["--colour", "red", /unknown option/],
  ])("are 2 for %s %s, with one line that says what is wrong", async (flag, text, message) => {
    const { exitCode, stdout, stderr } = await sevenfold("backtest", EXAMPLE, flag, text);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("are 2 for a band that is empty, in the words of the settings page", async () => {
    const { exitCode, stderr } = await sevenfold(
      "backtest",
      EXAMPLE,
      "--mode",
      "hybrid",
      "--buy-drop",
      "6",
    );

    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      "Entry range invalid: Minimum drop % must be less than or equal to maximum drop %.",
    );
  });

  it("are 2 for a command that does not exist, and 0 for help", async () => {
    expect(await sevenfold("backtst")).toMatchObject({ exitCode: 2, stdout: "" });
    expect(await sevenfold("backtest", "--help")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await sevenfold("--version")).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("are 3 for bars that are missing or cannot be true", async () => {
    const path = await csv("bad.csv", ["2024-01-02,1,1,1,x"]);

    for (const bars of [join(folder, "none.csv"), path]) {
      const { exitCode, stdout, stderr } = await sevenfold("backtest", bars, "--json");
      expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    }
  });

  it("read percents and fractions alike", async () => {
    const [fraction, percent] = [
      await documentOf(EXAMPLE, "--buy-drop", "0.035"),
      await documentOf(EXAMPLE, "--buy-drop", "3.5"),
    ];

    expect(percent).toEqual(fraction);
    expect(fraction.settings.buyDrop).toBe(0.035);
  });
});
