import type { QrVersion } from "./qr-code.ts";
import { penaltyOf } from "./qr-penalty.ts";

/** Dark modules are true, row by row. */
export type QrMatrix = readonly (readonly boolean[])[];

/** Dark, light or not yet decided. */
type Draft = (boolean | undefined)[][];

// prettier-ignore
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The codewords under the mask that is easiest to read. */
export function withBestMask(version: QrVersion, codewords: Uint8Array): QrMatrix {
  const drawn = MASKS.map((_, mask) => matrixOf(version, codewords, mask));
  return drawn.reduce((best, each) => (penaltyOf(each) < penaltyOf(best) ? each : best));
}

function matrixOf(version: QrVersion, codewords: Uint8Array, mask: number): QrMatrix {
  const size = 17 + 4 * version.number;
  const draft: Draft = Array.from({ length: size }, () => new Array(size).fill(undefined));
  putFinders(draft);
  putAlignment(draft, version.alignment);
  putTiming(draft);
  putFormat(draft, mask);
  if (7 <= version.number) putVersion(draft, version.number);
  putCodewords(draft, codewords, MASKS[mask]!);
  return draft.map((row) => row.map((dark) => dark === true));
}

function put(draft: Draft, row: number, column: number, isDark: boolean): void {
  if (draft[row] !== undefined && column in draft[row]) draft[row][column] = isDark;
}

/** Rings of dark, light and dark, with a light border. */
function putFinders(draft: Draft): void {
  const last = draft.length - 4;
  for (const [row, column] of [
    [3, 3],
    [3, last],
    [last, 3],
  ] as const)
    for (let down = -4; down <= 4; down += 1)
      for (let right = -4; right <= 4; right += 1) {
        const ring = Math.max(Math.abs(down), Math.abs(right));
        put(draft, row + down, column + right, ring !== 2 && ring !== 4);
      }
}

function putAlignment(draft: Draft, centres: readonly number[]): void {
  const last = centres.at(-1);
  for (const row of centres)
    for (const column of centres) {
      // Three corners belong to the finders.
      const isTaken =
        (row === 6 && (column === 6 || column === last)) || (row === last && column === 6);
      if (isTaken) continue;
      for (let down = -2; down <= 2; down += 1)
        for (let right = -2; right <= 2; right += 1)
          put(draft, row + down, column + right, Math.max(Math.abs(down), Math.abs(right)) !== 1);
    }
}

function putTiming(draft: Draft): void {
  for (let at = 8; at < draft.length - 8; at += 1) {
    put(draft, 6, at, at % 2 === 0);
    put(draft, at, 6, at % 2 === 0);
  }
}

/** Correction level M and the mask, protected by a BCH code, twice. */
function putFormat(draft: Draft, mask: number): void {
  const size = draft.length;
  const bits = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412;
  const isDark = (bit: number) => ((bits >>> bit) & 1) === 1;
  for (let bit = 0; bit < 15; bit += 1) {
    const along = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit;
    put(draft, along, 8, isDark(bit));
    const across = bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit;
    put(draft, 8, across, isDark(bit));
  }
  put(draft, size - 8, 8, true);
}

function putVersion(draft: Draft, number: number): void {
  const bits = (number << 12) | remainder(number, 12, 0x1f25);
  for (let bit = 0; bit < 18; bit += 1) {
    const near = Math.floor(bit / 3);
    const far = draft.length - 11 + (bit % 3);
    put(draft, near, far, ((bits >>> bit) & 1) === 1);
    put(draft, far, near, ((bits >>> bit) & 1) === 1);
  }
}

function remainder(value: number, degree: number, generator: number): number {
  let rest = value;
  for (let step = 0; step < degree; step += 1)
    rest = (rest << 1) ^ ((rest >>> (degree - 1)) * generator);
  return rest;
}

/** Two columns at a time from the right, up and down in turns, wherever nothing stands yet. */
function putCodewords(
  draft: Draft,
  codewords: Uint8Array,
  isMasked: (row: number, column: number) => boolean,
): void {
  const size = draft.length;
  let bit = 0;
  for (let right = size - 1, turn = 0; 1 <= right; right -= 2, turn += 1) {
    // The timing pattern's column is no column of data.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1)
      for (const column of [right, right - 1]) {
        const row = turn % 2 === 0 ? size - 1 - step : step;
        if (draft[row]![column] !== undefined) continue;
        const isDark = (((codewords[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        draft[row]![column] = isDark !== isMasked(row, column);
        bit += 1;
      }
  }
}
