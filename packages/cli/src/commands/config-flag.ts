import { type Command, Option } from "commander";

export const CONFIG_FLAG = "--config";

export const addConfigFlag = (command: Command): Command =>
  command.addOption(
    new Option(
      `${CONFIG_FLAG} <file>`,
      "bars and flags from a JSON file; later files and the command line win; may be repeated",
    ),
  );
