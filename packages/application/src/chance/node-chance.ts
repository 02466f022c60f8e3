/** Largest magnitude `standardNormal` returns: 2√3. A hard bound, which the search for extremes needs. */
export const NORMAL_MAX = 2 * Math.sqrt(3);

/** Two 32-bit keys that name one stream of chance. */
export interface ChanceKey {
  readonly a: number;
  readonly b: number;
}

/** The key of a named stream: same seed and name, same chance, on every machine. */
export function chanceKey(seed: number, name: string): ChanceKey {
  let a = mix(Math.trunc(seed / 2 ** 32) ^ 0x9e3779b9);
  let b = mix((seed >>> 0) ^ 0x85ebca6b);
  a = mix(a ^ b);
  b = mix(b + a);
  for (let i = 0; i < name.length; i += 1) {
    a = mix(a ^ Math.imul(name.charCodeAt(i) + 1, 0x01000193));
    b = mix(Math.imul(b, 31) + a + i);
  }
  return { a: a >>> 0, b: b >>> 0 };
}

/** A 32-bit unsigned integer from a key and an index, evenly spread. */
export function chanceBits({ a, b }: ChanceKey, index: number): number {
  return mix(mix(index ^ a) + b) >>> 0;
}

/** [0, 1) from a key and an index. */
export const chanceUnit = (key: ChanceKey, index: number): number =>
  chanceBits(key, index) / 2 ** 32;

/**
 * A draw of mean 0 and variance 1 within ±NORMAL_MAX, from a key and an index: four 16-bit
 * uniforms added (Irwin–Hall), centred, times √3.
 */
export function standardNormal({ a, b }: ChanceKey, index: number): number {
  const first = mix(mix(index ^ a) + b);
  const second = mix(mix(Math.imul(index, 0x9e3779b1) ^ b) + a);
  const sum = (first & 0xffff) + (first >>> 16) + (second & 0xffff) + (second >>> 16);
  // Each uniform is (k + ½) / 65 536, so the four halves make the two that centre the sum.
  return ((sum + 2) / 65_536 - 2) * SQRT_3;
}

const SQRT_3 = Math.sqrt(3);

/** The finaliser of MurmurHash3: every input bit reaches every output bit. */
function mix(bits: number): number {
  let h = bits | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
