import { inputFailure } from "../failure.ts";
import { type Bits, Damaged, plainBlock } from "./bzip2-block.ts";

const BLOCK_MAGIC = [0x314159, 0x265359] as const;
const END_MAGIC = [0x177245, 0x385090] as const;
const BLOCK_UNIT = 100_000;

const BLOCK_MOST = 9 * BLOCK_UNIT;
/** More bytes than any block takes packed: no symbol has more than twenty bits, and its codes some thousands. */
const packedMost = (blockSize: number): number => (blockSize || BLOCK_MOST) * 2.5 + 50_000;

/** There are not enough bytes yet. */
class Short extends Error {}

/**
 * What was packed by bzip2, block by block, several files one after another included. Throws a
 * `Failure` where it was cut off or is damaged.
 */
export async function* unpackedBzip2(
  path: string,
  packed: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const reader = openReader();
  const blocks = function* (isLast: boolean): Generator<Buffer> {
    for (;;) {
      let bytes: Buffer | undefined;
      try {
        bytes = reader.next(isLast);
      } catch (error) {
        if (!(error instanceof Damaged)) throw error;
        throw inputFailure(`${path}: the file cannot be unpacked: ${error.message}`);
      }
      if (bytes === undefined) return;
      yield bytes;
    }
  };
  for await (const bytes of packed) {
    reader.push(bytes);
    if (reader.isFull()) yield* blocks(false);
  }
  yield* blocks(true);
  if (!reader.hasEnded()) throw inputFailure(`${path}: the file cannot be unpacked: it is cut off`);
}

function openReader() {
  let held = Buffer.alloc(0);
  /** Of the bits held. */
  let at = 0;
  let blockSize = 0;
  let combined = 0;
  let hasEnded = false;
  const bits: Bits = {
    take(count) {
      if (count === 1) {
        const byte = held[at >> 3];
        if (byte === undefined) throw new Short();
        return (byte >> (7 - (at++ & 7))) & 1;
      }
      if (held.length * 8 < at + count) throw new Short();
      let value = 0;
      for (let left = count; 0 < left; ) {
        const free = 8 - (at & 7);
        const some = Math.min(free, left);
        const part = (held[at >> 3]! >> (free - some)) & ((1 << some) - 1);
        value = value * 2 ** some + part;
        at += some;
        left -= some;
      }
      return value;
    },
  };

  const isFull = (): boolean => packedMost(blockSize) <= held.length - (at >> 3);

  /** The next block; undefined where it is not whole yet, and at the end. */
  function next(isLast: boolean): Buffer | undefined {
    if (!isLast && !isFull()) return undefined;
    const before = { at, blockSize, combined, hasEnded };
    try {
      return nextBlock();
    } catch (error) {
      if (!(error instanceof Short)) throw error;
      ({ at, blockSize, combined, hasEnded } = before);
      return undefined;
    }
  }

  function nextBlock(): Buffer | undefined {
    for (;;) {
      if (blockSize === 0) {
        if (held.length * 8 <= at) return undefined;
        takeHeader();
      }
      const magic = [bits.take(24), bits.take(24)];
      if (magic[0] === BLOCK_MAGIC[0] && magic[1] === BLOCK_MAGIC[1]) {
        const { bytes, crc } = plainBlock(bits, blockSize);
        combined = (((combined << 1) | (combined >>> 31)) ^ crc) >>> 0;
        return bytes;
      }
      if (magic[0] !== END_MAGIC[0] || magic[1] !== END_MAGIC[1])
        throw new Damaged("a block begins otherwise");
      if (bits.take(32) !== combined) throw new Damaged("it is not what was packed");
      at = Math.ceil(at / 8) * 8;
      [blockSize, combined, hasEnded] = [0, 0, true];
    }
  }

  function takeHeader(): void {
    const level = [bits.take(8), bits.take(8), bits.take(8), bits.take(8)];
    if (
      level[0] !== 0x42 ||
      level[1] !== 0x5a ||
      level[2] !== 0x68 ||
      level[3]! < 0x31 ||
      0x39 < level[3]!
    )
      throw new Damaged("something else follows what was packed");
    blockSize = (level[3]! - 0x30) * BLOCK_UNIT;
    hasEnded = false;
  }

  return {
    next,
    hasEnded: () => hasEnded,
    isFull,
    push(bytes: Buffer): void {
      const used = at >> 3;
      held = Buffer.concat([held.subarray(used), bytes]);
      at -= used * 8;
    },
  };
}
