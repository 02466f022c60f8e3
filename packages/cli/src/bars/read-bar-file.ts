import type { HearBad } from "./bar-rows.ts";
import type { BarFile } from "./bar-series.ts";
import { withFutureWarned } from "./future-rows.ts";
import { readCsvBars } from "./read-csv-bars.ts";

/**
 * Reads a file of bars by its ending, CSV where it has another; times without an offset are local
 * to `zone`. `hearBad` hears of rows that cannot be true and are left out; without it, throws a `Failure` that names the file and the row that cannot be true.
 */
export async function readBarFile(path: string, zone: string, hearBad?: HearBad): Promise<BarFile> {
  return withFutureWarned(await readByEnding(path, zone, hearBad));
}

async function readByEnding(path: string, zone: string, hearBad?: HearBad): Promise<BarFile> {
  if (/\.(parquet|pq)$/i.test(path)) {
    const { readParquetBars } = await import("./read-parquet-bars.ts");
    return readParquetBars(path, zone, hearBad);
  }
  if (/\.columns\.json$/i.test(path)) {
    const { readColumnBars } = await import("./read-column-bars.ts");
    return readColumnBars(path, hearBad);
  }
  if (/\.bars\.json$/i.test(path)) {
    const { readStoredBars } = await import("../history/stored-bars.ts");
    return (await readStoredBars(path)).file;
  }
  if (/\.(json|jsonl|ndjson)(\.gz|\.bz2|\.zst)?$/i.test(path)) {
    const { readJsonBars } = await import("./read-json-bars.ts");
    return readJsonBars(path, zone, hearBad);
  }
  return readCsvBars(path, zone, { ...(hearBad && { hearBad }) });
}
