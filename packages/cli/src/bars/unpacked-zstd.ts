import { Decompress } from "fzstd";
import { inputFailure } from "../failure.ts";

/** What was packed by zstd. Throws a `Failure` where it was cut off or is damaged. */
export async function* unpackedZstd(
  path: string,
  packed: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let plain: Buffer[] = [];
  let hasEnded = false;
  const stream = new Decompress((bytes, isLast) => {
    plain.push(Buffer.from(bytes));
    hasEnded = isLast ?? false;
  });
  const push = (bytes: Uint8Array, isLast: boolean): Buffer[] => {
    try {
      stream.push(bytes, isLast);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw inputFailure(`${path}: the file cannot be unpacked: ${reason}`);
    }
    const ready = plain;
    plain = [];
    return ready;
  };
  for await (const bytes of packed) yield* push(bytes, false);
  yield* push(new Uint8Array(), true);
  if (!hasEnded) throw inputFailure(`${path}: the file cannot be unpacked: it is cut off`);
}
