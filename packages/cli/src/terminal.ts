import { fittedTables } from "./report/fitted-tables.ts";

/** Where a command writes: the result to `stdout`, everything else to `stderr`. */
export interface Terminal {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  /** Whether the result may carry color: a terminal, and NO_COLOR not set. */
  readonly hasColor: boolean;
  /** Whether a fault of the program shows its stack (SEVENFOLD_DEBUG). */
  readonly isVerbose: boolean;
  /** Whether a person watches `stderr`, so that progress may be shown and wiped there. */
  readonly isInteractive?: boolean;
  /** The folder that runs are kept in (RUNS_DIR, else ./runs); without it none is kept unasked. */
  readonly runsFolder?: string;
  /** Ends the process also while it waits for a disk that is silent, for which nothing else waits. */
  readonly endAtOnce?: () => void;
}

export interface TextSink {
  /** How wide a terminal is, in characters; undefined of a file and another program. */
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** A terminal on this process's own streams. */
export const processTerminal = (): Terminal => ({
  stdout: fittedTo(process.stdout),
  stderr: process.stderr,
  hasColor: process.stdout.isTTY === true && !process.env.NO_COLOR,
  isVerbose: Boolean(process.env.SEVENFOLD_DEBUG),
  isInteractive: process.stderr.isTTY === true && !process.env.CI,
  runsFolder: process.env.RUNS_DIR || "runs",
  // To exit is to wait for whatever reads and writes.
  endAtOnce: () => process.kill(process.pid, "SIGKILL"),
});

/** Tables fit a terminal that says how wide it is; a file or another program gets them as they are. */
export function fittedTo(stream: TextSink): TextSink {
  // Some say 0 that do not know.
  const width = (): number | undefined => stream.columns || undefined;
  return {
    get columns() {
      return width();
    },
    write(text) {
      const columns = width();
      return stream.write(columns === undefined ? text : fittedTables(text, columns));
    },
  };
}
