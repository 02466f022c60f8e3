import "#require-node";
import { setFlagsFromString } from "node:v8";
import { openOneFile } from "./one-file.ts";
import { laterOptimizing } from "./v8-pace.ts";

const oneFile = process.argv[2] === "backtest" ? openOneFile() : undefined;
if (oneFile === undefined) {
  const [{ runProgram }, { COMMANDS }] = await Promise.all([
    import("./program.ts"),
    import("./command-list.ts"),
  ]);
  await runProgram(COMMANDS);
} else {
  // Only now: the code kept of the file is for the flags that a process begins with.
  for (const flag of laterOptimizing(process.version)) setFlagsFromString(flag);
  await oneFile.runBacktestProgram();
}
