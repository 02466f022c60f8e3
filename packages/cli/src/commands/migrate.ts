import type { OpenStorage } from "@sevenfold/adapters-persistence/open-storage";
import { Command } from "commander";
import type { Terminal } from "../terminal.ts";
import { openCommandStorage, readConfiguration } from "./command-storage.ts";

/** `sevenfold migrate`: what every start does first, for those who want it done before one. */
export function migrateCommand(terminal: Terminal): Command {
  return new Command("migrate")
    .description(
      "Brings the database's tables up to date, all in one transaction. A database of a newer " +
        "version is left as it is. Reads DATABASE_URL, or DATA_DIR for the embedded one.",
    )
    .action(async () => {
      const storage = await openCommandStorage(readConfiguration());
      await storage.close();
      terminal.stdout.write(`${wordsOf(storage)}\n`);
    });
}

function wordsOf({ ahead, migrated }: Pick<OpenStorage, "ahead" | "migrated">): string {
  if (0 < ahead.length)
    return `The tables are those of a later version, beside which this one works: ${ahead.join(", ")}`;
  return migrated.length === 0
    ? "The tables are up to date."
    : `Applied ${migrated.length}: ${migrated.join(", ")}`;
}
