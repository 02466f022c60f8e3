import { EXIT } from "../failure.ts";
import type { Terminal } from "../terminal.ts";

/** Whether somebody asked the process to stop. */
export interface Interruption {
  isAsked(): boolean;
  /** Signals do again what they did before. */
  end(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * From now on the first signal asks for a stop in good order, and says so; the second one ends the
 * process at once.
 */
export function hearInterruption({ stderr, isInteractive }: Terminal): Interruption {
  let isAsked = false;
  const before = SIGNALS.map((signal) => process.listeners(signal));
  const hear = (): void => {
    if (isAsked) process.exit(EXIT.interrupted);
    isAsked = true;
    // Behind a bar of progress stands no line's end.
    const begin = isInteractive === true ? "\n" : "";
    stderr.write(
      `${begin}stopping as soon as what is at work is done; another signal ends it at once\n`,
    );
  };
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, hear);
  }
  return {
    isAsked: () => isAsked,
    end() {
      SIGNALS.forEach((signal, at) => {
        process.off(signal, hear);
        for (const listener of before[at]!) process.on(signal, listener);
      });
    },
  };
}
