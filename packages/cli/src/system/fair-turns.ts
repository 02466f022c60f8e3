/** How long what waited may keep the event loop from prices and answers, in milliseconds. */
const TURN_MS = 1;
/** Woken in one turn at most, where each takes next to nothing. */
const WOKEN_MAX = 16;

/**
 * Wakes sleepers one after the other, and lets the event loop hear its sockets between them: a thousand
 * whose time has come in the same millisecond would keep a price waiting for all of them. Nobody is
 * woken before somebody who was to be woken earlier.
 */
export function openFairTurns(nowMs: () => number): (wake: () => void) => void {
  let line: (() => void)[] = [];
  let from = 0;
  /** When this turn's first sleeper was woken; undefined between turns. */
  let beganMs: number | undefined;

  const isSpent = (): boolean => {
    if (beganMs !== undefined) return TURN_MS <= nowMs() - beganMs;
    beganMs = nowMs();
    setImmediate(endTurn);
    return false;
  };
  /** Each in a call of its own: what a sleeper does comes before the next is woken, and counts. */
  const wakeNext = () => {
    if (from === line.length || isSpent()) return;
    const wake = line[from]!;
    from += 1;
    if (from === line.length) {
      line = [];
      from = 0;
    }
    wake();
  };
  function endTurn() {
    beganMs = undefined;
    for (let count = Math.min(WOKEN_MAX, line.length - from); 0 < count; count -= 1)
      setImmediate(wakeNext);
  }
  return (wake) => {
    if (from === line.length && !isSpent()) wake();
    else line.push(wake);
  };
}
