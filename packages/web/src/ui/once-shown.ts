/** Time is counted in steps this long. */
const STEP_MS = 250;

/**
 * Calls back once something was shown for so long, in milliseconds. The time in which it is held,
 * because somebody points at it or nobody can see it, does not count. Call the answer to end it.
 */
export function onceShown(ms: number, isHeld: () => boolean, end: () => void): () => void {
  let left = ms;
  const timer = setInterval(() => {
    if (isHeld()) return;
    left -= STEP_MS;
    if (0 < left) return;
    clearInterval(timer);
    end();
  }, STEP_MS);
  return () => clearInterval(timer);
}
