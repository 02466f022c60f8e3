import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLOCK, file, folder, HEADER, ROWS, rowsOf } from "../testing/bar-files.ts";
import type { BarClock } from "./bar-instants.ts";
import { loadBars } from "./load-bars.ts";

const DAILY = [
  "2024-01-02T14:30Z 2024-01-02T21:00Z 10 10.5",
  "2024-01-03T14:30Z 2024-01-03T21:00Z 10.5 11.25",
];
const TIMED = [
  "2024-01-02T14:30Z 2024-01-02T14:35Z 10 10.5",
  "2024-01-02T14:35Z 2024-01-02T14:40Z 10.5 11.25",
];

describe("loadBars on files as they occur", () => {
  it.each([
    [
      "Yahoo's columns",
      `Date,Open,High,Low,Close,Adj Close,Volume\n2024-01-02,10,11,9,10.5,9.9,1\n2024-01-03,10.5,12,10,11.25,9.9,1\n`,
    ],
    [
      "another order and case",
      "VOLUME,close,LOW,High,open,DATE\n1,10.5,9,11,10,2024-01-02\n1,11.25,10,12,10.5,2024-01-03\n",
    ],
    ["an unnamed first column", `,Open,High,Low,Close,Volume\n${ROWS}`],
    [
      "decimal commas between semicolons",
      "Date;Open;High;Low;Close\n2024-01-02;10,0;11,0;9,0;10,5\n2024-01-03;10,5;12,0;10,0;11,25\n",
    ],
    ["a byte order mark and CRLF", `\uFEFF${HEADER}\n${ROWS}`.replaceAll("\n", "\r\n")],
    [
      "quotes",
      `"Date","Open","High","Low","Close","Volume"\n"2024-01-02","10","11","9","10.5","1"\n"2024-01-03","10.5","12","10","11.25","1"\n`,
    ],
    ["blank lines and no last line end", `${HEADER}\n${ROWS.trimEnd()}\n\n  \n`.trimEnd()],
    ["semicolons", `${HEADER}\n${ROWS}`.replaceAll(",", ";")],
    [
      "US dates",
      `${HEADER}\n${ROWS.replaceAll("2024-01-", "01/").replace("02,", "02/2024,").replace("03,", "03/2024,")}`,
    ],
    ["compact dates", `${HEADER}\n${ROWS.replaceAll("2024-01-", "202401")}`],
    [
      "dollar signs",
      "Date,Close/Last,Volume,Open,High,Low\n01/02/2024,$10.50,1,$10.00,$11.00,$9.00\n01/03/2024,$11.25,1,$10.50,$12.00,$10.00\n",
    ],
    [
      "yfinance's three title rows",
      "Price,Close,High,Low,Open,Volume\nTicker,ABC,ABC,ABC,ABC,ABC\nDate,,,,,\n2024-01-02,10.5,11,9,10,1\n2024-01-03,11.25,12,10,10.5,1\n",
    ],
    [
      "pandas' midnights with an offset",
      `${HEADER}\n${ROWS.replaceAll(/(2024-01-0\d)/g, "$1 00:00:00-05:00")}`,
    ],
    [
      "a broker's midnights in UTC",
      `timestamp,open,high,low,close,volume,trade_count,vwap\n2024-01-02T05:00:00Z,10,11,9,10.5,1,1,10\n2024-01-03T05:00:00Z,10.5,12,10,11.25,1,1,10\n`,
    ],
  ])("reads daily bars with %s", async (_, text) => {
    const { ticker, rows, warnings } = await rowsOf(text);

    expect({ ticker, rows, warnings }).toEqual({ ticker: "ABC", rows: DAILY, warnings: [] });
  });

  it.each([
    [
      "Alpaca's short names",
      "t,o,h,l,c,v,n,vw\n2024-01-02T14:30:00Z,10,11,9,10.5,1,1,1\n2024-01-02T14:35:00Z,10.5,12,10,11.25,1,1,1\n",
    ],
    [
      "separate date and time columns",
      "Date,Time,Open,High,Low,Close,Volume,OpenInterest\n2024-01-02,09:30:00,10,11,9,10.5,0,0\n2024-01-02,09:35:00,10.5,12,10,11.25,0,0\n",
    ],
    [
      "local times",
      "datetime,open,high,low,close\n2024-01-02 09:30:00,10,11,9,10.5\n2024-01-02 09:35:00,10.5,12,10,11.25\n",
    ],
    [
      "times with an offset",
      "Datetime,Open,High,Low,Close\n2024-01-02 09:30:00-05:00,10,11,9,10.5\n2024-01-02 09:35:00-05:00,10.5,12,10,11.25\n",
    ],
    [
      "epoch seconds",
      "time,open,high,low,close\n1704205800,10,11,9,10.5\n1704206100,10.5,12,10,11.25\n",
    ],
    [
      "epoch milliseconds",
      "timestamp,open,high,low,close\n1704205800000,10,11,9,10.5\n1704206100000,10.5,12,10,11.25\n",
    ],
    [
      "epoch milliseconds as floats",
      "ts,o,h,l,c\n1704205800000.0,10,11,9,10.5\n1704206100000.0,10.5,12,10,11.25\n",
    ],
    [
      "a row number beside the time",
      ",timestamp,open,high,low,close\n0,2024-01-02 09:30,10,11,9,10.5\n1,2024-01-02 09:35,10.5,12,10,11.25\n",
    ],
  ])("reads timed bars with %s", async (_, text) => {
    const { rows, warnings } = await rowsOf(text);

    expect({ rows, warnings }).toEqual({ rows: TIMED, warnings: [] });
  });

  it("takes the smallest spacing of a file as the length of its bars", async () => {
    const { rows } = await rowsOf(
      "t,o,h,l,c\n2024-01-02 09:30,1,1,1,1\n2024-01-02 10:30,1,1,1,1\n2024-01-02 10:45,1,1,1,1\n",
    );

    expect(rows[0]).toContain("T14:30Z 2024-01-02T14:45Z");
  });

  it("closes a daily bar at 13:00 where New York closed early", async () => {
    const { rows } = await rowsOf(`${HEADER}\n2024-11-29,1,1,1,1,1\n`);

    expect(rows).toEqual(["2024-11-29T14:30Z 2024-11-29T18:00Z 1 1"]);
  });

  it("skips rows without prices and says how many", async () => {
    const { rows, warnings } = await rowsOf(
      `${HEADER}\n2024-01-02,10,11,9,10.5,1\n2024-01-02,null,null,null,null,null\n2024-01-03,10.5,12,10,11.25,1\n`,
    );

    expect(rows).toEqual(DAILY);
    expect(warnings).toEqual([
      expect.stringMatching(/abc\.csv: 1 row without prices was skipped$/),
    ]);
  });

  it("reads a file whose newest row comes first from its end, and says so", async () => {
    const [first, second] = ROWS.trimEnd().split("\n");
    const { rows, columns, warnings } = await rowsOf(`${HEADER}\n${second}\n${first}\n`);

    expect(rows).toEqual(DAILY);
    expect([...columns[0]!.high!]).toEqual([110_000, 120_000]);
    expect(warnings).toEqual([expect.stringMatching(/abc\.csv: the newest row comes first; read/)]);
  });

  it("warns of the longest time without a row, and of none between weeks", async () => {
    const day = (date: string) => `${date},1,1,1,1,1\n`;
    const gap = ["2024-01-02", "2024-01-03", "2024-01-15", "2024-02-26", "2024-02-27"];
    const weeks = ["2024-01-05", "2024-01-12", "2024-02-09"];

    const gapped = await rowsOf(`${HEADER}\n${gap.map(day).join("")}`);
    const weekly = await rowsOf(`${HEADER}\n${weeks.map(day).join("")}`);

    expect(gapped.warnings).toEqual([
      expect.stringMatching(
        /abc\.csv: 2 gaps of more than 10 days without a row, the longest 42 days until 2024-02-26$/,
      ),
    ]);
    expect(weekly.warnings).toEqual([]);
  });

  it("lets a close lie a ten-thousandth outside its range, and warns", async () => {
    const { rows, warnings } = await rowsOf(
      `${HEADER}\n2024-01-02,10,10.50004999,9,10.50005001,1\n`,
    );

    expect(rows[0]).toContain(" 10 10.5001");
    expect(warnings).toHaveLength(1);
  });

  it("separates the symbols of a file by its symbol column", async () => {
    const { columns } = await rowsOf(
      "symbol,timestamp,open,high,low,close\nAAPL,2024-01-02,1,1,1,1\nMSFT,2024-01-02,2,2,2,2\nAAPL,2024-01-03,3,3,3,3\n",
    );

    expect(columns.map(({ ticker, close }) => [ticker, ...close])).toEqual([
      ["AAPL", 10_000, 30_000],
      ["MSFT", 20_000],
    ]);
  });
});

describe("the names of symbols", () => {
  const text = `${HEADER}\n${ROWS}`;
  const tickersOf = async (names: readonly string[], wanted: readonly string[] = []) => {
    const paths = await Promise.all(names.map((name) => file(name, text)));
    const { columns, warnings } = await loadBars(paths, wanted, CLOCK);
    return { tickers: columns.map(({ ticker }) => ticker), warnings };
  };

  it.each([
    ["orcl-1995-2014.csv", "ORCL"],
    ["index-2006-5min.csv", "INDEX"],
    ["BRK.B.csv", "BRK.B"],
    ["brk-b.csv", "BRK.B"],
  ])("come from the letters %s begins with", async (name, ticker) => {
    expect(await tickersOf([name])).toEqual({ tickers: [ticker], warnings: [] });
  });

  it("are cut to a ticker where a name is none, and a warning says so", async () => {
    const { tickers, warnings } = await tickersOf(["bitcoin.csv", "2024.csv"]);

    expect(tickers).toEqual(["BITCO", "SYM"]);
    expect(warnings).toHaveLength(2);
  });

  it("choose among the files", async () => {
    expect((await tickersOf(["aa.csv", "bb.csv", "cc.csv"], ["cc", "AA"])).tickers).toEqual([
      "AA",
      "CC",
    ]);
  });

  it("name the files in order when they are other names, and say which had one", async () => {
    expect(await tickersOf(["aa.csv", "2024.csv"], ["XX", "YY"])).toEqual({
      tickers: ["XX", "YY"],
      warnings: [
        `${join(folder, "aa.csv")}: its bars are read as XX and not as AA: --symbols names the files in order`,
      ],
    });
  });

  it("name a file that has none beside others under their own", async () => {
    expect(await tickersOf(["aa.csv", "bitcoin.csv"], ["AA", "BTC"])).toEqual({
      tickers: ["AA", "BTC"],
      warnings: [],
    });
  });

  it.each([
    [["aa.csv", "bb.csv"], "bb,FOO", "no bars of FOO: the files hold AA, BB;"],
    [["aa.csv", "bb.csv"], "AA,FOO", "no bars of FOO: the files hold AA, BB;"],
    [["bitcoin.csv", "2024.csv"], "SYM,FOO", "no bars of FOO: the files hold BITCO, SYM;"],
  ])("of %j are not taken for others where some are known: %s", async (names, wanted, words) => {
    await expect(tickersOf(names, wanted.split(","))).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(words),
    });
  });

  it("are refused when no file has them", async () => {
    await expect(tickersOf(["aa.csv", "bb.csv"], ["ZZ"])).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/no bars of ZZ: the files hold AA, BB/),
    });
  });

  it("are refused when two files have the same one", async () => {
    await expect(tickersOf(["aa-2023.csv", "aa-2024.csv"])).rejects.toMatchObject({ exitCode: 2 });
  });

  it("take every file of bars of a folder, by name, and say which they pass over", async () => {
    await file("some/bb.csv", text);
    await file("some/aa.CSV", text);
    await file("some/cc.tsv", text.replaceAll(",", "\t"));
    await file("some/dd.us.txt", text.replace(HEADER, "<DATE>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>"));
    await file("some/notes.txt", "nothing");
    await file("some/ee.xlsx", "PK");
    await file("some/ff.xlsx", "PK");
    await file("some/readme.md", "nothing");
    const some = join(folder, "some");
    const { columns, warnings } = await loadBars([some], [], CLOCK);

    expect(columns.map(({ ticker }) => ticker)).toEqual(["AA", "BB", "CC", "DD"]);
    expect(warnings.filter((warning) => warning.includes("passed over"))).toEqual([
      `${join(some, "notes.txt")} is passed over: no first line that names the columns of bars`,
      `${join(some, "ee.xlsx")} and 1 file more are passed over: a form that is not read; save it as CSV or Parquet`,
    ]);
  });
});

describe("the session xnys", () => {
  const XNYS: BarClock = { ...CLOCK, session: "xnys" };

  it("ends an hourly bar with the session and leaves out what lies beside it", async () => {
    const times = ["08:30", "09:30", "15:30", "16:30"];
    const text = times.map((time) => `2024-01-02 ${time},1,1,1,1`).join("\n");
    const { rows, columns } = await rowsOf(`t,o,h,l,c\n2024-01-01 10:30,1,1,1,1\n${text}\n`, XNYS);

    expect([...columns[0]!.opensInSession!]).toEqual([0, 0, 1, 1, 0]);
    // The bar from 8:30 closes as the session opens: its close is no price of the session.
    expect([...columns[0]!.closesInSession!]).toEqual([0, 0, 1, 1, 0]);
    expect(rows[3]).toContain("2024-01-02T20:30Z 2024-01-02T21:00Z");
  });

  it("trades daily bars on the exchange's days only", async () => {
    const { columns } = await rowsOf(
      `${HEADER}\n2023-12-29,1,1,1,1,1\n2024-01-01,1,1,1,1,1\n`,
      XNYS,
    );

    expect([...columns[0]!.closesInSession!]).toEqual([1, 0]);
  });
});
