import { type Command, Option } from "commander";
import { usageFailure } from "../failure.ts";
import type { RunFlags } from "./run-flags.ts";

/** `--parquet` of a command that keeps tables in its run's folder. */
export const addParquetFlag = (command: Command): Command =>
  command.addOption(
    new Option("--parquet", "write the tables of the run's folder as Parquet too").default(
      false,
      "CSV alone",
    ),
  );

/** Ends a command before its work where the Parquet that it is asked for could not be written. */
export async function checkParquetFlag({ parquet, runFolder }: RunFlags): Promise<void> {
  if (parquet !== true) return;
  if (!runFolder)
    throw usageFailure(
      "--parquet writes into the run's folder, and --no-run-folder keeps none; leave one of them away",
    );
  await (await import("../run/parquet-tables.ts")).checkParquet();
}
