import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LoadedBars, loadBars } from "./load-bars.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-formats-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const CLOCK = { zone: "America/New_York", session: "data" } as const;
const DAYS = ["2024-01-02", "2024-01-03", "2024-01-04"];
const PRICES = {
  open: [100, 101.5, 99.9999],
  high: [102, 103.25, 101],
  low: [99, 100, 98.5],
  close: [101, 100.1, 100.55555],
  volume: [1_000, 0, 250],
};

async function csv(name: string): Promise<string> {
  const { open, high, low, close, volume } = PRICES;
  const rows = DAYS.map((day, at) =>
    [day, open[at], high[at], low[at], close[at], volume[at]].join(","),
  );
  const path = join(folder, name);
  await writeFile(path, ["Date,Open,High,Low,Close,Volume", ...rows, ""].join("\n"));
  return path;
}

async function parquet(name: string, columns: ColumnSource[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, new Uint8Array(parquetWriteBuffer({ columnData: columns })));
  return path;
}

const priceColumns = (): ColumnSource[] => [
  { name: "Open", data: PRICES.open, type: "DOUBLE" },
  { name: "High", data: PRICES.high, type: "DOUBLE" },
  { name: "Low", data: PRICES.low, type: "DOUBLE" },
  { name: "Close", data: PRICES.close, type: "DOUBLE" },
  { name: "Volume", data: PRICES.volume, type: "INT32" },
];

async function columnFiles(name: string, change: Record<string, unknown> = {}): Promise<string> {
  const columns: Record<string, { file: string; type: string }> = {};
  const days = Int32Array.from(DAYS, (day) => Date.parse(day) / 86_400_000);
  await writeFile(join(folder, `${name}.date.i32`), days);
  columns.date = { file: `${name}.date.i32`, type: "int32" };
  for (const [column, prices] of Object.entries(PRICES)) {
    await writeFile(join(folder, `${name}.${column}.f64`), Float64Array.from(prices));
    columns[column] = { file: `${name}.${column}.f64`, type: "float64" };
  }
  const path = join(folder, `${name}.columns.json`);
  await writeFile(path, JSON.stringify({ rows: 3, columns, ...change }));
  return path;
}

/** All but where it came from. */
const barsOf = ({ columns }: LoadedBars) => columns;
const load = (path: string) => loadBars([path], [], CLOCK);

describe("Parquet files of bars", () => {
  it("hold what the CSV file of the same rows holds", async () => {
    const dates = DAYS.map((day) => new Date(day));
    const path = await parquet("abc.parquet", [
      { name: "Date", data: dates, type: "TIMESTAMP" },
      ...priceColumns(),
    ]);

    expect(barsOf(await load(path))).toEqual(barsOf(await load(await csv("abc.csv"))));
  });

  it("name the file and the row of what cannot be true", async () => {
    const columns = priceColumns();
    columns[3] = { name: "Close", data: [101, 150, 100], type: "DOUBLE" };
    const path = await parquet("bad.parquet", [
      { name: "Date", data: [...DAYS], type: "STRING" },
      ...columns,
    ]);

    await expect(load(path)).rejects.toThrow(
      /bad\.parquet: row 2: the close 150\.00 lies outside the low 100\.00/,
    );
  });

  it("tell a cell without a value from one that is no number", async () => {
    const opening = (name: string, open: readonly (number | null)[]) =>
      parquet(name, [
        { name: "Date", data: [...DAYS], type: "STRING" },
        { name: "Open", data: [...open], type: "DOUBLE" },
        ...priceColumns().slice(1),
      ]);
    const empty = await opening("null.parquet", [100, null, 99.9999]);
    const none = await opening("nan.parquet", [100, Number.NaN, 99.9999]);
    const undated = await parquet("undated.parquet", [
      { name: "Date", data: [DAYS[0], null, DAYS[2]], type: "STRING" },
      ...priceColumns(),
    ]);

    await expect(load(empty)).rejects.toThrow("null.parquet: row 2: the open is empty");
    await expect(load(none)).rejects.toThrow('row 2: the open "NaN" is not a number');
    await expect(load(undated)).rejects.toThrow("row 2: the time is empty");
  });

  it("say so where a column is missing, or the file is something else", async () => {
    const path = await parquet("open.parquet", [
      { name: "Date", data: [...DAYS], type: "STRING" },
      { name: "Open", data: PRICES.open, type: "DOUBLE" },
    ]);
    const text = join(folder, "text.parquet");
    await writeFile(text, "Date,Open\n");

    await expect(load(path)).rejects.toThrow(/open\.parquet: the header has no high, no low/);
    await expect(load(text)).rejects.toThrow(/text\.parquet: the file cannot be read as Parquet/);
  });
});

describe("column files of bars", () => {
  it("hold what the CSV file of the same rows holds", async () => {
    const path = await columnFiles("abc");

    expect(barsOf(await load(path))).toEqual(barsOf(await load(await csv("abc.csv"))));
  });

  it("read times in milliseconds of any width of number", async () => {
    const times = DAYS.map((day) => Date.parse(`${day}T14:30:00Z`));
    await writeFile(join(folder, "min.time.i64"), BigInt64Array.from(times, BigInt));
    const columns: Record<string, unknown> = { time: { file: "min.time.i64", type: "int64" } };
    for (const [column, prices] of Object.entries(PRICES)) {
      await writeFile(join(folder, `min.${column}.f32`), Float32Array.from(prices));
      columns[column] = { file: `min.${column}.f32`, type: "float32" };
    }
    const path = join(folder, "min.columns.json");
    await writeFile(path, JSON.stringify({ rows: 3, symbol: "IBM", columns }));

    const { columns: loaded } = await load(path);

    expect(loaded[0]).toMatchObject({ ticker: "IBM", count: 3 });
    expect([...loaded[0]!.opensAt]).toEqual(times);
    // 100.55555 is a little less in 32 bits; it is read as the decimal it stands for.
    expect([...loaded[0]!.close]).toEqual([1_010_000, 1_001_000, 1_005_556]);
  });

  it("say which file is too short, and which header is wrong", async () => {
    const short = await columnFiles("short", { rows: 4 });
    const wrong = await columnFiles("wrong", { columns: {} });

    await expect(load(short)).rejects.toThrow(/short\.date\.i32: it has 12 bytes, and 4 rows/);
    await expect(load(wrong)).rejects.toThrow(/wrong\.columns\.json: columns\.open/);
  });
});

describe("a packed CSV file", () => {
  it("is read as what is in it, and kept by what lies on disk", async () => {
    const plain = await csv("abc.csv");
    const bytes = gzipSync(await readFile(plain));
    const folderOfOne = join(folder, "packed");
    await mkdir(folderOfOne);
    await writeFile(join(folderOfOne, "abc.csv.gz"), bytes);

    const { columns, files } = await load(folderOfOne);

    expect(columns).toEqual(barsOf(await load(plain)));
    expect(files[0]!.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  });

  it("is refused where it was cut off, or packed otherwise", async () => {
    const path = join(folder, "cut.csv.gz");
    const whole = gzipSync(await readFile(await csv("abc.csv")));
    const refused = async (bytes: Buffer | string) => {
      await writeFile(path, bytes);
      return load(path).catch(({ message }: Error) => message);
    };

    expect(await refused(whole.subarray(0, -9))).toContain("cannot be unpacked: unexpected end");
    expect(await refused("PK\x03\x04 …")).toContain("it is a ZIP archive or a spreadsheet");
    expect(await refused("PAR1 …")).toContain("let its name end in .parquet");
  });
});

describe("a folder of bars", () => {
  it("may mix formats, a symbol a file", async () => {
    const mixed = join(folder, "mixed");
    await mkdir(mixed);
    const data = parquetWriteBuffer({
      columnData: [{ name: "Date", data: [...DAYS], type: "STRING" }, ...priceColumns()],
    });
    await writeFile(join(mixed, "bbb.parquet"), new Uint8Array(data));
    await writeFile(join(mixed, "aaa.csv"), "Date,Open,High,Low,Close\n2024-01-02,1,1,1,1\n");

    const { columns } = await load(mixed);

    expect(columns.map(({ ticker, count }) => [ticker, count])).toEqual([
      ["AAA", 1],
      ["BBB", 3],
    ]);
  });

  it("takes JSON that is packed too, by the whole of its name", async () => {
    const packed = join(folder, "packed-json");
    await mkdir(packed);
    const bar = JSON.stringify({ date: "2024-01-02", open: 1, high: 1, low: 1, close: 1 });
    await writeFile(join(packed, "BRK.B.json.gz"), gzipSync(`[${bar}]`));
    await writeFile(join(packed, "BF-B.jsonl.gz"), gzipSync(`${bar}\n`));
    await writeFile(join(packed, "aaa.csv"), "Date,Open,High,Low,Close\n2024-01-02,1,1,1,1\n");

    const { columns } = await load(packed);

    expect(columns.map(({ ticker }) => ticker).sort()).toEqual(["AAA", "BF.B", "BRK.B"]);
  });
});

describe("prices kept as floats", () => {
  it("are always read as the same decimals in a CSV file are", async () => {
    const price = fc.integer({ min: 1, max: 900_000_000 }).map((units) => units / 10_000);
    await fc.assert(
      fc.asyncProperty(fc.array(price, { minLength: 1, maxLength: 20 }), async (prices) => {
        const times = prices.map((_, at) => at);
        const columns: Record<string, unknown> = { date: { file: "p.date.i32", type: "int32" } };
        await writeFile(join(folder, "p.date.i32"), Int32Array.from(times));
        await writeFile(join(folder, "p.f64"), Float64Array.from(prices));
        for (const name of ["open", "high", "low", "close"])
          columns[name] = { file: "p.f64", type: "float64" };
        const path = join(folder, "p.columns.json");
        await writeFile(path, JSON.stringify({ rows: prices.length, columns }));

        const { columns: loaded } = await load(path);

        expect([...loaded[0]!.close]).toEqual(prices.map((each) => Math.round(each * 10_000)));
      }),
      { numRuns: 30 },
    );
  });
});

describe("volumes kept as floats", () => {
  it.each([Number.POSITIVE_INFINITY, 1e18, -1])("are refused where they are %s", async (shares) => {
    const columns: Record<string, unknown> = { date: { file: "v.date.i32", type: "int32" } };
    await writeFile(join(folder, "v.date.i32"), Int32Array.from([0]));
    await writeFile(join(folder, "v.f64"), Float64Array.from([1]));
    await writeFile(join(folder, "v.volume.f64"), Float64Array.from([shares]));
    for (const name of ["open", "high", "low", "close"])
      columns[name] = { file: "v.f64", type: "float64" };
    columns.volume = { file: "v.volume.f64", type: "float64" };
    const path = join(folder, "v.columns.json");
    await writeFile(path, JSON.stringify({ rows: 1, columns }));

    await expect(load(path)).rejects.toThrow(`the volume "${shares}" is not a number of shares`);
  });
});
