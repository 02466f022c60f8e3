import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { parquetWriteFile } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { parquetColumnsOf } from "../bars/parquet-columns.ts";
import { checkParquet } from "../run/parquet-tables.ts";
import { documentOf, EXAMPLE, folder } from "../testing/backtest-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";
import { writeWalk } from "../testing/walk-file.ts";

type Rows = readonly Readonly<Record<string, string>>[];

/** The cells of a Parquet file as a CSV file would write them, read by another author's library. */
async function parquetRows(path: string): Promise<Rows> {
  const columns = await parquetColumnsOf(path, readFileSync(path));
  const count = columns[0]?.values.length ?? 0;
  return Array.from({ length: count }, (_, at) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, textOf(values[at])])),
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return value instanceof Date ? value.toISOString() : String(value);
}

function csvRows(path: string): Rows {
  const [header = [], ...rows] = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  return rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [header[at]!, cell])));
}

const keptIn = (out: string): string => join(out, readdirSync(out)[0]!);

describe("--parquet", () => {
  it("writes the tables of a backtest once more, cell for cell", async () => {
    const out = join(folder, "tables");
    const { exitCode } = await sevenfold("backtest", EXAMPLE, "--out", out, "--parquet");
    const kept = keptIn(out);

    expect(exitCode).toBe(0);
    expect(readdirSync(kept).filter((file) => file.endsWith("parquet"))).toEqual([
      "equity.parquet",
      "trades.parquet",
    ]);
    for (const name of ["equity", "trades"]) {
      const rows = await parquetRows(join(kept, `${name}.parquet`));
      expect(rows).toEqual(csvRows(join(kept, `${name}.csv`)));
      expect(rows.length).toBeGreaterThan(10);
    }
  });

  it("writes the trials of a sweep, words and numbers each as what they are", async () => {
    const [bars, out] = [join(folder, "walk.csv"), join(folder, "trials")];
    writeWalk(bars, { rows: 200, seed: 5 });
    const axes = ["--set", "mode=trailing,simple", "--set", "buyDropPct=2,4"];
    await sevenfold("sweep", bars, ...axes, "--out", out, "--parquet");
    const kept = keptIn(out);
    const path = join(kept, "trials.parquet");
    const types = Object.fromEntries(
      (await parquetColumnsOf(path, readFileSync(path))).map(({ name, values }) => [
        name,
        typeof values[0],
      ]),
    );

    expect(await parquetRows(path)).toEqual(csvRows(join(kept, "trials.csv")));
    expect(types).toMatchObject({ mode: "string", buyDropPct: "number", sharpe: "number" });
  });

  it("says that DuckDB is not there before any work, and what to do", async () => {
    await expect(checkParquet(async () => undefined)).rejects.toThrow(
      "--parquet is written by DuckDB, an optional package that is not installed here",
    );
  });

  it("refuses to write where no folder is kept", async () => {
    const asked = ["backtest", EXAMPLE, "--no-run-folder", "--parquet"];

    const { exitCode, stderr } = await sevenfold(...asked);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("--no-run-folder keeps none");
  });
});

describe("signals in Parquet", () => {
  const WEIGHTS = [
    ["2024-02-01", "AAA", 0.1],
    ["2024-03-01", "AAA", 0],
    ["2024-03-01", "BBB", 0.25],
  ] as const;
  const text = ["date,symbol,weight", ...WEIGHTS.map((row) => row.join(",")), ""].join("\n");

  async function tradesBy(name: string) {
    const { trades } = await documentOf(EXAMPLE, "--signals", join(folder, name));
    expect(trades.length).toBeGreaterThan(2);
    return trades;
  }

  it.each([
    ["dates", "date::date"],
    ["a notebook's midnights", "date::timestamp"],
    ["midnights of UTC", "(date || 'T00:00:00Z')::timestamptz"],
    ["text", "date"],
  ])("trade as those of CSV do: %s", async (kind, time) => {
    writeFileSync(join(folder, "weights.csv"), text);
    const path = join(folder, `${kind}.parquet`);
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const rows = WEIGHTS.map(([date, symbol, weight]) => `('${date}', '${symbol}', ${weight})`);
    const table = `(values ${rows.join(", ")}) as weights(date, symbol, weight)`;
    const select = `select symbol, weight::double as weight, ${time} as date from ${table}`;
    await connection.run(`copy (${select}) to '${path.replaceAll("'", "''")}' (format parquet)`);
    connection.closeSync();

    expect(await tradesBy(`${kind}.parquet`)).toEqual(await tradesBy("weights.csv"));
  });

  it("takes pandas' index for the time, and says which columns there are where one is missing", async () => {
    writeFileSync(join(folder, "weights.csv"), text);
    const columnOf = (at: 0 | 1) => WEIGHTS.map((row) => row[at]);
    const column = (
      name: string,
      data: readonly (string | number)[],
      type: "STRING" | "DOUBLE",
    ) => ({
      ...{ name, type },
      data: [...data],
    });
    const weights = column(
      "weight",
      WEIGHTS.map((row) => row[2]),
      "DOUBLE",
    );
    const symbols = column("symbol", columnOf(1), "STRING");
    const index = column("__index_level_0__", columnOf(0), "STRING");
    const file = (name: string) => join(folder, name);
    parquetWriteFile({ filename: file("indexed.parquet"), columnData: [symbols, weights, index] });
    parquetWriteFile({ filename: file("lacking.parquet"), columnData: [symbols, weights] });

    const lacking = await sevenfold("backtest", EXAMPLE, "--signals", file("lacking.parquet"));

    expect(await tradesBy("indexed.parquet")).toEqual(await tradesBy("weights.csv"));
    expect(lacking).toMatchObject({ exitCode: 3, stdout: "" });
    expect(lacking.stderr).toContain("the file has no time column; it has symbol, weight");
  });

  it("takes times that are all midnights for dates, in CSV too: no day is acted on as it begins", async () => {
    const bars = join(folder, "minutes.csv");
    const minute = (at: number) =>
      `2024-01-0${2 + Math.floor(at / 3)}T${14 + (at % 3)}:30:00Z,${100 + at},${101 + at},${99 + at},${100 + at}`;
    const rows = Array.from({ length: 9 }, (_, at) => minute(at));
    writeFileSync(bars, ["time,open,high,low,close", ...rows, ""].join("\n"));
    writeFileSync(join(folder, "midnight.csv"), "time,weight\n2024-01-03T00:00:00,0.1\n");

    const { trades } = await documentOf(bars, "--signals", join(folder, "midnight.csv"));

    expect(trades).toMatchObject([{ side: "buy", time: "2024-01-04T14:30:00.000Z" }]);
  });
});
