import { describe, expect, it } from "vitest";
import { CLOCK, file, HEADER, ROWS, rowsOf } from "../testing/bar-files.ts";
import { datedByMidnights } from "./bar-instants.ts";
import { barTimeReader, dayWritten } from "./bar-time.ts";
import { readActions } from "./read-actions.ts";
import { readCsvBars } from "./read-csv-bars.ts";
import { readJsonBars } from "./read-json-bars.ts";

const DAILY = [
  "2024-01-02T14:30Z 2024-01-02T21:00Z 10 10.5",
  "2024-01-03T14:30Z 2024-01-03T21:00Z 10.5 11.25",
];
const DAY_MS = 86_400_000;
const dated = (clock: string, second = clock): string =>
  `${HEADER}\n${ROWS.replace("01-02", `01-02${clock}`).replace("01-03", `01-03${second}`)}`;

describe("bars whose times are written as midnights", () => {
  it.each([
    " 00:00:00-06:00",
    " 00:00:00-08:00",
    "T00:00-10:00",
    "T00:00:00Z",
    " 00:00:00+00:00",
    " 00:00:00+01:00",
    " 00:00:00+0530",
    " 00:00:00.000+13:00",
    " 12:00 AM +09:00",
    " 00:00:00",
    "T05:00:00Z",
  ])("are days of the dates they name: %s", async (clock) => {
    expect((await rowsOf(dated(clock))).rows).toEqual(DAILY);
  });

  it("are days where each has the offset of its own season", async () => {
    const { rows } = await rowsOf(
      `${HEADER}\n2024-03-08 00:00:00-06:00,1,1,1,1,1\n2024-03-11 00:00:00-05:00,1,1,1,1,1\n`,
    );

    expect(rows.map((row) => row.slice(0, 10))).toEqual(["2024-03-08", "2024-03-11"]);
  });

  it("are days where the offset is that of winter all year", async () => {
    const { rows } = await rowsOf(
      `${HEADER}\n2024-01-02 00:00:00-05:00,1,1,1,1,1\n2024-07-02 00:00:00-05:00,1,1,1,1,1\n`,
    );

    expect(rows.map((row) => row.slice(0, 10))).toEqual(["2024-01-02", "2024-07-02"]);
  });

  it("are days where the newest comes first", async () => {
    const [first, second] = ROWS.replaceAll(/(01-0\d)/g, "$1 00:00:00-06:00")
      .trimEnd()
      .split("\n");

    expect((await rowsOf(`${HEADER}\n${second}\n${first}\n`)).rows).toEqual(DAILY);
  });

  it("are days in JSON, as in CSV", async () => {
    const bars = [
      { date: "2024-01-02T00:00:00-06:00", open: 10, high: 11, low: 9, close: 10.5 },
      { date: "2024-01-03T00:00:00-06:00", open: 10.5, high: 12, low: 10, close: 11.25 },
    ];
    const lines = bars.map((bar) => JSON.stringify(bar)).join("\n");

    expect((await rowsOf(JSON.stringify(bars), CLOCK, "abc.json")).rows).toEqual(DAILY);
    expect((await rowsOf(lines, CLOCK, "lines.jsonl")).rows).toEqual(DAILY);
  });

  it("are days by the date they name, not by another zone's midnight at that instant", async () => {
    const clock = { ...CLOCK, zone: "Pacific/Honolulu" };
    const { columns } = await rowsOf(dated(" 00:00:00+14:00"), clock, "far.csv");

    expect([...columns[0]!.day].map((day) => new Date(day * DAY_MS).getUTCDate())).toEqual([2, 3]);
  });

  it.each(["UTC", "Asia/Tokyo"])(
    "are days where they are New York's, told in UTC and read in %s",
    async (zone) => {
      const summer = "2024-07-02T04:00Z,1,1,1,1,1\n2024-07-03T04:00Z,1,1,1,1,1\n";
      const text = `${dated("T05:00:00Z")}${summer}`;
      const { columns } = await rowsOf(text, { ...CLOCK, zone }, "told-in-utc.csv");

      expect([...columns[0]!.day].map((day) => new Date(day * DAY_MS).getUTCDate())).toEqual([
        2, 3, 2, 3,
      ]);
    },
  );

  it("are moments where New York's clocks were an hour off", async () => {
    const text = `${dated("T05:00:00Z")}2024-07-02T05:00Z,1,1,1,1,1\n`;
    const { columns } = await rowsOf(text, { ...CLOCK, zone: "UTC" }, "off.csv");

    expect(columns[0]!.opensAt[0]).toBe(Date.parse("2024-01-02T05:00Z"));
  });

  it("are moments where a row of the file is none", async () => {
    const { rows } = await rowsOf(dated(" 00:00:00-06:00", " 00:30:00-06:00"));

    expect(rows[0]).toMatch(/^2024-01-02T06:00Z /);
  });

  it("are moments where another symbol's rows are none", async () => {
    const { columns } = await rowsOf(
      "symbol,time,open,high,low,close\nAA,2024-01-02 00:00-06:00,1,1,1,1\nBB,2024-01-02 01:00-06:00,1,1,1,1\nAA,2024-01-03 00:00-06:00,1,1,1,1\n",
    );

    expect(columns[0]!.opensAt[0]).toBe(Date.parse("2024-01-02T06:00Z"));
  });

  it("are moments where two of them are of one date", async () => {
    const { rows } = await rowsOf(
      `${HEADER}\n2024-01-02 00:00+12:00,1,1,1,1,1\n2024-01-02 00:00-12:00,1,1,1,1,1\n`,
    );

    expect(rows[0]).toMatch(/^2024-01-01T12:00Z /);
  });

  it("are told alike by the reader of bytes and that of cells", async () => {
    const path = await file("alike.csv", dated(" 00:00:00-06:00", " 00:00-06:00"));
    const [scanned, read] = await Promise.all(
      [true, false].map((scans) => readCsvBars(path, CLOCK.zone, { scans })),
    );

    expect(scanned!.series[0]!.midnightsOf).toHaveLength(2);
    expect(scanned).toEqual(read);
  });

  it("keep their rows where bad ones are only heard of", async () => {
    const path = await file(
      "bad.json",
      JSON.stringify([
        { date: "2024-01-02T00:00:00-06:00", open: 1, high: 1, low: 1, close: 1 },
        { date: "2024-01-03T00:00:00-06:00", open: 1, high: 0.5, low: 1, close: 1 },
        { date: "2024-01-04T00:00:00-06:00", open: 1, high: 1, low: 1, close: 1 },
      ]),
    );
    const read = await readJsonBars(path, CLOCK.zone, () => {});
    const { isDated, series } = datedByMidnights(read, CLOCK.zone);

    expect(isDated).toBe(true);
    expect([...series[0]!.times].map((day) => new Date(day * DAY_MS).getUTCDate())).toEqual([2, 4]);
  });
});

describe("splits and dividends whose times are written as midnights", () => {
  it.each(["-06:00", "+00:00", "+09:00"])("are of the dates they name: %s", async (offset) => {
    const path = await file(
      "abc-actions.csv",
      `date,symbol,dividend\n2024-01-02 00:00:00${offset},ABC,0.5\n`,
    );
    const { bySymbol } = await readActions(path, CLOCK.zone);

    expect([...bySymbol.values()].flat().map(({ day }) => day * DAY_MS)).toEqual([
      Date.UTC(2024, 0, 2),
    ]);
  });
});

describe("dayWritten", () => {
  it.each([
    ["2024-01-02", 2],
    ["2024-01-02 00:00:00-06:00", 2],
    ["2024-01-02T00:00Z", 2],
    ["2024-01-02 00:00", 2],
    ["2024-01-02 00:00:01-06:00", undefined],
    ["2024-01-02T06:00:00Z", undefined],
    ["1704171600", undefined],
  ])("of %s is the 2nd, or none", (text, date) => {
    const day = dayWritten(barTimeReader(CLOCK.zone)(text)!);

    expect(day && new Date(day * DAY_MS).getUTCDate()).toBe(date);
  });
});

describe("a session that no bar lies in", () => {
  const XNYS = { ...CLOCK, session: "xnys" } as const;
  const night = "AA,2024-01-02 01:00,1,1,1,1\nAA,2024-01-02 02:00,1,1,1,1\n";
  const noon = "BB,2024-01-02 12:00,1,1,1,1\nBB,2024-01-02 13:00,1,1,1,1\n";

  it("is refused, for nothing would be traded", async () => {
    await expect(rowsOf(`symbol,time,open,high,low,close\n${night}`, XNYS)).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/every bar of AA lies outside the exchange's hours.*--tz/),
    });
  });

  it("is warned of where another symbol has bars in it", async () => {
    const { warnings } = await rowsOf(`symbol,time,open,high,low,close\n${night}${noon}`, XNYS);

    expect(warnings).toEqual([expect.stringMatching(/nothing of AA to trade: every bar lies/)]);
  });
});
