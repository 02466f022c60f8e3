import type { CommandEntry } from "../command-line.ts";

/** Told apart from the others: the build makes one file of it (`backtest-program.ts`). */
export const BACKTEST: CommandEntry = {
  name: "backtest",
  summary: "trade recorded bars by the strategy and report",
  load: async () => (await import("./backtest.ts")).backtestCommand,
};
