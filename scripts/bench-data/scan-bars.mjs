import { createRequire } from "node:module";
import { inRoot } from "../workspace.mjs";
import { measured } from "./measured.mjs";

/**
 * DuckDB's scan of a file into arrays of floats, as its Node client gives its columns fastest. It is
 * loaded as CommonJS, which it is: as a module it would take three times as long to load.
 */
const { quoted } = await import(inRoot("packages/cli/dist/bars/duckdb.js"));
const load = createRequire(inRoot("packages/cli/package.json"));
const path = process.argv[2];
const from = path.endsWith(".csv") ? `read_csv(${quoted(path)})` : `read_parquet(${quoted(path)})`;
await measured(async () => {
  const { DuckDBInstance } = load("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:", { memory_limit: "512MB" });
  const connection = await instance.connect();
  const count = await connection.runAndReadAll(
    `select count(*)::int from ${path.endsWith(".csv") ? "range(0)" : from}`,
  );
  const rows = count.getColumnsJS()[0][0] || 0;
  const result = await connection.stream(
    `select epoch_ms(time)::double, open::double, high::double, low::double, close::double, volume::double from ${from}`,
  );
  let columns = Array.from({ length: 6 }, () => new Float64Array(rows || 1 << 20));
  let at = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    if (columns[0].length < at + chunk.rowCount)
      columns = columns.map((column) => {
        const longer = new Float64Array(column.length * 2);
        longer.set(column);
        return longer;
      });
    for (const [index, column] of columns.entries())
      column.set(chunk.getColumnVector(index).items.subarray(0, chunk.rowCount), at);
    at += chunk.rowCount;
  }
  return at;
});
