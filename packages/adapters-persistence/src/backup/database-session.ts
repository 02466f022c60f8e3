import pg from "pg";
import { openEmbeddedDatabase } from "../embedded-database.ts";

/** One connection to a database, outside the pools that the running program uses. */
export interface DatabaseSession {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

export interface DatabasePlace {
  /** postgres://… : a server. Absent: the embedded database in the data folder. */
  readonly databaseUrl?: string;
  readonly dataFolder: string;
}

/** Its name on the server, so that it can be told from the running program. */
export const SESSION_NAME = "sevenfold-backup";
const CONNECT_WITHIN_MS = 10_000;

/** Opens the database as it is: no table is made or changed. Throws as `openStorage` does. */
export async function openDatabaseSession({
  databaseUrl,
  dataFolder,
}: DatabasePlace): Promise<DatabaseSession> {
  return databaseUrl === undefined ? embeddedSession(dataFolder) : serverSession(databaseUrl);
}

async function embeddedSession(dataFolder: string): Promise<DatabaseSession> {
  const database = await openEmbeddedDatabase(dataFolder);
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await database.pglite.query<Row>(text, [...values])).rows,
    close: () => database.close(),
  };
}

async function serverSession(connectionString: string): Promise<DatabaseSession> {
  const client = new pg.Client({
    connectionString,
    application_name: SESSION_NAME,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
  });
  // What is under way fails by itself; nothing else is to be told.
  client.on("error", () => undefined);
  await client.connect();
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
    close: () => client.end(),
  };
}
