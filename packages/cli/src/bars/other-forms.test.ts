import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLOCK, file, folder, HEADER, ROWS, rowsOf } from "../testing/bar-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";
import { loadBars } from "./load-bars.ts";

const DAILY = [
  "2024-01-02T14:30Z 2024-01-02T21:00Z 10 10.5",
  "2024-01-03T14:30Z 2024-01-03T21:00Z 10.5 11.25",
];
const BARS = [
  { t: "2024-01-02T05:00:00Z", o: 10, h: 11, l: 9, c: 10.5, v: 100, n: 3, vw: 10.1 },
  { t: "2024-01-03T05:00:00Z", o: 10.5, h: 12, l: 10, c: 11.25, v: 100, n: 3, vw: 11.1 },
];
const TEXTS = [
  {
    datetime: "2024-01-03",
    open: "10.50000",
    high: "12",
    low: "10",
    close: "11.25",
    volume: "100",
  },
  { datetime: "2024-01-02", open: "10.00000", high: "11", low: "9", close: "10.5", volume: "100" },
];
// As `zstd` 1.5 packs HEADER and ROWS.
const packed = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32LE(bytes.length, 5);
  header.writeUIntLE((bytes.length << 3) | 1, 9, 3);
  return Buffer.concat([header, bytes]);
};

describe("bars as JSON", () => {
  it.each([
    [
      "Alpaca's answer for one symbol",
      "abc.json",
      { bars: BARS, symbol: "ABC", next_page_token: null },
    ],
    ["Alpaca's answer by symbol", "x.json", { bars: { ABC: BARS }, next_page_token: null }],
    [
      "Twelve Data's, newest first",
      "x.json",
      { meta: { symbol: "ABC" }, values: TEXTS, status: "ok" },
    ],
    ["an array", "abc.json", BARS],
  ])("are read from %s", async (_, name, document) => {
    const { ticker, rows } = await rowsOf(JSON.stringify(document), CLOCK, name);
    expect([ticker, rows]).toEqual(["ABC", DAILY]);
  });

  it.each([
    ["no volume where the bars before it have one", ["100", undefined]],
    ["a volume where the bars before it have none", [undefined, "100"]],
  ])("are refused where a bar has %s", async (words, volumes) => {
    const bars = volumes.map((volume, at) => ({ ...TEXTS[1 - at], volume }));

    await expect(rowsOf(JSON.stringify(bars), CLOCK, "abc.json")).rejects.toThrow(
      `abc.json: bar 2: it has ${words}`,
    );
  });

  it("are read from lines", async () => {
    const { rows } = await rowsOf(
      BARS.map((bar) => `${JSON.stringify(bar)}\n`).join(""),
      CLOCK,
      "abc.jsonl",
    );
    expect(rows).toEqual(DAILY);
  });

  it.each([
    ["no JSON", "abc.json", "{", /abc\.json is not JSON/],
    [
      "no bars",
      "abc.json",
      '{"message":"forbidden"}',
      /abc\.json: it holds no list of bars; write an array/,
    ],
    [
      "a bar without a close",
      "abc.json",
      '[{"t":"2024-01-02","o":1,"h":1,"l":1}]',
      /abc\.json: bar 1: the bar has no close field/,
    ],
    [
      "a price that is none",
      "abc.json",
      '[{"t":"2024-01-02","o":1,"h":1,"l":1,"c":"x"}]',
      /abc\.json: bar 1: the close "x" is not a number/,
    ],
    [
      "a line that is none",
      "abc.jsonl",
      '{"t":"2024-01-02","o":1,"h":1,"l":1,"c":1}\n{',
      /abc\.jsonl:2: the line is no JSON object/,
    ],
    [
      "JSON by the name of CSV",
      "abc.csv",
      '{"bars":[]}',
      /abc\.csv:1: it is JSON; let the file's name end in \.json/,
    ],
  ])("with %s are refused by file and bar", async (_, name, text, message) => {
    await expect(rowsOf(text, CLOCK, name)).rejects.toThrow(message);
  });
});

describe("bars in other forms", () => {
  it("are read from yfinance's titles over several symbols, either title first", async () => {
    const names = "Price,Close,Close,High,High,Low,Low,Open,Open";
    const symbols = "Ticker,ABC,XYZ,ABC,XYZ,ABC,XYZ,ABC,XYZ";
    const rows = "Date,,,,,,,,\n2024-01-02,10.5,2,11,2,9,2,10,2\n2024-01-03,11.25,,12,,10,,10.5,\n";
    for (const titles of [`${names}\n${symbols}`, `${symbols}\n${names}`]) {
      const read = await rowsOf(`${titles}\n${rows}`);
      expect([read.columns.map(({ ticker }) => ticker), read.rows]).toEqual([
        ["ABC", "XYZ"],
        DAILY,
      ]);
    }
  });

  it("are read from zstd, and refused where it was cut off", async () => {
    const path = join(folder, "abc.csv.zst");
    const bytes = packed(`${HEADER}\n${ROWS}`);
    await writeFile(path, bytes);
    const { columns } = await loadBars([path], [], CLOCK);
    expect([columns[0]!.ticker, columns[0]!.count]).toEqual(["ABC", 2]);
    await writeFile(path, bytes.subarray(0, -9));
    await expect(loadBars([path], [], CLOCK)).rejects.toThrow(
      /abc\.csv\.zst: the file cannot be unpacked/,
    );
  });

  it.each([
    ["xz", Buffer.from("\xfd7zXZ\0\0", "latin1"), /abc\.csv: it is packed by xz/],
    [
      "lines that end in carriage returns",
      Buffer.from(`${HEADER}\n${ROWS}`.replaceAll("\n", "\r")),
      /abc\.csv:1: its lines end in a carriage return alone/,
    ],
    [
      "many such lines",
      Buffer.from(`${HEADER}\r${ROWS.replaceAll("\n", "\r").repeat(900)}`),
      /abc\.csv:1: its lines end in a carriage return alone/,
    ],
    ["a program", Buffer.from("\x7fELF\x02\x01\r\0\n\0,\0", "latin1"), /abc\.csv:1: it is no text/],
    ["nothing at all", Buffer.alloc(3_000), /abc\.csv:1: it is no text/],
    ["chance", Buffer.from("\x01,\r\xff".repeat(9_000), "latin1"), /abc\.csv:1: it is no text/],
  ])("say what they are: %s", async (_, bytes, message) => {
    const path = join(folder, "abc.csv");
    await writeFile(path, bytes);
    await expect(loadBars([path], [], CLOCK)).rejects.toThrow(message);
  });

  it.each([
    [
      "an hour of November that comes twice",
      ["2024-11-03 01:30", "2024-11-03 01:45", "2024-11-03 01:30"],
      /abc\.csv:4: the row is earlier than line 3; sort .*; the clocks of America\/New_York were put back on 2024-11-03, so that 01:00 to 02:00 comes twice: write times with their offset, .*--tz/,
    ],
    [
      "an hour of March that the clocks leave out",
      ["2024-03-10 01:30", "2024-03-10 01:45", "2024-03-10 02:30"],
      /abc\.csv:4: there is no time "2024-03-10 02:30"; the clocks of America\/New_York were put forward on 2024-03-10, so that 02:00 to 03:00 does not exist: .*--tz/,
    ],
    [
      "a lone row in it, which nothing else contradicts",
      ["2024-03-08 09:30", "2024-03-10 02:15", "2024-03-11 09:30"],
      /abc\.csv:3: there is no time "2024-03-10 02:15"; the clocks/,
    ],
  ])("name --tz at %s", async (_, times, message) => {
    const text = `${HEADER}\n${times.map((time) => `${time},1,1,1,1,1\n`).join("")}`;
    await expect(rowsOf(text)).rejects.toThrow(message);
    const inUtc = await rowsOf(text, { zone: "UTC", session: "data" }).catch((error) => error);
    expect(String(inUtc.message)).not.toContain("--tz");
  });

  it("may cost as much as the dearest share does, and are traded", async () => {
    const rows = [
      "02,600000,601000,599000,600000,9",
      "03,570000,575000,565000,570000,9",
      "04,610000,612000,600000,611000,9",
    ];
    const path = await file(
      "brk.csv",
      `${HEADER}\n${rows.map((row) => `2024-01-${row}\n`).join("")}`,
    );
    const flags = ["--no-run-folder", "--json", "--cash", "40000000", "--limits", "none"];
    const { exitCode, stdout } = await sevenfold("backtest", path, ...flags);
    expect([exitCode, JSON.parse(stdout).metrics.trades === 0]).toEqual([0, expect.any(Boolean)]);
    await expect(
      rowsOf(`${HEADER}\n2024-01-02,10000001,10000001,10000001,10000001,1\n`),
    ).rejects.toThrow(/is not a price between 0\.0001 and 10000000/);
  });
});
