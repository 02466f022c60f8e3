import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { BarSeries } from "../bars/bar-series.ts";
import { loadBars } from "../bars/load-bars.ts";
import { jumpsAmong, unusualSteps } from "../bars/unusual-steps.ts";
import { CLOCK, folder } from "../testing/bar-files.ts";
import { keepBars } from "./bar-store.ts";
import { readStoredBars } from "./stored-bars.ts";

const TIMES = [0, 1, 2, 3, 4, 1_440, 1_441, 1_442, 1_443, 1_444].map((at) => 6e10 + at * 60_000);
/** Split four for one overnight, and one row that is far off. */
const PRICES = [400, 401, 402, 401, 400, 100, 101, 1_010, 102, 103].map((price) => price * 10_000);
const source = { from: "test", addedAt: "2026-01-02T00:00:00.000Z" };
let folders = 0;

function seriesOf(): BarSeries {
  const prices = () => Float64Array.from(PRICES);
  return {
    symbol: "ABC",
    times: Float64Array.from(TIMES),
    ...{ open: prices(), high: prices(), low: prices(), close: prices() },
    volume: Float64Array.from(PRICES, (_, at) => at),
  };
}

async function kept() {
  const path = join(folder, `columns-${folders++}`);
  const bars = { symbol: "ABC", interval: "1m", basis: "raw", series: seriesOf(), source } as const;
  const { manifest } = await keepBars(path, bars, { replaces: false });
  return { path, manifest, columns: join(path, manifest.file) };
}

const loaded = async (path: string) => {
  const { columns, warnings } = await loadBars([path], [], CLOCK);
  const { opensAt, open, close, volume } = columns[0]!;
  return [[...opensAt], [...open], [...close], [...volume!], warnings] as const;
};

/** The same bars as they were kept before times had stretches and steps were kept. */
async function keptBefore(): Promise<string> {
  const { manifest } = await kept();
  const path = join(folder, `columns-${folders++}`);
  await mkdir(path);
  const numbers = {
    time: Int32Array.from(TIMES, (time) => (time - TIMES[0]!) / 60_000),
    ...{ open: PRICES, high: PRICES, low: PRICES, close: PRICES },
    volume: PRICES.map((_, at) => at),
  };
  const header = Buffer.from("7FBARS\0\0\x01\0\0\0\x0a\0\0\0");
  const all = Object.entries(numbers).map(([name, column]) => ({
    name,
    bytes: Buffer.from(Int32Array.from(column).buffer),
  }));
  await writeFile(
    join(path, manifest.file),
    Buffer.concat([header, ...all.map(({ bytes }) => bytes)]),
  );
  const columns = all.map(({ name, bytes }) => ({
    ...{ name, type: "int32", crc32: crc32(bytes) },
    ...(name === "time" ? { base: TIMES[0], unit: 60_000 } : { base: 0, unit: 1 }),
  }));
  const old = { ...manifest, format: "sevenfold-bars-1", columns };
  await writeFile(join(path, "ABC.1m.bars.json"), JSON.stringify(old));
  return path;
}

describe("a file of columns", () => {
  it("keeps the times of sessions as stretches, and which rows open far from the close before", async () => {
    const { path, manifest } = await kept();
    expect(manifest.columns.map(({ name }) => name)).toEqual([
      "stretches",
      "open",
      "high",
      "low",
      "close",
      "volume",
      "steps",
    ]);
    const { file } = await readStoredBars(join(path, "ABC.1m.bars.json"));
    const [series] = file.series as [BarSeries];
    expect([...series.times]).toEqual(TIMES);
    expect(series.jumps?.jumps.map(({ row }) => row)).toEqual([6, 8]);
    expect(series.jumps).toEqual(jumpsAmong(unusualSteps(series), series));
  });

  it("is read as well if it was written before, with the same warnings", async () => {
    const { path } = await kept();
    const now = await loaded(path);
    const before = await loaded(await keptBefore());
    const bare = ([opensAt, open, close, volume, warnings]: typeof now) => [
      ...[opensAt, open, close, volume],
      warnings.map((warning) => warning.slice(warning.indexOf(": "))),
    ];
    expect(bare(before)).toEqual(bare(now));
    expect(now[4]).toHaveLength(2);
  });

  it("takes added rows if it was written before, and is of the new form then", async () => {
    const path = await keptBefore();
    const series = { ...seriesOf(), times: Float64Array.from(TIMES, (time) => time + 864e5 * 7) };
    const bars = { symbol: "ABC", interval: "1m", basis: "raw", series, source } as const;
    const { manifest, added } = await keepBars(path, bars, { replaces: false });
    expect([added, manifest.format, manifest.rows]).toEqual([10, "sevenfold-bars-2", 20]);
    expect((await loaded(path))[0]).toEqual([...TIMES, ...series.times]);
  });

  it("is refused where any byte of it was changed", async () => {
    const { path, manifest, columns } = await kept();
    const whole = await readFile(columns);
    const counts = manifest.columns.map((column) => ("count" in column ? column.count : 10));
    expect(whole.length).toBe(
      16 + counts.reduce((sum, count) => sum + 8 * Math.ceil(count / 2), 0),
    );
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 1 << (at % 8);
      await writeFile(columns, changed);
      const isPadding = counts.at(-1)! % 2 === 1 && whole.length - 4 <= at;
      if (!isPadding)
        await expect(loaded(path), `byte ${at}`).rejects.toThrow(/import its bars again/);
    }
  });

  it("is refused where its manifest is of another version, or of other rows", async () => {
    const { path, manifest } = await kept();
    const withManifest = async (changed: object) => {
      await writeFile(join(path, "ABC.1m.bars.json"), JSON.stringify({ ...manifest, ...changed }));
      return loaded(path);
    };
    await expect(withManifest({ format: "sevenfold-bars-1" })).rejects.toThrow(
      /it is of version 2, and its manifest says 1; import its bars again/,
    );
    await expect(withManifest({ format: "sevenfold-bars-3" })).rejects.toThrow(/: format: /);
    const [stretches, ...others] = manifest.columns;
    const bytes = Buffer.from(Uint32Array.of(0, 5, 1_440, 6).buffer);
    const longer = await readFile(join(path, manifest.file));
    bytes.copy(longer, 16);
    await writeFile(join(path, manifest.file), longer);
    await expect(
      withManifest({ columns: [{ ...stretches, crc32: crc32(bytes) }, ...others] }),
    ).rejects.toThrow(/it has the times of other rows; import its bars again/);
  });
});
