import type { Clock } from "../../ports/clock.ts";

const LOOK_MS = 1_000;

export interface Silence {
  /** Something was said: the silence begins anew. */
  heard(): void;
  /** Once the signal has aborted. */
  readonly ended: Promise<void>;
}

export interface SilenceWatch {
  readonly clock: Clock;
  readonly silentMaxMs: number;
  /** Whether there is anything to be heard now: a closed market says nothing. */
  readonly isNewsDue: () => boolean;
}

/**
 * Watches a line by what it says: an open socket that answers pings proves nothing. Tells once that
 * nothing was heard for so long while news was due, and then watches no more.
 */
export function watchSilence(
  { clock, isNewsDue, silentMaxMs }: SilenceWatch,
  signal: AbortSignal,
  tell: (silentMs: number) => void,
): Silence {
  let heardMs = clock.monotonicMs();
  const watch = async () => {
    while (!signal.aborted) {
      await clock.sleep(LOOK_MS, signal);
      const silentMs = clock.monotonicMs() - heardMs;
      if (!isNewsDue()) heardMs = clock.monotonicMs();
      else if (silentMaxMs <= silentMs && !signal.aborted) return tell(silentMs);
    }
  };
  return {
    heard() {
      heardMs = clock.monotonicMs();
    },
    ended: watch(),
  };
}
