import type { Clock } from "../../ports/clock.ts";

/** Looks at each account of a worker once a second, for as long as it is followed. */
export interface Beats {
  /** `look` waits for nobody, and must not throw. The first look comes within a second. */
  join(look: () => void, signal: AbortSignal): void;
}

export const BEAT_MS = 1_000;
/** Parts of a second: the accounts of one are looked at in a row, and prices come between the parts. */
const PARTS = 100;
const PART_MS = BEAT_MS / PARTS;

type Look = () => void;

/**
 * One sleeper for all accounts, however many there are: a thousand that each slept by themselves would
 * be what the process collects as garbage all the time. The accounts are spread over the second; after a
 * pause what was missed is not made up for.
 */
export function openBeats(clock: Pick<Clock, "monotonicMs" | "sleep">): Beats {
  const parts = Array.from({ length: PARTS }, () => new Set<Look>());
  const openedMs = clock.monotonicMs();
  let isRunning = false;
  let wake = new AbortController();

  const run = async () => {
    isRunning = true;
    // The number of the part that was looked at last, counted from the beginning.
    let last = partAt(clock.monotonicMs() - openedMs);
    for (let next = partAfter(parts, last); next !== undefined; next = partAfter(parts, last)) {
      // Also where it is late: others have their turn in between.
      await clock.sleep(Math.max(0, openedMs + next * PART_MS - clock.monotonicMs()), wake.signal);
      if (wake.signal.aborted) {
        wake = new AbortController();
        continue;
      }
      for (const look of parts[next % PARTS]!) look();
      const now = partAt(clock.monotonicMs() - openedMs);
      last = now - next < PARTS ? next : now;
    }
    isRunning = false;
  };

  return {
    join(look, signal) {
      if (signal.aborted) return;
      const part = parts.reduce((least, each) => (each.size < least.size ? each : least));
      part.add(look);
      signal.addEventListener("abort", () => part.delete(look), { once: true });
      if (!isRunning) void run();
      // Its part may come before the one that is waited for.
      else wake.abort();
    },
  };
}

const partAt = (ms: number): number => Math.floor(ms / PART_MS);

/** The next part after this one in which there is somebody to look at. */
function partAfter(parts: readonly ReadonlySet<Look>[], last: number): number | undefined {
  for (let next = last + 1; next <= last + PARTS; next += 1)
    if (0 < parts[next % PARTS]!.size) return next;
  return undefined;
}
