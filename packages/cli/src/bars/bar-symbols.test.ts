import { describe, expect, it } from "vitest";
import { CLOCK, file } from "../testing/bar-files.ts";
import { loadBars, loadSymbol } from "./load-bars.ts";

const of = (symbols: readonly string[]): string =>
  `symbol,date,open,high,low,close\n${symbols.map((symbol) => `${symbol},2024-01-02,1,1,1,1\n`).join("")}`;

const tickersOf = async (names: readonly string[], symbols: readonly string[] = []) => {
  const { columns, warnings } = await loadBars(
    [await file("cells.csv", of(names))],
    symbols,
    CLOCK,
  );
  return { tickers: columns.map(({ ticker }) => ticker), warnings };
};

describe("a column of symbols", () => {
  it.each(["USD/JPY", "NASDAQ:ORCL", "ORCL.US", "AAPL240119C00190000", "BRK.PRA", "005930"])(
    "that names %j is not read as a part of it",
    async (name) => {
      await expect(tickersOf([name])).rejects.toMatchObject({
        exitCode: 3,
        message: expect.stringMatching(/is no symbol: .*--symbols gives each file another name/),
      });
    },
  );

  it.each(["BRK/B", "BRK-B", "brk.b"])("may write BRK.B as %s", async (name) => {
    expect(await tickersOf([name])).toEqual({ tickers: ["BRK.B"], warnings: [] });
  });

  it("is given another name for the whole file", async () => {
    expect(await tickersOf(["USD/JPY"], ["YEN"])).toEqual({ tickers: ["YEN"], warnings: [] });
  });

  it("that names others too is chosen from, and says what it holds", async () => {
    const both = ["USD/JPY", "AAPL"];

    expect((await tickersOf(both, ["AAPL"])).tickers).toEqual(["AAPL"]);
    await expect(tickersOf(both)).rejects.toMatchObject({
      message: expect.stringContaining('"USD/JPY" is no symbol'),
    });
    await expect(tickersOf(both)).rejects.toMatchObject({
      message: expect.stringMatching(/choose by --symbols AAPL$/),
    });
    await expect(tickersOf(both, ["USD"])).rejects.toMatchObject({
      message: expect.stringContaining('no bars of USD: the files hold "USD/JPY", AAPL;'),
    });
  });

  it("that spells one symbol in two ways is said to do so", async () => {
    await expect(tickersOf(["BRK-B", "brk.b"])).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/cells\.csv: BRK\.B is spelled in more than one way/),
    });
  });

  it("is no hindrance to a benchmark that lies beside it", async () => {
    const path = await file("beside.csv", of(["USD/JPY", "AAPL"]));

    expect(await loadSymbol([path], "AAPL", CLOCK)).toMatchObject({ columns: { ticker: "AAPL" } });
    expect(await loadSymbol([path], "USD", CLOCK)).toEqual({ known: ["AAPL"] });
  });
});
