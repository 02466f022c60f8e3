import { existsSync } from "node:fs";
import { join } from "node:path";
import { type OpenStorage, openStorage } from "@sevenfold/adapters-persistence/open-storage";
import { startFailureOf } from "../commands/start-failure.ts";
import type { Configuration } from "../compose/configuration.ts";
import { type Finding, failed, ok, reasonOf, skipped, warning } from "./finding.ts";

const CONNECT_WITHIN_MS = 5_000;

/** The database as it was found; open, where it can be read. Whoever asked closes it. */
export interface FoundDatabase {
  readonly finding: Omit<Finding, "check">;
  readonly opened?: OpenStorage;
}

/** Looks only: nothing is made and no table is changed. */
export async function findDatabase(configuration: Configuration): Promise<FoundDatabase> {
  const { databaseUrl, dataFolder } = configuration;
  const isEmbedded = databaseUrl === undefined;
  if (isEmbedded && !existsSync(join(dataFolder, "database")))
    return { finding: ok("none yet: the first start makes it") };
  try {
    const opened = await openStorage({
      ...{ dataFolder, isOnlyRead: true, poolSize: 1, connectTimeoutMs: CONNECT_WITHIN_MS },
      ...(isEmbedded ? {} : { databaseUrl }),
    });
    const where = isEmbedded ? "embedded" : "PostgreSQL";
    const tables =
      opened.ahead.length === 0
        ? "its tables are up to date"
        : "its tables are those of a later version, beside which this one works";
    return { finding: ok(`${where}, ${tables}`), opened };
  } catch (error) {
    return { finding: findingOf(error as Error, configuration) };
  }
}

function findingOf(error: Error, configuration: Configuration): Omit<Finding, "check"> {
  switch (error.name) {
    case "FolderInUse":
      return skipped("a running Sevenfold has it; to look into it, end that first");
    case "DatabaseTooOld":
      return warning(
        "empty, or of an older version",
        "the next start brings it up to date; `sevenfold backup` before, and `sevenfold migrate`",
      );
    case "DatabaseTooNew":
      return failed(reasonOf(error), "update Sevenfold");
    default: {
      const known = startFailureOf(error, configuration)?.message ?? reasonOf(error);
      const todo = "docs/operations.md says what to do with a database that cannot be opened";
      return failed(known, todo);
    }
  }
}
