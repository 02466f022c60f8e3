import { describe, expect, it } from "vitest";
import { csv, documentOf, EXAMPLE } from "../testing/backtest-files.ts";

describe("flags of the built-in rule that do nothing", () => {
  const warningsOf = async (...flags: readonly string[]) => {
    const bars = await csv("abc.csv", ["2024-01-02,100,100,100,100", "2024-01-03,97,97,96,96"]);
    return (await documentOf(bars, ...flags)).warnings;
  };

  it.each([
    ["--stop-loss 0.05", ["--stop-loss does nothing without a stop; add --stop on"]],
    ["--take-profit 0.2", ["--take-profit does nothing in --mode trailing"]],
    ["--mode simple --sell-rise 0.1", ["--sell-rise does nothing in --mode simple"]],
    ["--mode simple --buy-drop-max 0.1", ["--buy-drop-max does nothing in --mode simple"]],
    [
      "--limits none --min-cash-reserve 90000",
      ["--min-cash-reserve does nothing with --limits none"],
    ],
  ])("are warned of: %s", async (flags, warnings) => {
    expect(await warningsOf(...flags.split(" "))).toEqual(warnings);
  });

  it.each([
    "--stop on --stop-loss 0.05 --sell-rise 0.1",
    "--mode simple --take-profit 0.1",
    "--mode hybrid --buy-drop-max 0.1 --sell-rise 0.1 --take-profit 0.1 --stop-loss 0.05",
  ])("are no others: %s", async (flags) => {
    expect(await warningsOf(...flags.split(" "))).toEqual([]);
  });
});

describe("cash that is all reserve", () => {
  it.each([
    ["--cash 900", "--cash 900.00 is no more than the reserve of 1000.00"],
    ["--min-cash-reserve 100000", "--cash 100000.00 is no more than the reserve of 100000.00"],
  ])("is warned of: %s", async (flags, words) => {
    const { trades, warnings } = await documentOf(EXAMPLE, ...flags.split(" "));

    expect(trades).toEqual([]);
    expect(warnings).toEqual([
      `${words}, which entries leave untouched: nothing is ever bought; lower --min-cash-reserve`,
    ]);
  });

  it.each(["--cash 1001", "--cash 500 --min-cash-reserve 0", "--cash 500 --limits none"])(
    "is not: %s",
    async (flags) => {
      expect((await documentOf(EXAMPLE, ...flags.split(" "))).warnings).toEqual([]);
    },
  );
});
