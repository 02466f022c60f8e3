/** Memory for the columns of one symbol's rows, asked for at once. */
export interface ColumnRoom {
  floats(): Float64Array<ArrayBuffer>;
  integers(): Int32Array<ArrayBuffer>;
  /** Whole numbers from 0 to 65,535. */
  shorts(): Uint16Array<ArrayBuffer>;
}

const FLOAT_BYTES = 8;
const INTEGER_BYTES = 4;
const SHORT_BYTES = 2;
/** Beside what is read of a row: when it closes, and its day. */
const WORKED_OUT_BYTES = FLOAT_BYTES + INTEGER_BYTES;
const COLUMNS_MAX = 8;

/**
 * Room for columns of so many rows, of which so many bytes a row are read; what is worked out of them
 * has its place there too. Each large piece of memory makes the runtime look through all it holds for
 * what to free: eight pieces cost a tenth of the reading. Beyond what was asked for, a column has a piece
 * of its own.
 */
export function columnRoom(rows: number, readBytes: number): ColumnRoom {
  const memory = new ArrayBuffer(rows * (readBytes + WORKED_OUT_BYTES) + COLUMNS_MAX * FLOAT_BYTES);
  let used = 0;
  function next(width: number): readonly [ArrayBuffer, number] {
    const at = used;
    used += Math.ceil((rows * width) / FLOAT_BYTES) * FLOAT_BYTES;
    return used <= memory.byteLength ? [memory, at] : [new ArrayBuffer(rows * width), 0];
  }
  return {
    floats: () => new Float64Array(...next(FLOAT_BYTES), rows),
    integers: () => new Int32Array(...next(INTEGER_BYTES), rows),
    shorts: () => new Uint16Array(...next(SHORT_BYTES), rows),
  };
}
