import { type QrMatrix, withBestMask } from "./qr-matrix.ts";
import { correctionOf } from "./reed-solomon.ts";

/** A version's size and how its codewords are shared out, at error correction level M. ISO/IEC 18004. */
export interface QrVersion {
  readonly number: number;
  /** Data codewords of each block, shorter ones first. */
  readonly blocks: readonly number[];
  /** Correction codewords of each block. */
  readonly correction: number;
  /** Centres of the alignment patterns, along both edges. */
  readonly alignment: readonly number[];
}

// prettier-ignore
const VERSIONS: readonly QrVersion[] = [
  { number: 1, blocks: [16], correction: 10, alignment: [] },
  { number: 2, blocks: [28], correction: 16, alignment: [6, 18] },
  { number: 3, blocks: [44], correction: 26, alignment: [6, 22] },
  { number: 4, blocks: [32, 32], correction: 18, alignment: [6, 26] },
  { number: 5, blocks: [43, 43], correction: 24, alignment: [6, 30] },
  { number: 6, blocks: [27, 27, 27, 27], correction: 16, alignment: [6, 34] },
  { number: 7, blocks: [31, 31, 31, 31], correction: 18, alignment: [6, 22, 38] },
  { number: 8, blocks: [38, 38, 39, 39], correction: 22, alignment: [6, 24, 42] },
  { number: 9, blocks: [36, 36, 36, 37, 37], correction: 22, alignment: [6, 26, 46] },
  { number: 10, blocks: [43, 43, 43, 43, 44], correction: 26, alignment: [6, 28, 50] },
];

const BYTE_MODE = 0b0100;
const PADDING = [0xec, 0x11] as const;

/** The text as a QR code, in bytes of UTF-8. Undefined where it is longer than 213 bytes. */
export function qrCode(text: string): QrMatrix | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.find((each) => bytes.length * 8 + headBits(each) <= dataOf(each) * 8);
  if (version === undefined) return undefined;
  return withBestMask(version, interleaved(version, dataCodewords(version, bytes)));
}

const dataOf = ({ blocks }: QrVersion): number => blocks.reduce((sum, each) => sum + each, 0);

/** Mode and length come first; the length takes more room from version 10 on. */
const lengthBits = ({ number }: QrVersion): number => (number < 10 ? 8 : 16);
const headBits = (version: QrVersion): number => 4 + lengthBits(version);

function dataCodewords(version: QrVersion, bytes: Uint8Array): Uint8Array {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let bit = count - 1; 0 <= bit; bit -= 1) bits.push((value >>> bit) & 1);
  };
  put(BYTE_MODE, 4);
  put(bytes.length, lengthBits(version));
  for (const byte of bytes) put(byte, 8);
  const room = dataOf(version) * 8;
  put(0, Math.min(4, room - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let turn = 0; bits.length < room; turn += 1) put(PADDING[turn % 2]!, 8);
  return Uint8Array.from({ length: dataOf(version) }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  );
}

/** Data of all blocks in turns, then their correction in turns. */
function interleaved({ blocks, correction }: QrVersion, codewords: Uint8Array): Uint8Array {
  let from = 0;
  const parts = blocks.map((length) => {
    const block = codewords.slice(from, from + length);
    from += length;
    return { block, check: correctionOf(block, correction) };
  });
  const out: number[] = [];
  for (let index = 0; index < Math.max(...blocks); index += 1)
    for (const { block } of parts) if (index < block.length) out.push(block[index]!);
  for (let index = 0; index < correction; index += 1)
    for (const { check } of parts) out.push(check[index]!);
  return Uint8Array.from(out);
}
