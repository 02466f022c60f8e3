import { type Command, Option } from "commander";

/** `--resume` of a command whose work may take long. */
export const addResumeFlag = (command: Command): Command =>
  command.addOption(
    new Option(
      "--resume",
      "go on with what an interrupted run of the same command has done",
    ).default(false, "from the start"),
  );
