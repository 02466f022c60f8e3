import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadBars } from "./load-bars.ts";

/** Three minutes each, as pyarrow 25.0 writes them. */
const SAMPLES = fileURLToPath(new URL("./parquet-samples/", import.meta.url));
const ROWS = [
  ["2024-01-02 09:30", "9123.47", "9125.5", "9120.01", "9124.44", "1000"],
  ["2024-01-02 09:31", "9124.01", "9126.13", "9121.02", "9125.55", ""],
  ["2024-01-02 09:32", "9124.99", "9127.07", "9122.03", "9126.66", "250"],
];

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-parquet-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const load = async (path: string) =>
  (await loadBars([path], ["ABC"], { zone: "America/New_York", session: "data" })).columns;
const sample = (name: string) => load(join(SAMPLES, `${name}.parquet`));

async function csv(rows: readonly (readonly string[])[]) {
  const path = join(folder, "abc.csv");
  const lines = rows.map((cells) => cells.join(","));
  await writeFile(path, ["Date,Open,High,Low,Close,Volume", ...lines].join("\n"));
  return load(path);
}

describe("a Parquet file of another program", () => {
  it.each(["time-of-day", "float32", "text"])("holds what the CSV file does: %s", async (name) => {
    expect(await sample(name)).toEqual(await csv(ROWS));
  });

  it("rounds decimals of more digits as a CSV file's are, half to even", async () => {
    const finer = ROWS.map(([time, ...cells]) => [
      time!,
      ...cells.map((cell, at) => (at === 4 ? cell : `${Number(cell).toFixed(4)}5`)),
    ]);

    expect(await sample("decimal")).toEqual(await csv(finer));
  });

  it.each([
    ["int96", "row 1: an INT96 does not say whether it is UTC"],
    ["float16", "the open is kept in 16 bits, which round prices"],
    ["two-closes", "the file has two columns named Close; keep one"],
    ["no-symbol", "row 3: the symbol is empty"],
    ["true-open", 'row 1: the open "boolean" is not a number'],
  ])("is refused where it may mean another price or time: %s", async (name, sentence) => {
    await expect(sample(name)).rejects.toThrow(sentence);
  });
});
