import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BarClock } from "./bar-instants.ts";
import { loadBars } from "./load-bars.ts";

const CLOCK: BarClock = { zone: "America/New_York", session: "data" };
const HEADER = "Date,Open,High,Low,Close,Volume";
const ROWS = "2024-01-02,10,11,9,10.5,100\n2024-01-03,10.5,12,10,11.25,100\n";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-bars-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, text);
  return path;
}

/** The first symbol of one file as rows a person can compare. */
async function rowsOf(text: string, clock: BarClock = CLOCK, name = "abc.csv") {
  const { columns, warnings } = await loadBars([await file(name, text)], [], clock);
  const { ticker, count, opensAt, closesAt, open, close } = columns[0]!;
  const time = (ms: number) => new Date(ms).toISOString().replace(":00.000Z", "Z");
  const rows = Array.from({ length: count }, (_, i) =>
    [time(opensAt[i]!), time(closesAt[i]!), open[i]! / 10_000, close[i]! / 10_000].join(" "),
  );
  return { ticker, rows, warnings, columns };
}

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
      expect.stringMatching(/abc\.csv: 1 row without prices were skipped$/),
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

describe("loadBars on files that cannot be true", () => {
  it.each([
    [
      "a row out of order",
      `${HEADER}\n2024-01-02,1,1,1,1,1\n2024-01-04,1,1,1,1,1\n2024-01-03,1,1,1,1,1\n`,
      /abc\.csv:4: the row is earlier than line 3; sort the file/,
    ],
    [
      "a row out of an order that goes back",
      `${HEADER}\n2024-01-04,1,1,1,1,1\n2024-01-02,1,1,1,1,1\n2024-01-03,1,1,1,1,1\n`,
      /abc\.csv:4: the row is later than line 3, and the rows before it go backwards; sort/,
    ],
    [
      "a price with a comma that may be either",
      "Date;Open;High;Low;Close\n2024-01-02;1,234;1,3;1,2;1,25\n",
      /abc\.csv:2: the open "1,234" is not a number; write decimals with a point/,
    ],
    [
      "days before months",
      `${HEADER}\n31/01/2024,1,1,1,1,1\n`,
      /abc\.csv:2: the time "31\/01\/2024" .*the month comes first; write 2024-01-31$/,
    ],
    [
      "a repeated row",
      `${HEADER}\n2024-01-02,1,1,1,1,1\n2024-01-03,1,1,1,1,1\n2024-01-03,1,1,1,1,1\n`,
      /abc\.csv:4: the row has the same time as line 3/,
    ],
    [
      "letters for a price",
      `${HEADER}\n2024-01-02,1,1,1,12x,1\n`,
      /abc\.csv:2: the close "12x" is not a number/,
    ],
    [
      "a missing price",
      `${HEADER}\n2024-01-02,1,,1,1,1\n`,
      /abc\.csv:2: the high "" is not a number/,
    ],
    [
      "a price of zero",
      `${HEADER}\n2024-01-02,0,1,1,1,1\n`,
      /abc\.csv:2: the open 0 is not a price/,
    ],
    [
      "a negative price",
      `${HEADER}\n2024-01-02,1,1,-1,1,1\n`,
      /abc\.csv:2: the low -1 is not a price/,
    ],
    [
      "a high below the low",
      `${HEADER}\n2024-01-02,1,1,2,1,1\n`,
      /abc\.csv:2: the high 1\.00 is below the low 2\.00/,
    ],
    [
      "a close above the high",
      `${HEADER}\n2024-01-02,1,1.5,1,1.5002,1\n`,
      /abc\.csv:2: the close 1\.5002 lies outside/,
    ],
    [
      "a short row",
      `${HEADER}\n2024-01-02,1,1\n`,
      /abc\.csv:2: the row has 3 cells where the header needs 5/,
    ],
    [
      "commas in prices without quotes",
      `${HEADER}\n2024-01-02,1,234,1,1,1,1\n`,
      /abc\.csv:2: the row has 7 cells and the header 6; put numbers with commas in quotes/,
    ],
    [
      "the columns of two symbols",
      "Price,Close,Close,High,High,Low,Low,Open,Open\nTicker,ABC,XYZ,ABC,XYZ,ABC,XYZ,ABC,XYZ\nDate,,,,,,,,\n2024-01-02,1,2,1,2,1,2,1,2\n",
      /abc\.csv:1: the header has more than one open column; keep one, and write several symbols as rows/,
    ],
    [
      "a column that was there twice",
      "Date,Open,High,Low,Close,Close.1\n2024-01-02,1,1,1,1,2\n",
      /abc\.csv:1: the header has more than one close column/,
    ],
    [
      "lines that end in carriage returns alone",
      `${HEADER}\n2024-01-02,1,1,1,1,1\n`.replaceAll("\n", "\r"),
      /abc\.csv:1: its lines end in a carriage return alone; save the file with line feeds/,
    ],
    [
      "no time to read",
      `${HEADER}\nTuesday,1,1,1,1,1\n`,
      /abc\.csv:2: the time "Tuesday" is no date or time known here; write 2024-01-31,/,
    ],
    [
      "dates and times mixed",
      `${HEADER}\n2024-01-02,1,1,1,1,1\n2024-01-03 09:30,1,1,1,1,1\n`,
      /abc\.csv:3: some rows have a time of day/,
    ],
    [
      "an open quote",
      `${HEADER}\n2024-01-02,"1,1,1,1,1\n`,
      /abc\.csv:2: a quote is opened and not closed/,
    ],
    [
      "no header",
      "2024-01-02,1,1,1,1,1\n",
      /abc\.csv:1: the first line names no columns: write date,open,high,low,close above/,
    ],
    [
      "a header that would steer the terminal",
      "\u001b[2J\u0000\u009bx\n1\n",
      /it reads "·\[2J··x"$/,
    ],
    [
      "a header without a close",
      "Date,Open,High,Low\n2024-01-02,1,1,1\n",
      /abc\.csv:1: the header has no close column/,
    ],
    [
      "letters of two bytes",
      Buffer.from(`\uFEFF${HEADER}\n${ROWS}`, "utf16le").toString("utf8"),
      /abc\.csv:1: the text is not UTF-8, it looks like UTF-16; save the file as UTF-8$/,
    ],
    ["nothing", "", /abc\.csv: the file is empty/],
    ["a header alone", `${HEADER}\n`, /abc\.csv: the file has a header and no bars/],
  ])("names file and line of %s", async (_, text, message) => {
    await expect(rowsOf(text)).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(message),
    });
  });

  it("says that a file is missing", async () => {
    await expect(loadBars([join(folder, "none.csv")], [], CLOCK)).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/cannot read .*none\.csv: there is no such file/),
    });
  });

  it("says that a folder holds no file of bars", async () => {
    await mkdir(join(folder, "empty"), { recursive: true });

    await expect(loadBars([join(folder, "empty")], [], CLOCK)).rejects.toMatchObject({
      exitCode: 3,
    });
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

  it("name the files in order when they are other names", async () => {
    expect(await tickersOf(["aa.csv", "2024.csv"], ["XX", "YY"])).toEqual({
      tickers: ["XX", "YY"],
      warnings: [],
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

  it("take every CSV file of a folder, by name", async () => {
    await file("some/bb.csv", text);
    await file("some/aa.CSV", text);
    await file("some/notes.txt", "nothing");
    const { columns } = await loadBars([join(folder, "some")], [], CLOCK);

    expect(columns.map(({ ticker }) => ticker)).toEqual(["AA", "BB"]);
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
