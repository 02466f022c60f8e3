/**
 * Plain values with every typed array on memory that threads share, copied where it is not yet:
 * handed to any number of them, it is there once.
 */
export function sharedColumns<T>(value: T): T {
  if (ArrayBuffer.isView(value)) return sharedArray(value as unknown as TypedArray) as T;
  if (Array.isArray(value)) return value.map((each) => sharedColumns(each)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, sharedColumns(each)]),
  ) as T;
}

type TypedArray = Float64Array | Int32Array | Uint8Array | Uint16Array;

function sharedArray(array: TypedArray): TypedArray {
  if (array.buffer instanceof SharedArrayBuffer) return array;
  const Columns = array.constructor as new (buffer: SharedArrayBuffer) => TypedArray;
  const copy = new Columns(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}
