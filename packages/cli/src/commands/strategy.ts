import { Command, Option } from "commander";
import { BEGINNINGS, type Beginning, writeStrategy } from "../strategy/write-strategy.ts";
import type { Terminal } from "../terminal.ts";
import { installCommand, listCommand, removeCommand } from "./strategy-install.ts";

/** `sevenfold strategy …`: to write a strategy of one's own, and to let it trade. */
export function strategyCommand(terminal: Terminal): Command {
  return new Command("strategy")
    .description("Helps to write strategies of your own, and lets them trade. docs/strategies.md")
    .addCommand(newCommand(terminal))
    .addCommand(installCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(removeCommand(terminal));
}

interface NewFlags {
  readonly in: string;
  readonly from: Beginning;
}

const newCommand = (terminal: Terminal): Command =>
  new Command("new")
    .description(
      "Writes a strategy that runs as it is: a cross-over of two averages, or the 4% rule.",
    )
    .argument("<name>", "what it is called, such as my-idea")
    .option("--in <folder>", "where it is written", ".")
    .addOption(
      new Option("--from <beginning>", "what it begins as")
        .choices([...BEGINNINGS])
        .default("cross-over"),
    )
    .action(async (name: string, { in: folder, from }: NewFlags) => {
      const place = await writeStrategy(name, folder, from);
      terminal.stdout.write(
        `${place} is written. Next: sevenfold backtest BARS.csv --strategy ${place}\n`,
      );
    });
