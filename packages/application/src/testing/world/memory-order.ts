/** By the number given, smallest first; equal ones in the order they came. */
export const ascending = <Row>(rows: readonly Row[], by: (row: Row) => number): readonly Row[] =>
  rows.length < 2 ? rows : rows.toSorted((a, b) => by(a) - by(b));

/** By the number given, largest first; of equal ones the last that came first. */
export const descending = <Row>(rows: readonly Row[], by: (row: Row) => number): readonly Row[] =>
  ascending(rows, by).toReversed();
