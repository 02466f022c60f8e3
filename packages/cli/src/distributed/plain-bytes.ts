/**
 * Plain values with typed arrays as bytes, the same ones for the same value: a length, a line of JSON
 * in which an array stands as its place, and the arrays' memory in the order they were met. Both ends
 * are little-endian, as every machine that Node runs on today.
 */
const KINDS = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array };
type Kind = keyof typeof KINDS;
type Columns = InstanceType<(typeof KINDS)[Kind]>;

/** What stands for an array in the JSON. */
interface Placed {
  readonly $array: Kind;
  readonly at: number;
  readonly length: number;
}

const LENGTH_BYTES = 8;
const ALIGNED_TO = 8;

/** Throws a TypeError for what is no plain value, such as a function or a Map. */
export function bytesOfPlain(value: unknown): Uint8Array {
  const arrays: { readonly at: number; readonly array: Columns }[] = [];
  let size = 0;
  const placed = (each: unknown): unknown => {
    if (ArrayBuffer.isView(each)) {
      const array = each as Columns;
      const kind = array.constructor.name;
      if (!isKind(kind)) throw new TypeError(`${kind} cannot be sent`);
      const at = size;
      arrays.push({ at, array });
      size = aligned(size + array.byteLength);
      return { $array: kind, at, length: array.length } satisfies Placed;
    }
    if (Array.isArray(each)) return each.map(placed);
    if (typeof each === "object" && each !== null) {
      if (Object.getPrototypeOf(each) !== Object.prototype)
        throw new TypeError(`${each.constructor.name} cannot be sent`);
      return Object.fromEntries(
        Object.entries(each)
          .filter(([, field]) => field !== undefined)
          .map(([name, field]) => [name, placed(field)]),
      );
    }
    if (typeof each === "number" && !Number.isFinite(each)) return { $number: String(each) };
    if (typeof each === "function" || typeof each === "bigint" || typeof each === "symbol")
      throw new TypeError(`a ${typeof each} cannot be sent`);
    return each;
  };
  const words = new TextEncoder().encode(JSON.stringify(placed(value)));
  const start = aligned(LENGTH_BYTES + words.length);
  const bytes = new Uint8Array(start + size);
  new DataView(bytes.buffer).setFloat64(0, words.length, true);
  bytes.set(words, LENGTH_BYTES);
  for (const { at, array } of arrays)
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start + at);
  return bytes;
}

/**
 * The value of such bytes; its arrays lie in `memory`, which threads may share. Throws a TypeError
 * for bytes that are none of ours.
 */
export function plainFromBytes(
  bytes: Uint8Array,
  memory: (size: number) => ArrayBufferLike = (size) => new ArrayBuffer(size),
): unknown {
  const { words, columns } = cut(bytes);
  const shared = memory(columns.length);
  new Uint8Array(shared).set(columns);
  return JSON.parse(words, (_name, each: unknown) => {
    if (typeof each !== "object" || each === null) return each;
    if ("$number" in each) return Number(each.$number);
    if (!("$array" in each)) return each;
    return arrayAt(shared, each as Placed);
  });
}

function cut(bytes: Uint8Array): { readonly words: string; readonly columns: Uint8Array } {
  if (bytes.length < LENGTH_BYTES) throw unreadable();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getFloat64(0, true);
  if (!Number.isInteger(length) || length < 0 || bytes.length < LENGTH_BYTES + length)
    throw unreadable();
  return {
    words: new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length)),
    columns: bytes.subarray(aligned(LENGTH_BYTES + length)),
  };
}

function arrayAt(memory: ArrayBufferLike, { $array, at, length }: Placed): Columns {
  const Columns = isKind($array) ? KINDS[$array] : undefined;
  const isWithin =
    Columns !== undefined &&
    [at, length].every((each) => Number.isSafeInteger(each) && 0 <= each) &&
    at % ALIGNED_TO === 0 &&
    at + length * Columns.BYTES_PER_ELEMENT <= memory.byteLength;
  if (!isWithin) throw unreadable();
  return new Columns(memory as ArrayBuffer, at, length);
}

const isKind = (word: string): word is Kind => Object.hasOwn(KINDS, word);
const aligned = (size: number): number => Math.ceil(size / ALIGNED_TO) * ALIGNED_TO;
const unreadable = () => new TypeError("these bytes are no value of this version of Sevenfold");
