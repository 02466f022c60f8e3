import { describe, expect, it } from "vitest";
import { file } from "../testing/bar-files.ts";
import { readEquityFile } from "./equity-file.ts";

const DAY_MS = 86_400_000;

async function read(clock: string, zone: string) {
  const rows = `date,equity\n2024-01-02${clock},100\n2024-01-03${clock},101\n`;
  const { days, times } = await readEquityFile(await file("equity.csv", rows), zone);
  return { days: days.map((day) => new Date(day * DAY_MS).getUTCDate()), first: times[0] };
}

describe("equity of times that are all midnights", () => {
  it.each([
    ["", "America/New_York"],
    [" 00:00:00", "America/New_York"],
    ["T00:00:00Z", "America/New_York"],
    ["T00:00:00+09:00", "America/New_York"],
    ["T05:00:00Z", "America/New_York"],
    ["T05:00:00Z", "UTC"],
    ["", "Asia/Tokyo"],
  ])("is that of the dates' closes: %s in %s", async (clock, zone) => {
    expect(await read(clock, zone)).toEqual({
      days: [2, 3],
      first: Date.parse("2024-01-02T21:00Z"),
    });
  });

  it("is that of the moments where they are none", async () => {
    expect(await read("T00:30:00Z", "America/New_York")).toEqual({
      days: [1, 2],
      first: Date.parse("2024-01-02T00:30Z"),
    });
  });
});

it("a file of an equity that is too short says how many rows it has", async () => {
  const path = await file("short.csv", "date,equity\n2024-01-02,100\n");

  await expect(readEquityFile(path, "UTC")).rejects.toThrow(
    `${path}: the file has 1 row; a start and a day are the least`,
  );
});
