import { openStorage } from "@sevenfold/adapters-persistence/open-storage";
import { Command } from "commander";
import {
  type Configuration,
  ConfigurationError,
  configurationFrom,
} from "../compose/configuration.ts";
import { EXIT, Failure, usageFailure } from "../failure.ts";
import type { Terminal } from "../terminal.ts";

/** `sevenfold migrate`: what every start does first, for those who want it done before one. */
export function migrateCommand(terminal: Terminal): Command {
  return new Command("migrate")
    .description(
      "Brings the database's tables up to date, all in one transaction. A database that a newer " +
        "version made is left as it is. Reads DATABASE_URL, or DATA_DIR for the embedded one.",
    )
    .action(async () => {
      const { databaseUrl, dataFolder } = readConfiguration();
      const storage = await openStorage({
        dataFolder,
        ...(databaseUrl === undefined ? {} : { databaseUrl }),
      }).catch((error: Error) => {
        throw new Failure(EXIT.unexpected, error.message);
      });
      await storage.close();
      terminal.stdout.write(`${wordsOf(storage.migrated)}\n`);
    });
}

function readConfiguration(): Configuration {
  try {
    return configurationFrom(process.env);
  } catch (error) {
    throw error instanceof ConfigurationError ? usageFailure(error.message) : error;
  }
}

const wordsOf = (migrated: readonly string[]): string =>
  migrated.length === 0
    ? "The tables are up to date."
    : `Applied ${migrated.length}: ${migrated.join(", ")}`;
