/**
 * A block of bzip2, after the format as its own program writes it: Huffman codes of move-to-front
 * numbers with runs of zeros, the Burrows-Wheeler transform, and runs of four and more bytes.
 */

const SYMBOLS_MAX = 258;
const CODE_BITS_MAX = 20;
const GROUP = 50;
const [RUN_A, RUN_B] = [0, 1];

/** Hands out bits, the highest of a byte first; throws where there are no more. */
export interface Bits {
  take(count: number): number;
}

export class Damaged extends Error {}

const check = (holds: boolean, what: string): void => {
  if (!holds) throw new Damaged(what);
};

/** What the block stands for. Its 48 bits of magic have been taken. `most` is the block's size. */
export function plainBlock(
  bits: Bits,
  most: number,
): { readonly bytes: Buffer; readonly crc: number } {
  const crc = bits.take(32);
  check(bits.take(1) === 0, "it is scrambled as only very old versions did");
  const origin = bits.take(24);
  const used = usedBytes(bits);
  const columns = readColumns(bits, used, most);
  check(origin < columns.length, "a block begins nowhere");
  const bytes = withoutRuns(transformed(columns, origin));
  check(crcOf(bytes) === crc, "a block is not what was packed");
  return { bytes, crc };
}

function usedBytes(bits: Bits): readonly number[] {
  const rows = bits.take(16);
  const used: number[] = [];
  for (let row = 0; row < 16; row++) {
    if (((rows >> (15 - row)) & 1) === 0) continue;
    const some = bits.take(16);
    for (let at = 0; at < 16; at++) if ((some >> (15 - at)) & 1) used.push(row * 16 + at);
  }
  check(0 < used.length, "a block uses no byte");
  return used;
}

/** The last column of the sorted rotations. */
function readColumns(bits: Bits, used: readonly number[], most: number): Uint8Array {
  const symbols = used.length + 2;
  const tables = bits.take(3);
  const selections = bits.take(15);
  check(2 <= tables && tables <= 6 && 0 < selections, "its codes are none");
  const selected = readSelections(bits, tables, selections);
  const codes = Array.from({ length: tables }, () => readCode(bits, symbols));
  const front = [...used];
  const columns = new Uint8Array(most);
  let [count, run, repeat, place] = [0, 0, 0, 0];
  const end = symbols - 1;
  for (let taken = 0; ; taken++) {
    if (taken % GROUP === 0) check(place < selections, "its codes end too early");
    const code = codes[selected[taken % GROUP === 0 ? place++ : place - 1]!]!;
    const symbol = nextSymbol(bits, code);
    if (symbol === RUN_A || symbol === RUN_B) {
      run = run === 0 ? 1 : run;
      repeat += (symbol + 1) * run;
      run *= 2;
      check(repeat <= most, "a block is longer than it says");
      continue;
    }
    if (0 < repeat) {
      check(count + repeat <= most, "a block is longer than it says");
      columns.fill(front[0]!, count, count + repeat);
      count += repeat;
      [repeat, run] = [0, 0];
    }
    if (symbol === end) return columns.subarray(0, count);
    check(count < most, "a block is longer than it says");
    const [byte] = front.splice(symbol - 1, 1);
    front.unshift(byte!);
    columns[count++] = byte!;
  }
}

/** Which table each group of fifty symbols is coded by, in move-to-front numbers. */
function readSelections(bits: Bits, tables: number, count: number): Uint8Array {
  const front = [...Array(tables).keys()];
  return Uint8Array.from({ length: count }, () => {
    let at = 0;
    while (bits.take(1) === 1) check(++at < tables, "a code is chosen that there is none of");
    const [table] = front.splice(at, 1);
    front.unshift(table!);
    return table!;
  });
}

/** A canonical Huffman code: the first number of each length, and the symbols by length. */
interface Code {
  readonly first: Int32Array;
  readonly counts: Int32Array;
  readonly symbols: Uint16Array;
}

function readCode(bits: Bits, symbols: number): Code {
  const lengths = new Uint8Array(symbols);
  let length = bits.take(5);
  for (let symbol = 0; symbol < symbols; symbol++) {
    while (bits.take(1) === 1) length += bits.take(1) === 0 ? 1 : -1;
    check(1 <= length && length <= CODE_BITS_MAX, "a code is too long");
    lengths[symbol] = length;
  }
  check(symbols <= SYMBOLS_MAX, "it has more symbols than there are");
  const counts = new Int32Array(CODE_BITS_MAX + 1);
  for (const each of lengths) counts[each]! += 1;
  const first = new Int32Array(CODE_BITS_MAX + 1);
  for (let bit = 1, code = 0; bit <= CODE_BITS_MAX; bit++) {
    first[bit] = code;
    code = (code + counts[bit]!) << 1;
  }
  const sorted = [...lengths.keys()].sort(
    (one, other) => lengths[one]! - lengths[other]! || one - other,
  );
  return { first, counts, symbols: Uint16Array.from(sorted) };
}

function nextSymbol(bits: Bits, { first, counts, symbols }: Code): number {
  let [code, before] = [0, 0];
  for (let bit = 1; bit <= CODE_BITS_MAX; bit++) {
    code = (code << 1) | bits.take(1);
    const place = code - first[bit]!;
    if (place < counts[bit]!) return symbols[before + place]!;
    before += counts[bit]!;
  }
  throw new Damaged("a code is none of its own");
}

/** The text whose rotations were sorted, from its last column. */
function transformed(columns: Uint8Array, origin: number): Uint8Array {
  const starts = new Int32Array(256);
  for (const byte of columns) starts[byte]! += 1;
  let sum = 0;
  for (let byte = 0; byte < 256; byte++) {
    const count = starts[byte]!;
    starts[byte] = sum;
    sum += count;
  }
  const next = new Int32Array(columns.length);
  columns.forEach((byte, at) => {
    next[starts[byte]!++] = at;
  });
  const plain = new Uint8Array(columns.length);
  let at = next[origin]!;
  for (let place = 0; place < plain.length; place++) {
    plain[place] = columns[at]!;
    at = next[at]!;
  }
  return plain;
}

/** After four equal bytes the next one counts how many more there are. */
function withoutRuns(bytes: Uint8Array): Buffer {
  const parts: Buffer[] = [];
  let [from, same, last] = [0, 0, -1];
  for (let at = 0; at < bytes.length; at++) {
    if (same === 4) {
      parts.push(Buffer.from(bytes.subarray(from, at)), Buffer.alloc(bytes[at]!, last));
      [from, same, last] = [at + 1, 0, -1];
      continue;
    }
    same = bytes[at] === last ? same + 1 : 1;
    last = bytes[at]!;
  }
  return Buffer.concat([...parts, Buffer.from(bytes.subarray(from))]);
}

/** CRC-32 of the highest bit first, which is not that of gzip. */
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc;
});

function crcOf(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (crc << 8) ^ CRC_TABLE[((crc >>> 24) ^ byte) & 0xff]!;
  return ~crc >>> 0;
}
