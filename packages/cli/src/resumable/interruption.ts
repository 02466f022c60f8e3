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
  const hear = (): void => {
    if (isAsked) leave();
    isAsked = true;
    // Behind a bar of progress stands no line's end.
    const begin = isInteractive === true ? "\n" : "";
    stderr.write(
      `${begin}stopping as soon as what is at work is done; another signal ends it at once\n`,
    );
  };
  return { isAsked: () => isAsked, end: hearInstead(hear) };
}

/** Does work of which nothing is kept: the first signal ends the process at once and says so. */
export async function endingAtOnce<Result>(
  { stderr, isInteractive }: Terminal,
  interrupted: () => string,
  work: () => Promise<Result>,
): Promise<Result> {
  const begin = isInteractive === true ? "\n" : "";
  const restore = hearInstead(() => {
    stderr.write(`${begin}sevenfold: interrupted${interrupted()}\n`);
    leave();
  });
  try {
    return await work();
  } finally {
    restore();
  }
}

/** To exit is to wait for whatever reads and writes: one more signal ends the process all the same. */
function leave(): never {
  for (const signal of SIGNALS) process.removeAllListeners(signal);
  process.exit(EXIT.interrupted);
}

/** Signals go to `hear` alone, until what is answered is called. */
function hearInstead(hear: () => void): () => void {
  const before = SIGNALS.map((signal) => process.listeners(signal));
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, hear);
  }
  return () => {
    SIGNALS.forEach((signal, at) => {
      process.off(signal, hear);
      for (const listener of before[at]!) process.on(signal, listener);
    });
  };
}
