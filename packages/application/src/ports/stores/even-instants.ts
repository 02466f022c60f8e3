import type { Instant } from "@sevenfold/domain/market";

/** So many instants from the first to the last, both included, evenly apart; at least two. */
export const evenInstants = (first: Instant, last: Instant, count: number): readonly Instant[] =>
  Array.from(
    { length: count },
    (_, step) => (first + Math.floor((step * (last - first)) / (count - 1))) as Instant,
  );
