import { type Command, Option } from "commander";
import type { Terminal } from "../terminal.ts";

/** Where a run is kept, if at all. */
export interface RunFlags {
  readonly out?: string;
  readonly name?: string;
  readonly runFolder: boolean;
  /** Whether its tables are written as Parquet too. */
  readonly parquet?: boolean;
}

export const addRunFlags = (command: Command): Command =>
  command
    .addOption(
      new Option("--out <dir>", "folder that gets the run's own folder").default(
        undefined,
        "RUNS_DIR, else ./runs",
      ),
    )
    .addOption(
      new Option("--name <words>", "what the run's folder is called").default(
        undefined,
        "symbols and mode",
      ),
    )
    .addOption(new Option("--no-run-folder", "keep nothing on disk"));

/** The folder to keep the run in; undefined where none is wanted. */
export const runsFolderOf = (flags: RunFlags, terminal: Terminal): string | undefined =>
  flags.runFolder ? (flags.out ?? terminal.runsFolder) : undefined;
