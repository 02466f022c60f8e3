import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BarSeries } from "../bars/bar-series.ts";
import { loadBars } from "../bars/load-bars.ts";
import { CLOCK, folder } from "../testing/bar-files.ts";
import type { BarManifest } from "./bar-manifest.ts";
import { keepBars, type NewBars } from "./bar-store.ts";
import { readStoredBars } from "./stored-bars.ts";

const source = { from: "test", addedAt: "2026-01-02T00:00:00.000Z" };
const KEEP = { replaces: false };
let folders = 0;
const fresh = () => join(folder, `store-${folders++}`);

function seriesOf(times: readonly number[], price = 100_000, volume?: number): BarSeries {
  const column = (value: number) => new Float64Array(times.length).fill(value);
  return {
    symbol: "ABC",
    times: Float64Array.from(times),
    open: column(price),
    high: column(price + 5),
    low: column(price - 5),
    close: column(price),
    volume: volume === undefined ? undefined : column(volume),
  };
}
const bars = (series: BarSeries, more: Partial<NewBars> = {}): NewBars => ({
  ...{ symbol: "ABC", interval: "1d", basis: "raw", series, source },
  ...more,
});
const manifestOf = async (path: string): Promise<BarManifest> =>
  JSON.parse(await readFile(join(path, "ABC.1d.bars.json"), "utf8"));

/** The numbers of a series, whatever holds them. */
const listed = ({ times, open, high, low, close, volume, symbol }: BarSeries) => ({
  symbol,
  ...[times, open, high, low, close, volume].map((column) => column && [...column]),
});

/** Times of any spacing, prices beyond 32 bits, volumes beyond 2^32. */
const anySeries = fc
  .record({
    start: fc.integer({ min: 0, max: 2_000_000_000_000 }),
    unit: fc.constantFrom(1, 1_000, 60_000, 86_400_000),
    steps: fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 40 }),
    price: fc.oneof(fc.integer({ min: 1_000, max: 1e9 }), fc.integer({ min: 1e9, max: 1e12 })),
    volume: fc.option(fc.oneof(fc.nat(1e6), fc.integer({ min: 2 ** 31, max: 2 ** 40 })), {
      nil: undefined,
    }),
  })
  .map(({ start, unit, steps, price, volume }) => {
    let at = start;
    return seriesOf(
      steps.map((step) => (at += step * unit)),
      price,
      volume,
    );
  });

describe("kept bars", () => {
  it("are read as they were given, whatever their times, prices and volumes", async () => {
    await fc.assert(
      fc.asyncProperty(anySeries, async (series) => {
        const path = fresh();
        await keepBars(path, bars(series, { interval: "1m" }), KEEP);
        const { file } = await readStoredBars(join(path, "ABC.1m.bars.json"));
        expect(file.series.map(listed)).toEqual([listed(series)]);
      }),
      { numRuns: 60 },
    );
  });

  it("take half the memory where 32 bits hold them, and stay floats where they do not", async () => {
    const path = fresh();
    await keepBars(path, bars(seriesOf([10, 11], 2 ** 31 - 6, 2 ** 31)), KEEP);
    const { file } = await readStoredBars(join(path, "ABC.1d.bars.json"));
    const [{ times, open, volume }] = file.series as [BarSeries];
    expect([times, open, volume].map((column) => column?.constructor)).toEqual([
      Float64Array,
      Int32Array,
      Float64Array,
    ]);
    expect(listed(file.series[0]!)).toEqual(listed(seriesOf([10, 11], 2 ** 31 - 6, 2 ** 31)));
  });

  it("join what is added before, behind and between, and take equal rows once", async () => {
    const path = fresh();
    await keepBars(path, bars(seriesOf([10, 12, 20])), KEEP);
    const { added } = await keepBars(path, bars(seriesOf([5, 12, 13, 21])), KEEP);
    const { manifest, file } = await readStoredBars(join(path, "ABC.1d.bars.json"));
    expect(added).toBe(3);
    expect([...file.series[0]!.times]).toEqual([5, 10, 12, 13, 20, 21]);
    expect([manifest.rows, manifest.first, manifest.last]).toEqual([6, "1970-01-06", "1970-01-22"]);
    expect(manifest.sources.map(({ rows }) => rows)).toEqual([3, 4]);
    expect((await readdir(path)).filter((name) => !name.startsWith(".")).sort()).toEqual(
      [manifest.file, "ABC.1d.bars.json"].sort(),
    );
  });

  it("refuse a row that differs and another basis, and stay as they were", async () => {
    const path = fresh();
    await keepBars(path, bars(seriesOf([10, 11])), KEEP);
    const before = await manifestOf(path);
    await expect(keepBars(path, bars(seriesOf([11, 12], 50_000)), KEEP)).rejects.toThrow(
      /1970-01-12 with a close of 10\.00, and the new row of that time differs, with 5\.00: .*--replace/,
    );
    await expect(keepBars(path, bars(seriesOf([12]), { basis: "split" }), KEEP)).rejects.toThrow(
      /holds raw prices and these are split: one series has one basis/,
    );
    expect(await manifestOf(path)).toEqual(before);
    await keepBars(path, bars(seriesOf([11], 50_000), { basis: "split" }), { replaces: true });
    expect(await manifestOf(path)).toMatchObject({ rows: 1, basis: "split" });
  });

  it.each([
    ["open", "an open of 10.00"],
    ["high", "a high of 10.0005"],
    ["low", "a low of 9.9995"],
    ["close", "a close of 10.00"],
  ] as const)("name the %s of a row where that alone differs", async (price, words) => {
    const path = fresh();
    await keepBars(path, bars(seriesOf([10, 11])), KEEP);
    const other = { ...seriesOf([11]), [price]: Float64Array.of(100_001) };
    await expect(keepBars(path, bars(other), KEEP)).rejects.toThrow(
      `1970-01-12 with ${words}, and the new row of that time differs, with 10.0001:`,
    );
  });

  it("of two at once take turns: both are kept", async () => {
    const path = fresh();
    await Promise.all([1, 2, 3, 4].map((day) => keepBars(path, bars(seriesOf([day])), KEEP)));
    const { file } = await readStoredBars(join(path, "ABC.1d.bars.json"));
    expect([...file.series[0]!.times]).toEqual([1, 2, 3, 4]);
  });

  it("are refused where any byte of them was changed, and where they were cut off", async () => {
    const path = fresh();
    await keepBars(path, bars(seriesOf([10, 11, 12], 100_000, 7)), KEEP);
    const { file } = await manifestOf(path);
    const columns = join(path, file);
    const whole = await readFile(columns);
    const read = () => loadBars([path], [], CLOCK).then(({ columns: [one] }) => one!.count);
    expect(await read()).toBe(3);
    // Zeros that part the columns are nobody's.
    const isPadding = (at: number) => 16 <= at && 12 <= (at - 16) % 16;
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 1 << (at % 8);
      await writeFile(columns, changed);
      if (!isPadding(at))
        await expect(read(), `byte ${at}`).rejects.toThrow(/import its bars again/);
    }
    for (const length of [0, 15, 16, whole.length - 1]) {
      await writeFile(columns, whole.subarray(0, length));
      await expect(read()).rejects.toThrow(/not as long as its manifest says/);
    }
    await writeFile(columns, whole);
    expect(await read()).toBe(3);
  });

  it("are chosen by symbol and interval", async () => {
    const path = fresh();
    await keepBars(path, bars(seriesOf([10])), KEEP);
    await keepBars(path, bars(seriesOf([10]), { symbol: "XYZ" }), KEEP);
    await keepBars(path, bars(seriesOf([60_000]), { interval: "1m" }), KEEP);
    const tickers = async (symbols: string[], interval?: string) =>
      (await loadBars([path], symbols, { ...CLOCK, interval })).columns.map((one) => one.ticker);
    await expect(tickers([])).rejects.toThrow(/keeps bars of 1d and 1m; --interval says which/);
    expect(await tickers([], "1d")).toEqual(["ABC", "XYZ"]);
    expect(await tickers(["XYZ"])).toEqual(["XYZ"]);
    await expect(tickers(["QQQ"])).rejects.toThrow(/keeps no bars of QQQ; sevenfold data list/);
  });
});
