import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CLOCK, file, folder, HEADER, ROWS } from "../testing/bar-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";
import { loadBars } from "./load-bars.ts";

const prices = "10,11,9,10.5,100";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2024, 0, 3, 20) });
});
afterEach(() => {
  vi.useRealTimers();
});

const warningsOf = async (text: string) =>
  (await loadBars([await file("abc.csv", text)], [], CLOCK)).warnings.filter((warning) =>
    warning.includes("future"),
  );

describe("rows from the future", () => {
  it("are said to be so, whether they have dates or times", async () => {
    expect(
      await warningsOf(`${HEADER}\n${ROWS}2099-01-02,${prices}\n2099-01-05,${prices}\n`),
    ).toEqual([
      expect.stringMatching(
        /abc\.csv: 2 rows lie in the future, 2099-01-02 the first: its date is wrong, or the clock of this machine$/,
      ),
    ]);
    expect(
      await warningsOf(
        `${HEADER}\n2024-01-03 09:30,${prices}\n2024-01-03 09:31,${prices}\n2024-01-05 09:31,${prices}\n`,
      ),
    ).toEqual([expect.stringContaining("a row lies in the future, 2024-01-05 the first")]);
  });

  it("are none of a day that has begun somewhere on earth", async () => {
    expect(await warningsOf(`${HEADER}\n${ROWS}2024-01-04,${prices}\n`)).toEqual([]);
  });

  it("are none of the simulated market, whose days are nobody's", async () => {
    const data = join(folder, "simulated");
    const days = ["--start", "2025-01-02", "--end", "2025-01-10"];
    await sevenfold("data", "generate", "--data", data, "--symbols", "AAPL", ...days);

    expect((await loadBars([data], [], CLOCK)).warnings).toEqual([]);
    expect((await sevenfold("data", "verify", "--data", data)).exitCode).toBe(0);
  });

  it("are found by data verify", async () => {
    const path = await file("verified.csv", `${HEADER}\n${ROWS}2024-01-08,${prices}\n`);

    const { exitCode, stdout } = await sevenfold("data", "verify", path, "--calendar", "none");

    expect([exitCode, stdout]).toEqual([
      4,
      `${path}:4: bad row: 2024-01-08 lies in the future by this machine's clock\n`,
    ]);
  });
});
