/** By the number given, smallest first; equal ones in the order they came. */
export const ascending = <Row>(rows: readonly Row[], by: (row: Row) => number): readonly Row[] =>
  rows.toSorted((a, b) => by(a) - by(b));

/** By the number given, largest first; of equal ones the last that came first. */
export const descending = <Row>(rows: readonly Row[], by: (row: Row) => number): readonly Row[] =>
  ascending(rows, by).toReversed();

/**
 * At most `limit` of the points, evenly thinned: the first, the last and an even step between.
 * Of n points, those numbered floor(k × (n − 1) ÷ (limit − 1)) for k = 0 … limit − 1.
 */
export function thinned<Point>(points: readonly Point[], limit: number): readonly Point[] {
  if (points.length <= limit) return points;
  if (limit < 2) return points.slice(points.length - limit);
  const last = points.length - 1;
  return Array.from({ length: limit }, (_, k) => points[Math.floor((k * last) / (limit - 1))]!);
}
