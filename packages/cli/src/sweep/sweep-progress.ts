import type { Terminal } from "../terminal.ts";

/** Says on a terminal, and nowhere else, how far a sweep has come. */
export function sweepProgress({ stderr, isInteractive }: Terminal, trials: number) {
  let hasSaid = false;
  return {
    tell: (done: number): void => {
      if (isInteractive !== true) return;
      hasSaid = true;
      const share = Math.floor((done / trials) * 100);
      stderr.write(
        `\r${done.toLocaleString("en-US")} of ${trials.toLocaleString("en-US")} tried, ${share}%`,
      );
    },
    end: (): void => {
      // The line is wiped: what stays is the result.
      if (hasSaid) stderr.write("\r\u001b[K");
    },
  };
}
