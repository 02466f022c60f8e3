/** How long a turn of them may take, in milliseconds. */
const TURN_MS = 1;
/** Woken in one turn at most, where each takes next to nothing. */
const WOKEN_MAX = 200;

/**
 * Wakes sleepers one after the other, and lets the event loop hear its sockets between them: a thousand
 * whose time has come in the same millisecond would keep a price waiting for all of them. While others
 * take longer, sleepers get as much time as they; nobody is woken before who was to be woken earlier.
 */
export function openFairTurns(nowMs: () => number): (wake: () => void) => void {
  let line: (() => void)[] = [];
  let from = 0;
  /** When this turn's first sleeper was woken; undefined between turns. */
  let beganMs: number | undefined;
  let turnMs = TURN_MS;
  /** When sleepers had to give way to others. */
  let gaveWayMs: number | undefined;

  const isSpent = (): boolean => {
    if (beganMs !== undefined) return turnMs <= nowMs() - beganMs;
    beganMs = nowMs();
    turnMs = Math.max(TURN_MS, beganMs - (gaveWayMs ?? beganMs));
    gaveWayMs = undefined;
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
    if (from < line.length) gaveWayMs = nowMs();
    for (let count = Math.min(WOKEN_MAX, line.length - from); 0 < count; count -= 1)
      setImmediate(wakeNext);
  }
  return (wake) => {
    if (from === line.length && !isSpent()) wake();
    else line.push(wake);
  };
}
