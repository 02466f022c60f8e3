import { backtestCommand } from "./commands/backtest.ts";
import { BACKTEST } from "./commands/backtest-entry.ts";
import { runProgram } from "./program.ts";

/** The program with the one command `backtest`, which is there at once: `one-file.ts` opens it. */
export const runBacktestProgram = (): Promise<void> =>
  runProgram([{ ...BACKTEST, load: async () => backtestCommand }]);
