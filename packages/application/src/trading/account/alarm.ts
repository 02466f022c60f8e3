import type { Clock } from "../../ports/clock.ts";

/** A sleep that others can cut short. One sleeps at a time. */
export interface Alarm {
  /** Ends after this long, with the signal, or when it is rung: at once when it was rung before. */
  sleep(durationMs: number): Promise<"rung" | "slept">;
  ring(): void;
}

export function openAlarm(clock: Pick<Clock, "sleep">, signal: AbortSignal): Alarm {
  let isRung = false;
  let isAsleep = false;
  // One for many sleeps: an account sleeps so each second, and is hardly ever woken.
  let cut = new AbortController();
  signal.addEventListener("abort", () => cut.abort(), { once: true });
  return {
    async sleep(durationMs) {
      if (!isRung && !signal.aborted) {
        if (cut.signal.aborted) cut = new AbortController();
        isAsleep = true;
        await clock.sleep(durationMs, cut.signal);
        isAsleep = false;
      }
      const wasRung = isRung;
      isRung = false;
      return wasRung ? "rung" : "slept";
    },
    ring() {
      isRung = true;
      if (isAsleep) cut.abort();
    },
  };
}
