import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { inputFailure } from "../failure.ts";

/** What was packed by gzip. Throws a `Failure` where it was cut off or is damaged. */
export async function* unpacked(
  path: string,
  packed: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  Readable.from(packed)
    .once("error", (error) => gunzip.destroy(error))
    .pipe(gunzip);
  try {
    yield* gunzip;
  } catch (error) {
    if (error instanceof Error && "code" in error && /^Z_/.test(String(error.code)))
      throw inputFailure(`${path}: the file cannot be unpacked: ${error.message}`);
    throw error;
  }
}
