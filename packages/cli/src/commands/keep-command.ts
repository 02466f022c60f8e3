import type { RunFiles } from "../run/run-folder.ts";
import type { Terminal } from "../terminal.ts";
import { checkParquetFlag } from "./parquet-flag.ts";
import { type RunFlags, runsFolderOf } from "./run-flags.ts";

export interface KeptRun {
  readonly startedAt: Date;
  /** What the folder is called where no name was given. */
  readonly words: readonly string[];
  /** Makes the files; not asked where nothing is kept. */
  readonly files: () => Promise<RunFiles>;
}

/** Ends a command before it reads anything where its run could not be kept; makes nothing. */
export async function checkKeeping(flags: RunFlags, terminal: Terminal): Promise<void> {
  await checkParquetFlag(flags);
  const parent = runsFolderOf(flags, terminal);
  if (parent !== undefined) await (await import("../run/run-folder.ts")).checkParent(parent);
}

/** Makes the folder that the run's own will be in: what only making it shows ends the command before its work. */
export async function readyToKeep(flags: RunFlags, terminal: Terminal): Promise<void> {
  const parent = runsFolderOf(flags, terminal);
  if (parent !== undefined) await (await import("../run/run-folder.ts")).readyParent(parent);
}

/**
 * Keeps a run in a folder of its own, and answers how to say so. What is answered is for the end: it
 * throws where the run could not be kept, and by then the result is told.
 */
export async function keepCommand(
  kept: KeptRun,
  flags: RunFlags,
  terminal: Terminal,
): Promise<() => void> {
  const parent = runsFolderOf(flags, terminal);
  if (parent === undefined) return () => {};
  try {
    const folder = await keptIn(parent, kept, flags);
    return () => {
      terminal.stderr.write(`kept in ${folder}; open report.html there\n`);
    };
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

async function keptIn(
  parent: string,
  { startedAt, words, files }: KeptRun,
  { name, parquet }: RunFlags,
): Promise<string> {
  const [{ keepRun }, { runNameOf }] = await Promise.all([
    import("../run/run-folder.ts"),
    import("../run/run-name.ts"),
  ]);
  const finish =
    parquet === true ? (await import("../run/parquet-tables.ts")).writeParquetTables : undefined;
  const folder = runNameOf(startedAt, name === undefined ? words : [name]);
  return keepRun(parent, folder, await files(), finish);
}
