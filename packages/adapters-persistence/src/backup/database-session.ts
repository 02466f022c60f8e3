import { answeredClient } from "../answered-client.ts";
import { translated } from "../database-error.ts";
import { hasDatabase, openEmbeddedDatabase } from "../embedded-database.ts";
import { hungUp } from "../hung-up.ts";

/** One connection to a database, outside the pools that the running program uses. */
export interface DatabaseSession {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

export interface DatabasePlace {
  /** postgres://… : a server. Absent: the embedded database in the data folder. */
  readonly databaseUrl?: string;
  readonly dataFolder: string;
  /** Longest silence of a server that was asked; a minute when absent. */
  readonly answerTimeoutMs?: number;
}

/** There is no database, or one without tables of ours. */
export class NothingToBackUp extends Error {
  override readonly name = "NothingToBackUp";
}

/** Its name on the server, so that it can be told from the running program. */
export const SESSION_NAME = "sevenfold-backup";
export const CONNECT_WITHIN_MS = 10_000;
/** Longer than any page of rows takes, and than the end of a large transaction. */
export const ANSWER_WITHIN_MS = 60_000;

/**
 * Opens the database as it is: none is made, and no table is made or changed. Throws `NothingToBackUp`
 * where there is none, and as `openStorage` does; where a server falls silent, each question that waits
 * then rejects with `StorageUnavailable`.
 */
export async function openDatabaseSession({
  answerTimeoutMs = ANSWER_WITHIN_MS,
  databaseUrl,
  dataFolder,
}: DatabasePlace): Promise<DatabaseSession> {
  return databaseUrl === undefined
    ? embeddedSession(dataFolder)
    : serverSession(databaseUrl, answerTimeoutMs);
}

async function embeddedSession(dataFolder: string): Promise<DatabaseSession> {
  if (!hasDatabase(dataFolder))
    throw new NothingToBackUp(
      `There is no database in ${dataFolder}, and so no backup: set DATA_DIR to the folder in which ` +
        "Sevenfold runs, or DATABASE_URL where it runs on PostgreSQL.",
    );
  const database = await openEmbeddedDatabase(dataFolder);
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await database.pglite.query<Row>(text, [...values])).rows,
    close: () => database.close(),
  };
}

async function serverSession(
  connectionString: string,
  answerTimeoutMs: number,
): Promise<DatabaseSession> {
  const client = new (answeredClient(answerTimeoutMs))({
    connectionString,
    application_name: SESSION_NAME,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
  });
  // What is under way fails by itself; nothing else is to be told.
  client.on("error", () => undefined);
  await client.connect().catch(thrown);
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values]).catch(thrown)).rows,
    close: () => hungUp(client),
  };
}

const thrown = (error: unknown): never => {
  throw translated(error);
};
