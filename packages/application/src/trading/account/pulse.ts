/**
 * Whether the process stands still. It is told of by whatever the process does for its accounts: where
 * they take all of a core one account's heartbeats come late, and the process is busy and not asleep.
 */
export interface Pulse {
  /** Says that the process runs, and counts a pause where it did not for too long. */
  beat(nowMs: number): void;
  /** How often the process stood still so far. */
  readonly pauses: number;
}

/** A longer pause of the process makes what it heard before worthless. */
export const PAUSE_MAX_MS = 5_000;

/** On the clock that never steps. */
export function openPulse(nowMs: number): Pulse {
  let beatMs = nowMs;
  let pauses = 0;
  return {
    beat(ms) {
      if (PAUSE_MAX_MS < ms - beatMs) pauses += 1;
      beatMs = ms;
    },
    get pauses() {
      return pauses;
    },
  };
}
