import type { SealedValueStore } from "@sevenfold/application/ports/stores/sealed-value-store";
import type { SignInStore } from "@sevenfold/application/ports/stores/sign-in-store";
import type { Storage } from "@sevenfold/application/ports/stores/storage";
import type pg from "pg";
import type { DataSource } from "typeorm";
import { embeddedDataSource, serverDataSource } from "./data-source.ts";
import { translated, translatingStore } from "./database-error.ts";
import {
  type EmbeddedDatabase,
  openEmbeddedDatabase,
  requireWholeRestore,
} from "./embedded-database.ts";
import { type Migrated, migrate, requireMigrated } from "./migrate.ts";
import { type OwnConnection, ownConnection } from "./own-connection.ts";
import { roomIn, watchRoom } from "./room-watch.ts";
import { typeormSealedValueStore } from "./sealed-values/typeorm-sealed-value-store.ts";
import { typeormSignInStore } from "./sign-ins/typeorm-sign-in-store.ts";
import { typeormStorage } from "./typeorm-storage.ts";

export interface StorageOptions {
  /** postgres://… : a server. Absent: the embedded database in the data folder. */
  readonly databaseUrl?: string;
  readonly dataFolder: string;
  /** Connections to a server at most, and two more for urgent work; 10 when absent. The worker has a pool of its own. */
  readonly poolSize?: number;
  /** Longest wait for a connection to a server, or for a free one; 2,000 when absent. */
  readonly connectTimeoutMs?: number;
  /** Longest silence of a server that was asked, twice what it gives a statement; 10,000 when absent. */
  readonly answerTimeoutMs?: number;
  /** Milliseconds before retry 1 … 5 of a transaction; 5, 10, 20, 40, 80 when absent. */
  readonly pauseMs?: (retry: number) => number;
  readonly onConnectionLost?: (error: Error) => void;
  /** Somebody else's to bring up to date: one of another version is refused, and nothing is changed. */
  readonly isOnlyRead?: boolean;
  /** Embedded alone: what cannot be opened is moved aside, and an empty database begun. */
  readonly beginsAnew?: boolean;
  /** Embedded alone: hears that the disk is nearly full, and that there is room again. */
  readonly onRoomChanged?: (hasRoom: boolean) => void;
}

export interface OpenStorage {
  readonly storage: Storage;
  readonly signIns: SignInStore;
  readonly sealedValues: SealedValueStore;
  /** One process, no protection against a power cut: no place for live money. */
  readonly isEmbedded: boolean;
  /** The migrations that opening it ran, oldest first. */
  readonly migrated: readonly string[];
  /** Those of a later version that ran before, and that this one works beside. */
  readonly ahead: readonly string[];
  /** Where the files went that could not be opened, when that was asked for. */
  readonly setAside?: string;
  /** False while the embedded database's disk is nearly full: it can be read, and writes fail. */
  readonly isWritable: () => boolean;
  /** How the connections are used; absent of the embedded database, which has one. */
  readonly poolStanding?: () => {
    readonly open: number;
    readonly idle: number;
    /** Pieces of work that have none. */
    readonly waiting: number;
  };
  close(): Promise<void>;
}

/**
 * Opens the database and brings its tables up to date. Throws `FolderInUse`, `DatabaseUnreadable`,
 * `DiskFull`, `DatabaseTooNew` or `DatabaseTooOld`, whose messages are fit for a user; `StorageUnavailable` when no server answers.
 */
export async function openStorage(options: StorageOptions): Promise<OpenStorage> {
  const { databaseUrl, dataFolder } = options;
  requireWholeRestore(dataFolder);
  if (databaseUrl !== undefined) {
    const { poolSize = 10, connectTimeoutMs = 2_000, onConnectionLost = ignored } = options;
    const server = { url: databaseUrl, poolSize, connectTimeoutMs, onConnectionLost };
    const pool = { ...server, answerTimeoutMs: options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS };
    const urgent = ownConnection(() =>
      serverDataSource({ ...pool, poolSize: URGENT_MAX, idleTimeoutMs: URGENT_IDLE_MS }),
    );
    const migrating = serverDataSource({ ...server, poolSize: 1 });
    return opened(serverDataSource(pool), { ...options, urgent, migrating });
  }
  const { beginsAnew = false } = options;
  const database = await openEmbeddedDatabase(dataFolder, { beginsAnew });
  return openedOn(database, options);
}

/** The same on an embedded database that is open already. Closing closes it too. */
export async function openedOn(
  database: EmbeddedDatabase,
  options: RunningOptions = {},
): Promise<OpenStorage> {
  try {
    return await opened(embeddedDataSource(database.pglite), options, database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface RunningOptions extends Pick<StorageOptions, "isOnlyRead" | "onRoomChanged" | "pauseMs"> {
  /** Where urgent work is done; with all other work when absent. */
  readonly urgent?: OwnConnection;
  /** Where migrations run, and nothing else; with all other work when absent. */
  readonly migrating?: DataSource;
  /** Room where the database is; the system is asked when absent. */
  readonly roomBytes?: () => Promise<number | undefined>;
}

async function opened(
  dataSource: DataSource,
  {
    isOnlyRead = false,
    migrating,
    onRoomChanged = ignored,
    pauseMs = doublingPause,
    roomBytes,
    urgent,
  }: RunningOptions,
  database?: EmbeddedDatabase,
): Promise<OpenStorage> {
  let migrated: Migrated;
  try {
    await dataSource.initialize();
    migrated = isOnlyRead
      ? await requireMigrated(dataSource)
      : await migratedOn(migrating ?? dataSource);
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    throw translated(error);
  }
  const folder = database?.folder;
  const bytesLeft = roomBytes ?? (folder === undefined ? undefined : () => roomIn(folder));
  const room = bytesLeft && watchRoom(dataSource, { roomBytes: bytesLeft, onRoomChanged });
  return {
    isWritable: () => room?.hasRoom() ?? true,
    ...(database?.setAside === undefined ? {} : { setAside: database.setAside }),
    storage: typeormStorage({ dataSource, pauseMs, ...(urgent && { urgent: urgent.get }) }),
    sealedValues: typeormSealedValueStore(dataSource),
    signIns: translatingStore(typeormSignInStore(dataSource.manager)),
    isEmbedded: database !== undefined,
    migrated: migrated.applied,
    ahead: migrated.ahead,
    ...(database === undefined && { poolStanding: () => poolStandingOf(dataSource) }),
    async close() {
      await room?.stop();
      await urgent?.close();
      await dataSource.destroy();
      await database?.close();
    },
  };
}

async function migratedOn(dataSource: DataSource): Promise<Migrated> {
  if (dataSource.isInitialized) return migrate(dataSource);
  await dataSource.initialize();
  try {
    return await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

function poolStandingOf(dataSource: DataSource) {
  const { master } = dataSource.driver as DataSource["driver"] & { readonly master: pg.Pool };
  return { open: master.totalCount, idle: master.idleCount, waiting: master.waitingCount };
}

const ANSWER_TIMEOUT_MS = 10_000;
/** Leases are renewed while orders are written down. */
const URGENT_MAX = 2;
/**
 * Opening a connection takes longer than most of what is urgent, and the second of two is idle in most
 * seconds. What stands between here and the server may forget one that is idle for longer.
 */
const URGENT_IDLE_MS = 120_000;

const ignored = (): void => undefined;
const doublingPause = (retry: number): number => 5 * 2 ** (retry - 1);
