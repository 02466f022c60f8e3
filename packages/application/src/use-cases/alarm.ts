import type { Clock } from "../ports/clock.ts";

/** A sleep that others can cut short. One sleeps at a time. */
export interface Alarm {
  /** Ends after this long, with the signal, or when it is rung: at once when it was rung before. */
  sleep(durationMs: number): Promise<"rung" | "slept">;
  ring(): void;
}

export function openAlarm(clock: Pick<Clock, "sleep">, signal: AbortSignal): Alarm {
  let isRung = false;
  let asleep: AbortController | undefined;
  return {
    async sleep(durationMs) {
      if (!isRung && !signal.aborted) {
        const sleeping = new AbortController();
        const wake = () => sleeping.abort();
        asleep = sleeping;
        signal.addEventListener("abort", wake, { once: true });
        await clock.sleep(durationMs, sleeping.signal);
        signal.removeEventListener("abort", wake);
        asleep = undefined;
      }
      const wasRung = isRung;
      isRung = false;
      return wasRung ? "rung" : "slept";
    },
    ring() {
      isRung = true;
      asleep?.abort();
    },
  };
}
