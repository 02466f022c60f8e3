import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csv, documentOf, EXAMPLE, folder } from "../testing/backtest-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const write = async (name: string, text: string | Buffer): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};

const DAYS = [
  "2024-01-02,100,101,99,100",
  "2024-01-03,102,103,101,102",
  "2024-01-04,104,105,103,104",
  "2024-01-05,106,107,105,106",
  "2024-01-08,108,109,107,108",
];

describe("sevenfold backtest --signals", () => {
  it("acts on a date at its close and on an instant at the first close after it", async () => {
    const bars = await csv("sig.csv", DAYS);
    const dated = await write("dated.csv", "date,weight\n2024-01-03,0.1\n2024-01-05,0\n");
    const timed = await write(
      "timed.csv",
      "time,symbol,weight\n2024-01-03T16:00,SIG,0.1\n2024-01-04T16:30,SIG,0\n",
    );

    const byDate = await documentOf(bars, "--signals", dated);
    const byTime = await documentOf(bars, "--signals", timed);

    expect(byDate.trades).toMatchObject([
      { side: "buy", shares: 98, price: 104, time: "2024-01-04T14:30:00.000Z" },
      { side: "sell", shares: 98, price: 108, time: "2024-01-08T14:30:00.000Z" },
    ]);
    // Stamped with the close of a day it was known there, for no bar begins with it; after that it waits.
    expect(byTime.trades).toEqual(byDate.trades);
    expect(byDate.settings.own).toMatchObject({ name: "dated.csv", parameters: {} });
  });

  it("acts on a bar's beginning at its close, and on its end a bar later", async () => {
    const minutes = Array.from({ length: 6 }, (_, at) => `2024-01-02T09:3${at},100,101,99,100`);
    const bars = await csv("sig.csv", minutes);
    const begins = await write("begins.csv", "time,weight\n2024-01-02T09:31,0.1\n");
    const ends = await write("ends.csv", "time,weight\n2024-01-02T09:32,0.1\n");

    const byBeginning = await documentOf(bars, "--signals", begins);
    const byEnd = await documentOf(bars, "--signals", ends);

    expect(byBeginning.trades).toMatchObject([{ time: "2024-01-02T14:32:00.000Z" }]);
    expect(byEnd.trades).toMatchObject([{ time: "2024-01-02T14:33:00.000Z" }]);
  });

  it.each([
    ["east of New York", ["2024-01-03 00:00:00+09:00", "2024-01-05 00:00:00+09:00"]],
    ["west of it", ["2024-01-03T00:00-08", "2024-01-05T00:00-08"]],
    ["in offsets that change", ["2024-01-03 00:00:00+11:00", "2024-01-05 00:00:00+10:00"]],
    ["in UTC", ["2024-01-03T00:00:00Z", "2024-01-05T00:00:00Z"]],
    ["without an offset", ["2024-01-03 00:00:00", "2024-01-05 00:00"]],
    ["here, written in UTC", ["2024-01-03T05:00:00Z", "2024-01-05T05:00:00Z"]],
    ["beside dates", ["2024-01-03 00:00:00+09:00", "2024-01-05"]],
  ])("takes midnights for the dates they are written as: %s", async (_where, [from, to]) => {
    const bars = await csv("sig.csv", DAYS);
    const dated = await write("dated.csv", "date,weight\n2024-01-03,0.1\n2024-01-05,0\n");
    const path = await write("midnights.csv", `date,weight\n${from},0.1\n${to},0\n`);

    const byDate = await documentOf(bars, "--signals", dated);
    const byMidnight = await documentOf(bars, "--signals", path);

    expect(byDate.trades).toHaveLength(2);
    expect(byMidnight.trades).toEqual(byDate.trades);
  });

  it("takes times for instants where one of them is no midnight", async () => {
    const bars = await csv("sig.csv", DAYS);
    const rows = "date,weight\n2024-01-03 00:00:00+09:00,0.1\n2024-01-05 00:30:00+09:00,0\n";
    const path = await write("instants.csv", rows);

    const { trades } = await documentOf(bars, "--signals", path);

    // 2024-01-02T15:00Z: the close of that day is the first after it.
    expect(trades).toMatchObject([
      { side: "buy", time: "2024-01-03T14:30:00.000Z" },
      { side: "sell", time: "2024-01-05T14:30:00.000Z" },
    ]);
  });

  it("refuses a date twice where only the offsets differ", async () => {
    const bars = await csv("sig.csv", DAYS);
    const rows = "date,weight\n2024-01-03 00:00+09:00,0.1\n2024-01-03 00:00-05:00,0\n";
    const path = await write("twice.csv", rows);

    const { exitCode, stderr } = await sevenfold("backtest", bars, "--signals", path);

    expect(exitCode).toBe(3);
    expect(stderr).toContain(":3: the row has the time of the one before it");
  });

  it("takes a column for each symbol too, of which an empty cell says nothing", async () => {
    const rows = [
      "date,symbol,weight",
      "2024-01-31,AAA,0.1",
      "2024-02-29,BBB,0.1",
      "2024-03-28,AAA,0",
    ];
    const wide = ["Date,BBB,AAA", "2024-01-31,,0.1", "2024-02-29,0.1,NaN", "2024-03-28,,0"];
    const [one, other] = [
      await write("rows.csv", rows.join("\n")),
      await write("wide.csv", wide.join("\n")),
    ];

    const [byRow, byColumn] = [
      await documentOf(EXAMPLE, "--signals", one),
      await documentOf(EXAMPLE, "--signals", other),
    ];

    expect(byColumn.trades).toEqual(byRow.trades);
    expect(byRow.trades).toHaveLength(3);
  });

  it("says that the limits cut what is asked for, and nothing where they do not", async () => {
    const bars = await csv("sig.csv", DAYS);
    const path = await write("large.csv", "date,weight\n2024-01-03,0.4\n");

    const cut = await documentOf(bars, "--signals", path);
    const whole = await documentOf(bars, "--signals", path, "--limits", "none");

    expect(cut.warnings).toEqual([
      "large.csv asks for up to 40.00% of equity in one symbol, and the risk limits allow 12.00%: no more is bought; --limits none takes the limits away",
    ]);
    expect(whole.warnings).toEqual([]);
    expect(whole.trades[0]!.shares).toBeGreaterThan(3 * cut.trades[0]!.shares);
  });

  it.each([
    [
      "come after the last close",
      "date,weight\n2024-01-03,0.1\n2024-01-09,0\n2024-01-10,0.1\n",
      "odd.csv: rows after the last close of the bars, never acted on: 2 of 3",
    ],
    [
      "all come after it",
      "date,weight\n2024-01-09,0.1\n",
      "odd.csv: rows after the last close of the bars, never acted on: 1 of 1",
    ],
    [
      "come after it within its day",
      "date,weight\n2024-01-03T12:00,0.1\n2024-01-08T16:30,0\n",
      "odd.csv: rows after the last close of the bars, never acted on: 1 of 2",
    ],
    [
      "all come before the first bar",
      "date,weight\n2023-12-28,0.1\n2023-12-29,0.05\n",
      "odd.csv: all of its rows come before the first bar: the last one of each symbol is acted on at its first close, and nothing after",
    ],
  ])("says of rows that they %s", async (_what, text, warning) => {
    const bars = await csv("sig.csv", DAYS);
    const path = await write("odd.csv", text);

    const { warnings } = await documentOf(bars, "--signals", path);

    expect(warnings).toEqual([warning]);
  });

  it("says on which day weights add up to more than there is", async () => {
    const sumsTo = (last: string) =>
      [
        "date,AAA,BBB",
        "2024-01-31,0.5,0.5",
        `2024-02-29,,${last}`,
        "2024-03-28,0,1",
        "2024-04-30,1,0",
      ].join("\n");
    const over = await write("over.csv", sumsTo("0.8"));
    const fitting = await write("fitting.csv", sumsTo("0.504"));
    const free = ["--limits", "none"];

    const [warned, quiet] = [
      await documentOf(EXAMPLE, "--signals", over, ...free),
      await documentOf(EXAMPLE, "--signals", fitting, ...free),
    ];

    expect(warned.warnings).toEqual([
      "over.csv: weights add up to more than 1 on 2024-02-29: 1.30; nothing is borrowed, so that what is bought last gets the cash that is left",
    ]);
    expect(quiet.warnings).toEqual([]);
  });

  it.each(["sweep", "walk-forward"])("says it in %s too", async (command) => {
    const path = await write("large.csv", "date,AAA\n2024-01-31,0.4\n2025-06-30,0\n");
    const ledger = ["--ledger", join(folder, `${command}.jsonl`)];

    const { stdout } = await sevenfold(command, EXAMPLE, "--signals", path, ...ledger, "--json");

    expect(JSON.parse(stdout).warnings).toEqual([
      "large.csv asks for up to 40.00% of equity in one symbol, and the risk limits allow 12.00%: no more is bought; --limits none takes the limits away",
      "large.csv: rows after the last close of the bars, never acted on: 1 of 2",
    ]);
  });

  it.each([
    ["date,weight\n2024-01-03,much\n", ':2: the weight "much" is not a number'],
    [
      "date,weight\n2024-01-03,\n",
      ":2: the weight is empty; write 0 for nothing held, or leave the row away",
    ],
    [
      "date,weight\n2024-01-03,-0.1\n",
      ":2: the weight -0.1 is below 0: nothing is sold short here without --shorts",
    ],
    ["date,weight\n2024-01-03,1.1\n", ":2: the weight 1.1 is above 1: nothing is borrowed here"],
    [
      "date,weight\n2024-01-04,1\n2024-01-03,0\n",
      ":3: the row is earlier than the one before it of its symbol; sort the file with the oldest row first",
    ],
    [
      "date,weight\n2024-01-03,1\n2024-01-03,0\n",
      ":3: the row has the time of the one before it of its symbol; leave one of the two",
    ],
    [
      "date,weight\n2024-01-03,1\n2024-01-03T10:00,0\n",
      ":3: dates and times of day are mixed in one symbol's rows",
    ],
    [
      "date,weight\n2024-11-03T01:30,1\n2024-11-03T01:10,0\n",
      ":3: the row is earlier than the one before it of its symbol; sort the file with the oldest row first; a time without an offset is local to --tz, and one with Z is UTC",
    ],
    [
      "date,symbol,weight\n2024-01-03,XYZ,1\n",
      ':2: there are no bars of "XYZ"; there are bars of SIG',
    ],
    [
      "date,weight\nsoon,1\n",
      ':2: the time "soon" is no date or time known here; write 2024-01-31 or 2024-01-31T09:30',
    ],
    [
      "date,price\n2024-01-03,1\n",
      ': there is no column weight (or share, target, signal), and "price" is no symbol with bars; write date, symbol, weight, or a date and a column for each symbol',
    ],
    [
      "date,symbol\n2024-01-03,SIG\n",
      ": there is no column weight (or share, target, signal); write date, symbol, weight, or a date and a column for each symbol",
    ],
    ["date,weight\n2024-01-03,True\n", ':2: the weight "True" is not a number; write 1 or 0'],
    [
      "2024-01-03,SIG,0.1\n2024-01-04,SIG,0\n",
      ': the first row is no header: it reads "2024-01-03,SIG,0.1"; write date,symbol,weight above it',
    ],
    ["date,weight\n", ": the file has no rows"],
    ['[{"date":"2024-01-03","weight":1}]\n', ":1: it is JSON; write it as CSV"],
    [
      Buffer.from("date,weight\r\n2024-01-03,1\r\n", "utf16le"),
      ":1: the text is not UTF-8, it looks like UTF-16; save the file as UTF-8",
    ],
    [
      "date,weight\r2024-01-03,1\r",
      ":1: its lines end in a carriage return alone; save the file with line feeds",
    ],
  ])("refuses %j with the file and the row", async (text, words) => {
    const bars = await csv("sig.csv", DAYS);
    const path = await write("rubbish.csv", text);

    const { exitCode, stdout, stderr } = await sevenfold(
      "backtest",
      bars,
      "--signals",
      path,
      "--json",
    );

    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 3,
      stdout: "",
      stderr: `sevenfold: ${path}${words}\n`,
    });
  });
});
