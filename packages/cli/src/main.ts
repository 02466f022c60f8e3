import { openOneFile } from "./one-file.ts";

const oneFile = process.argv[2] === "backtest" ? openOneFile() : undefined;
if (oneFile === undefined) {
  const [{ runProgram }, { COMMANDS }] = await Promise.all([
    import("./program.ts"),
    import("./command-list.ts"),
  ]);
  await runProgram(COMMANDS);
} else {
  await oneFile.runBacktestProgram();
}
