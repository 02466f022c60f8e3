import { constants, createReadStream, openSync } from "node:fs";
import { stat } from "node:fs/promises";
import { Socket } from "node:net";
import type { Readable } from "node:stream";

const CHUNK_BYTES = 1 << 20;

/**
 * The bytes of a file. A named pipe on Linux is read without a thread that waits for who writes: no
 * process ends before its threads do, whatever signal it gets.
 */
export async function fileStream(path: string): Promise<Readable> {
  if (process.platform !== "linux" || !(await stat(path)).isFIFO())
    return createReadStream(path, { highWaterMark: CHUNK_BYTES });
  // Opened so it is there at once, whether anybody writes yet or not.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}
