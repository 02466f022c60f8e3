import { Presets, SingleBar } from "cli-progress";
import type { Terminal } from "../terminal.ts";

export interface SweepProgress {
  tell(done: number): void;
  /** Wipes the line, so that what stays is the result. To be called whatever happened. */
  end(): void;
}

/**
 * Says on a terminal, and nowhere else, how far a sweep has come and how long the rest may take.
 * What is counted is `done`: "tried".
 */
export function sweepProgress(
  { stderr, isInteractive }: Terminal,
  trials: number,
  done = "tried",
): SweepProgress {
  if (isInteractive !== true) return { tell: () => undefined, end: () => undefined };
  const bar = new SingleBar(
    {
      format: `{bar} {value} of {total} ${done}, {percentage}%, {eta_formatted} left`,
      // Where a person watches, it is a terminal.
      stream: stderr as NodeJS.WritableStream,
      formatValue: (value) => value.toLocaleString("en-US"),
      clearOnComplete: true,
      linewrap: true,
    },
    Presets.shades_classic,
  );
  let hasBegun = false;
  return {
    tell(done) {
      if (hasBegun) bar.update(done);
      else bar.start(trials, done);
      hasBegun = true;
    },
    end: () => bar.stop(),
  };
}
