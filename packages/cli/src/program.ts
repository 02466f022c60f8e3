import { type CommandEntry, entryIn, runCommandLine } from "./command-line.ts";
import { EXIT } from "./failure.ts";
import { hearLostReader } from "./lost-reader.ts";
import { processTerminal } from "./terminal.ts";

const AFTERGLOW_MS = 500;

/** Runs the command line of this process to its end. */
export async function runProgram(commands: readonly CommandEntry[]): Promise<void> {
  const argv = process.argv.slice(2);
  const entry = entryIn(argv, commands);
  if (entry?.staysUp !== true) process.once("SIGINT", () => process.exit(EXIT.interrupted));
  hearLostReader(process, entry?.staysUp === true);
  process.exitCode = await runCommandLine(argv, processTerminal(), commands);
  // Whatever still runs a moment later is not the command any more.
  if (entry?.endsAtOnce === true) setTimeout(() => process.exit(), AFTERGLOW_MS).unref();
}
