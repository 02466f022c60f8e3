import type { SealedValueStore } from "@sevenfold/application/ports/sealed-value-store";
import type { SignInStore } from "@sevenfold/application/ports/sign-in-store";
import type { Storage } from "@sevenfold/application/ports/storage";
import type { DataSource } from "typeorm";
import { embeddedDataSource, serverDataSource } from "./data-source.ts";
import { translated, translatingStore } from "./database-error.ts";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "./embedded-database.ts";
import { migrate } from "./migrate.ts";
import { typeormSealedValueStore } from "./sealed-values/typeorm-sealed-value-store.ts";
import { typeormSignInStore } from "./sign-ins/typeorm-sign-in-store.ts";
import { typeormStorage } from "./typeorm-storage.ts";

export interface StorageOptions {
  /** postgres://… : a server. Absent: the embedded database in the data folder. */
  readonly databaseUrl?: string;
  readonly dataFolder: string;
  /** Connections to a server at most; 10 when absent. The worker has a pool of its own. */
  readonly poolSize?: number;
  /** Longest wait for a connection to a server, or for a free one; 2,000 when absent. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds before retry 1 … 5 of a transaction; 5, 10, 20, 40, 80 when absent. */
  readonly pauseMs?: (retry: number) => number;
  readonly onConnectionLost?: (error: Error) => void;
}

export interface OpenStorage {
  readonly storage: Storage;
  readonly signIns: SignInStore;
  readonly sealedValues: SealedValueStore;
  /** One process, no protection against a power cut: no place for live money. */
  readonly isEmbedded: boolean;
  /** The migrations that opening it ran, oldest first. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens the database and brings its tables up to date. Throws `FolderInUse`, `DatabaseUnreadable`
 * or `DatabaseTooNew`, whose messages are fit for a user; `StorageUnavailable` when no server answers.
 */
export async function openStorage(options: StorageOptions): Promise<OpenStorage> {
  const { databaseUrl, dataFolder } = options;
  if (databaseUrl !== undefined) {
    const { poolSize = 10, connectTimeoutMs = 2_000, onConnectionLost = ignored } = options;
    const pool = { url: databaseUrl, poolSize, connectTimeoutMs, onConnectionLost };
    return opened(serverDataSource(pool), options);
  }
  const database = await openEmbeddedDatabase(dataFolder);
  return openedOn(database, options);
}

/** The same on an embedded database that is open already. Closing closes it too. */
export async function openedOn(
  database: EmbeddedDatabase,
  options: Pick<StorageOptions, "pauseMs"> = {},
): Promise<OpenStorage> {
  try {
    return await opened(embeddedDataSource(database.pglite), options, database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function opened(
  dataSource: DataSource,
  { pauseMs = doublingPause }: Pick<StorageOptions, "pauseMs">,
  database?: EmbeddedDatabase,
): Promise<OpenStorage> {
  let migrated: readonly string[];
  try {
    await dataSource.initialize();
    migrated = await migrate(dataSource);
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    throw translated(error);
  }
  return {
    storage: typeormStorage({ dataSource, pauseMs }),
    sealedValues: typeormSealedValueStore(dataSource),
    signIns: translatingStore(typeormSignInStore(dataSource.manager)),
    isEmbedded: database !== undefined,
    migrated,
    async close() {
      await dataSource.destroy();
      await database?.close();
    },
  };
}

const ignored = (): void => undefined;
const doublingPause = (retry: number): number => 5 * 2 ** (retry - 1);
