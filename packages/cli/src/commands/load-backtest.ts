import { statSync } from "node:fs";
import type { Command } from "commander";
import type { Terminal } from "../terminal.ts";

type BacktestCommand = (terminal: Terminal) => Command;

/** The command and all it needs in one file, as the build leaves it (`vite.config.ts`). */
const ONE_FILE = new URL("../quick/backtest.js", import.meta.url);
/** Written whenever a package that is in it was compiled anew. */
const COMPILED = [
  new URL("../.tsbuildinfo", import.meta.url),
  new URL("../../../application/dist/.tsbuildinfo", import.meta.url),
  new URL("../../../domain/dist/.tsbuildinfo", import.meta.url),
];

/** Loads the backtest command: from one file where that is as new as its modules, else from them. */
export async function loadBacktest(): Promise<BacktestCommand> {
  if (!isFresh()) return (await import("./backtest.ts")).backtestCommand;
  const { backtestCommand } = (await import(ONE_FILE.href)) as {
    readonly backtestCommand: BacktestCommand;
  };
  return backtestCommand;
}

function isFresh(): boolean {
  const made = changedAt(ONE_FILE);
  return made !== undefined && COMPILED.every((path) => (changedAt(path) ?? 0) <= made);
}

const changedAt = (path: URL): number | undefined =>
  statSync(path, { throwIfNoEntry: false })?.mtimeMs;
