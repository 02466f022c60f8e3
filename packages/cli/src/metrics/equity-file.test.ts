import { describe, expect, it } from "vitest";
import { file } from "../testing/bar-files.ts";
import { readEquityFile, readKeptEquity } from "./equity-file.ts";

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

describe("equity of a kept run", () => {
  it("is read however much holding the same made", async () => {
    const rows =
      "time,equity,buyAndHold\n2024-01-02T14:30Z,100000,100000\n2024-01-02T21:00Z,100001,5000000000000000000\n";

    const { values, beside } = await readKeptEquity(await file("kept.csv", rows), "UTC");

    expect({ values, beside }).toEqual({ values: [100_000, 100_001], beside: [100_000, 5e18] });
  });

  it("is no more than can be counted exactly", async () => {
    const rows = "time,equity,buyAndHold\n2024-01-02,1,1\n2024-01-03,100000000001,1\n";

    await expect(readKeptEquity(await file("much.csv", rows), "UTC")).rejects.toThrow(
      '"100000000001" is more than 100000000000',
    );
  });
});
