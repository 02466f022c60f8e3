import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLOCK, folder, HEADER, ROWS, rowsOf } from "../testing/bar-files.ts";
import { loadBars } from "./load-bars.ts";

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
      "a price that nothing holds",
      `${HEADER}\n2024-01-02,1,1,1,1e300,1\n`,
      /abc\.csv:2: the close 1e300 is not a price between/,
    ],
    [
      "more shares than can be counted",
      `${HEADER}\n2024-01-02,1,1,1,1,99999999999999999999\n`,
      /abc\.csv:2: the volume "99999999999999999999" is not a number of shares$/,
    ],
    ["a missing price", `${HEADER}\n2024-01-02,1,,1,1,1\n`, /abc\.csv:2: the high is empty/],
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
      /abc\.csv:2: the row has 3 cells where the header needs 6/,
    ],
    [
      "a row that ends before its volume",
      `${HEADER}\n2024-01-02,1,1,1,1,1\n2024-01-03,1,1,1,1\n2024-01-04,1,1,1,1,1\n`,
      /abc\.csv:3: the row has 5 cells where the header needs 6$/,
    ],
    [
      "commas in prices without quotes",
      `${HEADER}\n2024-01-02,1,234,1,1,1,1\n`,
      /abc\.csv:2: the row has 7 cells and the header 6; put numbers with commas in quotes/,
    ],
    [
      "the columns of two symbols",
      "Date,Close,Close,High,High,Low,Low,Open,Open\n2024-01-02,1,2,1,2,1,2,1,2\n",
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
      "a header of another language",
      "Datum;Eröffnung;Hoch;Tief;Schluss\n02.01.2024;1;1;1;1\n",
      /abc\.csv:1: the header names none of date, open, high, low and close: rename its columns; it reads "Datum,Eröffnung,Hoch,Tief,Schluss"$/,
    ],
    [
      "cells parted by bars",
      "Date|Open|High|Low|Close\n2024-01-02|1|1|1|1\n",
      /abc\.csv:1: the header is one cell: part cells by commas, semicolons or tabs; it reads "Date\|Open\|High\|Low\|Close"$/,
    ],
    [
      "a header that would steer the terminal",
      "\u001b[2J\u0007\u009bx\n1\n",
      /it reads "·\[2J··x"$/,
    ],
    [
      "a cell that would steer the terminal",
      `${HEADER}\n2024-01-02,1,1,1,\u001b[2J\u202e\u0007x,1\n`,
      /abc\.csv:2: the close "·\[2J··x" is not a number$/,
    ],
    [
      "a time that would steer the terminal",
      `${HEADER}\n\u001b[31m2024-01-02,1,1,1,1,1\n`,
      /abc\.csv:2: the time "·\[31m2024-01-02" is no date or time known here/,
    ],
    [
      "a line below the bars",
      `${HEADER}\n${ROWS}Total rows: 2\n`,
      /abc\.csv:4: the row has 1 cell where the header needs 6$/,
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
    ["a header alone", `${HEADER}\n`, /abc\.csv: there are no bars in the file/],
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
