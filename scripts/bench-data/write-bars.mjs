import { join } from "node:path";
import { inRoot } from "../workspace.mjs";

/** Minutes of a session, as New York's regular ones. */
const SESSION = 390;

/** Writes the same bars as Parquet, as CSV and as columns of our own. */
const [folder, rows] = process.argv.slice(2);
const built = (path) => import(inRoot("packages/cli/dist", path));
const { openDuckdb, quoted } = await built("bars/duckdb.js");
const { readBarFile } = await built("bars/read-bar-file.js");
const { keepBars } = await built("history/bar-store.js");

const duckdb = await openDuckdb();
if (duckdb === undefined) throw new Error("@duckdb/node-bindings is not installed");
await duckdb.run(`create table bars as select
  make_timestamp((1262356200000000 + (i // ${SESSION}) * 86400000000 + (i % ${SESSION}) * 60000000)::bigint) as time,
  round(100 + 10 * sin(i / 1000.0) + random() / 10, 2) as open,
  round(100.3 + 10 * sin(i / 1000.0) + random() / 10, 2) as high,
  round(99.8 + 10 * sin(i / 1000.0) + random() / 10 - 0.1, 2) as low,
  round(100.1 + 10 * sin(i / 1000.0) + random() / 10, 2) as close,
  (1000 + i % 5000)::bigint as volume
  from range(${Number(rows)}) r(i)`);
const parquet = join(folder, "bars.parquet");
await duckdb.run(`copy bars to ${quoted(parquet)} (format parquet, compression zstd)`);
await duckdb.run(`copy bars to ${quoted(join(folder, "bars.csv"))} (header)`);
duckdb.close();
const { series, sha256 } = await readBarFile(parquet, "UTC");
await keepBars(
  join(folder, "store"),
  {
    ...{ symbol: "ABC", interval: "1m", basis: "raw", series: series[0] },
    source: { from: "bench", sha256, addedAt: new Date().toISOString() },
  },
  { replaces: true },
);
