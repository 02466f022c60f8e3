import { Command } from "commander";
import type { Terminal } from "../terminal.ts";
import { dataAdjustCommand } from "./data-adjust.ts";
import { dataFetchCommand } from "./data-fetch.ts";
import { dataGenerateCommand } from "./data-generate.ts";
import { dataImportCommand } from "./data-import.ts";
import { dataListCommand } from "./data-list.ts";
import { dataVerifyCommand } from "./data-verify.ts";

/** `sevenfold data …`: bars that are kept, where they came from, and whether they can be true. */
export function dataCommand(terminal: Terminal): Command {
  return new Command("data")
    .description("Keeps bars for backtests: fetched, imported or generated. docs/data.md")
    .addCommand(dataFetchCommand(terminal))
    .addCommand(dataImportCommand(terminal))
    .addCommand(dataGenerateCommand(terminal))
    .addCommand(dataListCommand(terminal))
    .addCommand(dataVerifyCommand(terminal))
    .addCommand(dataAdjustCommand(terminal));
}
