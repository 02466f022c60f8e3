import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type OpenStorage, openStorage } from "@sevenfold/adapters-persistence/open-storage";
import {
  type Configuration,
  ConfigurationError,
  configurationFrom,
} from "../compose/configuration.ts";
import { EXIT, Failure, usageFailure } from "../failure.ts";
import { checkFolder, makeFolder, writeReasonOf } from "../system/make-folder.ts";
import { dataFolderFailure, startFailureOf } from "./start-failure.ts";

/** The settings of the environment; a wrong one ends the command with a sentence that names it. */
export function readConfiguration(): Configuration {
  try {
    return configurationFrom(process.env);
  } catch (error) {
    throw error instanceof ConfigurationError ? usageFailure(error.message) : error;
  }
}

/** The database of the settings, for a command that runs beside Sevenfold or in its place. */
export async function openCommandStorage(configuration: Configuration): Promise<OpenStorage> {
  const { databaseUrl, dataFolder } = configuration;
  if (databaseUrl === undefined) await readyDataFolder(dataFolder);
  return openStorage({
    dataFolder,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  }).catch((error: Error) => {
    throw startFailureOf(error, configuration) ?? new Failure(EXIT.unexpected, error.message);
  });
}

/**
 * The database that is there already. In a folder in which Sevenfold never ran, a new and empty one
 * would take the command's word, and whoever gave it would believe that it is kept.
 */
export async function openKeptStorage(configuration: Configuration): Promise<OpenStorage> {
  const { databaseUrl, dataFolder } = configuration;
  if (databaseUrl === undefined && !existsSync(join(dataFolder, "database"))) {
    // What cannot be a folder says why.
    if (!(await mayBeFolder(dataFolder))) await readyDataFolder(dataFolder);
    throw new Failure(
      EXIT.invalidInput,
      `there is no database in ${dataFolder}, so nothing was done: set DATA_DIR to the folder in ` +
        "which Sevenfold runs, or DATABASE_URL where it runs on PostgreSQL",
    );
  }
  return openCommandStorage(configuration);
}

const mayBeFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );

/** Says in words, before anything is opened, why nothing can be kept in the data folder. */
export async function readyDataFolder(dataFolder: string): Promise<void> {
  try {
    await makeFolder(dataFolder);
    await checkFolder(dataFolder);
  } catch (error) {
    const reason = writeReasonOf(error);
    throw reason === undefined ? error : dataFolderFailure(dataFolder, undefined, reason);
  }
}
