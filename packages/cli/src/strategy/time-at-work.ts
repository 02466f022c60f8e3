const PARTS = 10;

/**
 * Tells once so much time is over in which this process was at work: while it stood still, as on a machine
 * that slept, nobody it waits for was late. Ends when the returned function is called.
 */
export function onceOver(durationMs: number, tell: () => void): () => void {
  const partMs = durationMs / PARTS;
  let parts = 0;
  let atWork = 0;
  let timer: NodeJS.Timeout;
  const wait = () => {
    const sinceMs = performance.now();
    timer = setTimeout(() => {
      parts += 1;
      if (performance.now() - sinceMs < 2 * partMs) atWork += 1;
      // A machine that is always late does not wait for ever.
      if (atWork < PARTS && parts < 2 * PARTS) wait();
      else tell();
    }, partMs);
  };
  wait();
  return () => clearTimeout(timer);
}
