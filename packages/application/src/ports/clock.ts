import type { Instant } from "@sevenfold/domain/market";

/** The only source of time. Wall time is data; durations come from `monotonicMs`. */
export interface Clock {
  /** UTC wall time. May step. */
  now(): Instant;
  /** Milliseconds of a clock that never steps; differences only. */
  monotonicMs(): number;
  /** Resolves after the duration, or at once when the signal aborts. Never rejects. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}
