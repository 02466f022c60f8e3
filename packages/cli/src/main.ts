import "#require-node";
import { setFlagsFromString } from "node:v8";
import { openOneFile } from "./one-file.ts";

const oneFile = process.argv[2] === "backtest" ? openOneFile() : undefined;
if (oneFile === undefined) {
  const [{ runProgram }, { COMMANDS }] = await Promise.all([
    import("./program.ts"),
    import("./command-list.ts"),
  ]);
  await runProgram(COMMANDS);
} else {
  // At V8's own pace ten years of days are over before what it optimizes is of use. Only now: the
  // code kept of the file is for the flags that a process begins with.
  setFlagsFromString("--interrupt-budget=400000");
  await oneFile.runBacktestProgram();
}
