import type { RunFiles } from "../run/run-folder.ts";
import type { Terminal } from "../terminal.ts";
import { type RunFlags, runsFolderOf } from "./run-flags.ts";

export interface KeptRun {
  readonly startedAt: Date;
  /** What the folder is called where no name was given. */
  readonly words: readonly string[];
  /** Makes the files; not asked where nothing is kept. */
  readonly files: () => Promise<RunFiles>;
}

/** Ends a command that takes long before its work where its run could not be kept afterwards. */
export async function readyToKeep(flags: RunFlags, terminal: Terminal): Promise<void> {
  const parent = runsFolderOf(flags, terminal);
  if (parent !== undefined) await (await import("../run/run-folder.ts")).readyParent(parent);
}

/** Keeps a run in a folder of its own, and answers what to say about it; nothing where none is wanted. */
export async function keepCommand(
  { startedAt, words, files }: KeptRun,
  flags: RunFlags,
  terminal: Terminal,
): Promise<string> {
  const parent = runsFolderOf(flags, terminal);
  if (parent === undefined) return "";
  const [{ keepRun }, { runNameOf }] = await Promise.all([
    import("../run/run-folder.ts"),
    import("../run/run-name.ts"),
  ]);
  const name = runNameOf(startedAt, flags.name === undefined ? words : [flags.name]);
  const folder = await keepRun(parent, name, await files());
  return `kept in ${folder}; open report.html there\n`;
}
