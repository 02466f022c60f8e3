import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { folder } from "../testing/bar-files.ts";
import { openDuckdb, quoted } from "./duckdb.ts";
import { readParquetBars, readParquetCarefully } from "./read-parquet-bars.ts";
import { scanParquetBars } from "./scan-parquet-bars.ts";

const duckdb = (await openDuckdb())!;
const path = join(folder, "agree.parquet");

/** A column's type in SQL with texts of its values, most of them plain. */
const TIMES: readonly (readonly [type: string, text: (at: number) => string])[] = [
  ["date", (at) => `date '${new Date(at).toISOString().slice(0, 10)}'`],
  ["timestamp", (at) => `timestamp '${new Date(at).toISOString().slice(0, 19)}'`],
  ["timestamptz", (at) => `timestamptz '${new Date(at).toISOString()}'`],
  ["timestamp_ms", (at) => `timestamp_ms '${new Date(at).toISOString().slice(0, 23)}'`],
  ["timestamp_ns", (at) => `timestamp_ns '${new Date(at).toISOString().slice(0, 19)}'`],
  ["bigint", (at) => `${at / 1_000}`],
  ["bigint", (at) => `${at}`],
  ["bigint", (at) => `${at * 1_000_000}`],
  ["integer", (at) => new Date(at).toISOString().slice(0, 10).replaceAll("-", "")],
  ["varchar", (at) => `'${new Date(at).toISOString()}'`],
];
const PRICES = [
  "double",
  "float",
  "decimal(9,4)",
  "decimal(18,6)",
  "decimal(38,4)",
  "integer",
  "varchar",
];
const VOLUMES = ["double", "bigint", "uinteger", "float", "hugeint"];
const ODD_PRICES = ["null", "nan", "0", "-1", "100001", "100.00005", "100.00015", "99.99995"];

const files = fc
  .record({
    time: fc.constantFrom(...TIMES),
    price: fc.constantFrom(...PRICES, "double", "double", "float"),
    volume: fc.option(fc.constantFrom(...VOLUMES), { nil: undefined }),
    symbols: fc.option(
      fc.array(fc.constantFrom("AAPL", "MSFT", "IBM", "BRK-B"), { minLength: 12, maxLength: 12 }),
      { freq: 2, nil: undefined },
    ),
    start: fc.integer({ min: 9_000, max: 20_000 }).map((day) => day * 86_400_000),
    rows: fc.array(
      fc.record({
        days: fc.oneof(
          { weight: 60, arbitrary: fc.integer({ min: 1, max: 9 }) },
          { weight: 1, arbitrary: fc.constantFrom(0, -3) },
        ),
        open: fc.nat(99_999),
        close: fc.nat(99_999),
        odd: fc.oneof(
          { weight: 15, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.tuple(fc.nat(3), fc.constantFrom(...ODD_PRICES)) },
        ),
        isEmpty: fc.boolean(),
        volume: fc.constantFrom("0", "7", "123456", "null", "1.5", "12", "3"),
      }),
      { minLength: 1, maxLength: 10 },
    ),
  })
  .map(({ time: [timeType, timeText], price, volume, symbols, start, rows }) => {
    let at = start;
    const dollars = (units: number) => String(100 + units / 10_000);
    const values = rows.map((row, index) => {
      at += row.days * 86_400_000;
      const prices = [dollars(row.open), "111.5", "99.5", dollars(row.close)];
      if (row.odd !== null) prices[row.odd[0]] = row.odd[1];
      if (row.odd !== null && row.isEmpty) prices.fill("null");
      return [
        `${timeText(at)}::${timeType}`,
        ...prices.map((text) => `try_cast(${quoted(text)} as ${price})`),
        ...(volume === undefined ? [] : [`try_cast(${quoted(row.volume)} as ${volume})`]),
        ...(symbols === undefined ? [] : [`${quoted(symbols[index]!)}`]),
      ].join(", ");
    });
    const names = ["date", "open", "high", "low", "close"];
    if (volume !== undefined) names.push("volume");
    if (symbols !== undefined) names.push("symbol");
    return `select * from (values ${values.map((row) => `(${row})`).join(", ")}) b(${names.join(", ")})`;
  });

it("reads a file as the careful reader does, to the words of its refusals", async () => {
  let scanned = 0;
  await fc.assert(
    fc.asyncProperty(files, fc.constantFrom("America/New_York", "UTC"), async (sql, zone) => {
      await duckdb.run(`copy (${sql}) to ${quoted(path)} (format parquet)`);
      const said = (error: Error) => error.message;
      const careful = await readParquetCarefully(path, zone).catch(said);
      const fast = await scanParquetBars(path, zone);
      if (fast !== undefined) scanned++;
      expect(await readParquetBars(path, zone).catch(said)).toEqual(careful);
      if (fast !== undefined) expect(fast).toEqual(careful);
    }),
    { numRuns: 120 },
  );
  expect(scanned).toBeGreaterThan(10);
});

it("leaves to the careful reader what DuckDB would take for a pattern", async () => {
  expect(await scanParquetBars(join(folder, "*.parquet"), "UTC")).toBeUndefined();
});

// What stands in memory for a row without a value is of a row before.
it("skips rows without prices, and takes a missing volume for none, over several chunks", async () => {
  const price = (name: string) => `case when i % 7 = 3 then null else 100 + i % 50 end as ${name}`;
  const rows = `select date '1990-01-02' + i::int as date, ${["open", "high", "low", "close"].map(price).join(", ")},
    case when i % 5 = 2 then null else 1000 + i end as volume from range(7000) r(i)`;
  await duckdb.run(`copy (${rows}) to ${quoted(path)} (format parquet)`);
  const scanned = await scanParquetBars(path, "UTC");

  expect(scanned?.series[0]?.times.length).toBe(6_000);
  expect(scanned).toEqual(await readParquetCarefully(path, "UTC"));
});

it("leaves to the careful reader a row without a time", async () => {
  const rows = `select case when i = 3000 then null else timestamp '2020-01-02' + i * interval 1 minute end as date,
    100.5 as open, 100.5 as high, 100.5 as low, 100.5 as close from range(5000) r(i)`;
  await duckdb.run(`copy (${rows}) to ${quoted(path)} (format parquet)`);

  expect(await scanParquetBars(path, "UTC")).toBeUndefined();
  await expect(readParquetBars(path, "UTC")).rejects.toThrow("row 3001");
});

// DuckDB numbers 255 symbols in a byte each, and more of them in two.
it.each([255, 256, 300])("tells %i symbols apart", async (symbols) => {
  const rows = `select date '2024-01-02' + (i // ${symbols})::int as date, 1 + i % ${symbols} as open,
    1 + i % ${symbols} as high, 1 + i % ${symbols} as low, 1 + i % ${symbols} as close,
    'S' || (i % ${symbols}) as symbol from range(${3 * symbols}) r(i)`;
  await duckdb.run(`copy (${rows}) to ${quoted(path)} (format parquet)`);
  const { series } = (await scanParquetBars(path, "UTC"))!;
  expect(series.length).toBe(symbols);
  for (const { symbol, open } of series)
    expect([...open]).toEqual(Array(3).fill((1 + Number(symbol!.slice(1))) * 10_000));
});
