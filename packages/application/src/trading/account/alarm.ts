/** What others may ring for, and one waits for. */
export interface Alarm {
  /** Ends when it is rung or the account ends: at once when it was rung before. One waits at a time. */
  rung(): Promise<void>;
  ring(): void;
}

export function openAlarm(signal: AbortSignal): Alarm {
  let isRung = signal.aborted;
  let hear: (() => void) | undefined;
  const ring = () => {
    isRung = true;
    hear?.();
    hear = undefined;
  };
  signal.addEventListener("abort", ring, { once: true });
  return {
    async rung() {
      if (!isRung)
        await new Promise<void>((resolve) => {
          hear = resolve;
        });
      isRung = signal.aborted;
    },
    ring,
  };
}
