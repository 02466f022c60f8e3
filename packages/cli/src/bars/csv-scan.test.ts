import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { folder } from "../testing/bar-files.ts";
import { readCsvBars } from "./read-csv-bars.ts";

const HEADERS = [
  "date,open,high,low,close,volume",
  "timestamp,close,high,low,open,volume,note",
  "symbol,timestamp,open,high,low,close",
  "date,time,open,high,low,close,volume",
  "note,date,open,high,low,close,volume",
  "timestamp;open;high;low;close;volume",
  "open,high,low,close,date,volume,time",
];

const decimals = fc
  .array(fc.constantFrom(..."0005999"), { minLength: 1, maxLength: 12 })
  .map((all) => all.join(""));
const price = (from: number) =>
  fc.oneof(
    fc.nat(49_999).map((units) => String(from + units / 10_000)),
    fc.tuple(fc.nat(4), decimals).map(([more, part]) => `${from + more}.${part}`),
  );
const GOOD: Readonly<Record<string, fc.Arbitrary<string>>> = {
  open: price(100),
  close: price(100),
  high: price(110),
  low: price(90),
  volume: fc.oneof(fc.nat(1e9).map(String), fc.constantFrom("", "12.0", "12.75", "7.")),
  note: fc.constantFrom("", "x", "é", "ticker"),
  symbol: fc.constantFrom("AAPL", "MSFT", " AAPL", "BRK-B"),
  time: fc.nat(1_439).map((at) => new Date(at * 60_000).toISOString().slice(11, 16)),
};
const ODD: Readonly<Record<string, readonly string[]>> = {
  price:
    `100.00005 100.00015 100.000050 100.00005000000000001 100.1234567890123456789 100. .5 1e2 0 -1 $100 nan null 1,5
    123456789012 100001 100.1.2 x "100" 99.99995`
      .split(/\s+/)
      .concat(" 100", "100 ", ""),
  volume: '1.99999 0. .5 1e3 -3 nan x 99999999999999999 123456789012 "7"'.split(" ").concat(" 7"),
  note: ['"a,b"', '"', "a\rb"],
  symbol: ["", "aapl", "BERKSHIRE", "é", '"AAPL"', " "],
  time: "9:30 0930 930 24:00 09:60 x 09:30:00.5 09:30Z 09:30-05:00 09:30:59"
    .split(" ")
    .concat("", "9:30 AM"),
  date: "2023-02-29 20240102 01/02/2024 2024-1-2 1899-01-01 2024-13-01 Ticker date 2030-01-02T10:00"
    .split(" ")
    .concat("", " 2030-01-02"),
  timestamp:
    "2030-01-02 2030-01-02T10:00x 2030-01-02T10:00+0530 2030-01-02T10:00-05 2030-01-02T24:00 1900000000.5 1900000000 1900000000123 190000000 1900000000123456 x"
      .split(" ")
      .concat("2030-01-02 10:00 UTC", "2030-01-02 9:30 AM", "2030-01-02  10:00", ""),
};
const oddsOf = (name: string) => ODD[name] ?? ODD.price!;

/** How a file writes its moments, days and hours apart. */
const MOMENTS: readonly ((at: number) => string)[] = [
  (at) => new Date(at).toISOString().slice(0, 16),
  (at) => new Date(at).toISOString().slice(0, 19).replace("T", " "),
  (at) => `${new Date(at).toISOString().slice(0, 19)}Z`,
  (at) => `${new Date(at).toISOString().slice(0, 16)}-04:00`,
  (at) => `${new Date(at).toISOString().slice(0, 19)}+05:30`,
  (at) => String(at / 1_000),
  (at) => String(at),
];
const HOUR_MS = 3_600_000;

const fileText = fc
  .record({
    header: fc.constantFrom(...HEADERS),
    feed: fc.constantFrom("\n", "\r\n"),
    moment: fc.constantFrom(...MOMENTS),
    start: fc.integer({ min: 400_000, max: 480_000 }).map((hours) => hours * HOUR_MS),
    rows: fc.array(
      fc.record({
        cells: fc.record(GOOD),
        hours: fc.integer({ min: 1, max: 60 }),
        odd: fc.oneof(
          { weight: 5, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.record({ cell: fc.nat(10), which: fc.nat(60) }) },
        ),
        end: fc.oneof(
          { weight: 20, arbitrary: fc.constant("") },
          { weight: 1, arbitrary: fc.constantFrom(",", ",x", "\r", "\r\r", " ") },
        ),
      }),
      { minLength: 3, maxLength: 8 },
    ),
  })
  .map(({ header, feed, moment, start, rows }) => {
    const delimiter = header.includes(";") ? ";" : ",";
    const names = header.split(delimiter);
    let at = start;
    const lines = rows.map(({ cells, hours, odd, end }, row) => {
      at += (names.includes("date") ? 24 * Math.ceil(hours / 24) : hours) * HOUR_MS;
      const texts = names.map((name) =>
        name === "timestamp"
          ? moment(at)
          : name === "date"
            ? new Date(at).toISOString().slice(0, 10)
            : cells[name]!,
      );
      if (odd !== null && 0 < row) {
        const cell = odd.cell % names.length;
        const odds = oddsOf(names[cell]!);
        texts[cell] = odds[odd.which % odds.length]!;
      }
      return texts.join(delimiter) + end;
    });
    return [header, ...lines, ""].join(feed);
  });

const path = join(folder, "agree.csv");
const read = (scans: boolean, zone: string) =>
  readCsvBars(path, zone, { scans }).catch((error: Error) => error.message);

it("takes every line as the reader that cuts it into cells does, to the words of its refusals", async () => {
  let taken = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fileText,
      fc.constantFrom("America/New_York", "UTC", "Asia/Tokyo"),
      async (text, zone) => {
        await writeFile(path, text);
        const careful = await read(false, zone);
        expect(await read(true, zone)).toEqual(careful);
        if (typeof careful === "string") refused++;
        else taken++;
      },
    ),
    { numRuns: 200 },
  );
  expect([20 < taken, 20 < refused]).toEqual([true, true]);
});
