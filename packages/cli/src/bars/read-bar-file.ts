import type { BarFile } from "./bar-series.ts";
import { readCsvBars } from "./read-csv-bars.ts";

/** What in a folder is taken for bars. */
export const BAR_FILES = /\.(csv|csv\.gz|parquet|pq|columns\.json)$/i;

/**
 * Reads a file of bars by its ending, CSV where it has another; times without an offset are local
 * to `zone`. Throws a `Failure` that names the file and the row that cannot be true.
 */
export async function readBarFile(path: string, zone: string): Promise<BarFile> {
  if (/\.(parquet|pq)$/i.test(path)) {
    const { readParquetBars } = await import("./read-parquet-bars.ts");
    return readParquetBars(path, zone);
  }
  if (/\.columns\.json$/i.test(path)) {
    const { readColumnBars } = await import("./read-column-bars.ts");
    return readColumnBars(path);
  }
  return readCsvBars(path, zone);
}
