/** Rows as they travel: little-endian, as every machine that Node runs on today. */
export const bytesOfRows = (rows: Float64Array): Uint8Array =>
  new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);

/** Writes rows that came into all of them, from the row `from` on. */
export function writeRows(
  rows: Float64Array,
  width: number,
  from: number,
  bytes: Uint8Array,
): void {
  new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength).set(
    bytes,
    from * width * Float64Array.BYTES_PER_ELEMENT,
  );
}
