/** The golden section: however many steps of it are taken around a circle, they lie evenly. */
const STEP = 0.618_033_988_75;
const SHORTEST = 0.8;

/**
 * How long one thing after another is kept: the time given at most, eight tenths of it at least. What
 * was made together, as when many windows open, is so not made anew together ever after.
 */
export function keptTimes(longestMs: number): () => number {
  let turn = 0;
  return () => {
    turn = (turn + STEP) % 1;
    return longestMs * (1 - (1 - SHORTEST) * turn);
  };
}
