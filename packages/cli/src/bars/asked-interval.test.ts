import { describe, expect, it } from "vitest";
import { EXAMPLE } from "../testing/backtest-files.ts";
import { CLOCK, file, HEADER, ROWS, rowsOf } from "../testing/bar-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const HOURS = [
  "t,o,h,l,c",
  "2024-01-02 09:30,1,1,1,1",
  "2024-01-02 10:30,1,1,1,1",
  "2024-01-02 11:30,1,1,1,1\n",
].join("\n");
const asked = (interval: string) => ({ ...CLOCK, interval });

describe("the interval that is asked for", () => {
  it.each([
    ["5m", "days", `${HEADER}\n${ROWS}`, "1d"],
    ["1d", "hours", HOURS, "1h"],
    ["30m", "hours", HOURS, "1h"],
  ])("is refused as %s of a file of %s, by name", async (interval, _, text, own) => {
    await expect(rowsOf(text, asked(interval), "abc.csv")).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(
        new RegExp(
          `abc\\.csv: its bars are of ${own}, and --interval asks for ${interval}; leave --interval away, or give a file of ${interval}$`,
        ),
      ),
    });
  });

  it.each([
    ["1d", `${HEADER}\n${ROWS}`],
    ["1h", HOURS],
    ["60m", HOURS],
    ["5m", "t,o,h,l,c\n2024-01-02 09:30,1,1,1,1\n"],
  ])("is taken as %s of a file that may have it", async (interval, text) => {
    expect((await rowsOf(text, asked(interval))).ticker).toBe("ABC");
  });

  it("is not asked of a benchmark's file, which is compared by days", async () => {
    const days = "2024-01-02,1,1,1,1\n2024-01-03,1,1,1,1\n";
    const hours = ["02", "03"].flatMap((day) =>
      ["09", "10", "11"].map((hour) => `2024-01-${day} ${hour}:30,1,1,1,1`),
    );
    const bars = await file("hours.csv", `t,o,h,l,c\n${hours.join("\n")}\n`);
    const market = await file("market.csv", `t,o,h,l,c\n${days}`);
    const run = await sevenfold(
      ...["backtest", bars, "--interval", "1h", "--benchmark", market, "--no-run-folder"],
    );

    expect(run.exitCode).toBe(0);
  });

  it.each([
    ["backtest"],
    ["sweep", "--set", "buyDropPct=2,4"],
    ["walk-forward", "--set", "buyDropPct=2,4"],
    ["lookahead"],
  ])("is refused by %s", async (...command) => {
    const run = await sevenfold(...command, EXAMPLE, "--interval", "5m");
    const { exitCode, stdout, stderr } = run;

    expect([exitCode, stdout]).toEqual([3, ""]);
    expect(stderr).toContain(`${EXAMPLE}: its bars are of 1d, and --interval asks for 5m`);
  });
});
