import { inRoot } from "./workspace.mjs";

/*
 * Runs the backtest command from its one file, and keeps the code that V8 made of it beside it: what
 * is compiled once need not be compiled at each start. `packages/cli/src/one-file.ts` takes it.
 */
const { compileOneFile, evaluate, keepCode } = await import(
  inRoot("packages/cli/dist/one-file.js")
);
const bars = inRoot("packages/cli/examples/two-stocks-2024.csv");
process.argv.splice(2, process.argv.length, "backtest", bars, "--json", "--no-run-folder");
process.stdout.write = () => true;

const oneFile = compileOneFile();
await evaluate(oneFile).runBacktestProgram();
if (!process.exitCode) keepCode(oneFile);
