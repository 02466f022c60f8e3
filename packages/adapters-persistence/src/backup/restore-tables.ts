import type { Tables } from "@sevenfold/application/ports/stores/storage";
import type { DataSource, QueryRunner } from "typeorm";
import { LISTENER_NAME } from "../announcements/postgres-announcer.ts";
import { embeddedDataSource, POOL_NAME, serverDataSource } from "../data-source.ts";
import { translated } from "../database-error.ts";
import { openEmbeddedDatabase } from "../embedded-database.ts";
import { MIGRATION_LOCK, runMigrations } from "../migrate.ts";
import { MIGRATIONS } from "../migrations/migrations.ts";
import { tablesOf } from "../tables.ts";
import { DatabaseTooNew } from "../tables-ahead.ts";
import { written } from "../transaction.ts";
import {
  ANSWER_WITHIN_MS,
  CONNECT_WITHIN_MS,
  type DatabasePlace,
  openDatabaseSession,
} from "./database-session.ts";
import { type DumpedDatabase, quoted } from "./dump-tables.ts";

export interface RestoredDatabase extends Pick<DumpedDatabase, "migrations" | "tables"> {
  /** A table's rows, some lines of JSON at a time. */
  readonly readRows: (table: string) => AsyncIterable<readonly string[]>;
}

/** The database is in use, or holds something already. Nothing was changed. */
export class RestoreRefused extends Error {
  override readonly name = "RestoreRefused";
}

/** Throws `DatabaseTooNew` where the dump has tables that this version does not know. */
export function requireKnown(migrations: readonly string[]): void {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = migrations.filter((name) => !known.has(name));
  if (0 < unknown.length)
    throw new DatabaseTooNew(
      `The backup was made by a newer version of Sevenfold (unknown: ${unknown.join(", ")}). ` +
        "Update the program. Nothing was changed.",
    );
}

export interface RestoreChoice {
  /** What a server's database holds is kept in another schema. */
  readonly setsAside?: boolean;
  /** What is written into the tables beside their rows, once they are those of this version. */
  readonly alsoWrite?: (tables: Tables) => Promise<void>;
}

/**
 * Makes the tables as they were, fills them, and brings them up to date, all in one transaction: after a
 * failure the database is what it was before.
 *
 * A server's database must be empty and unused. With `setsAside` what it holds is kept in another
 * schema, whose name is answered. Throws `StorageUnavailable` where it is away or falls silent; of one
 * that falls silent at the very end nobody knows whether it took everything or nothing.
 */
export async function restoreTables(
  place: DatabasePlace,
  dump: RestoredDatabase,
  choice: RestoreChoice = {},
): Promise<string | undefined> {
  requireKnown(dump.migrations);
  const { answerTimeoutMs = ANSWER_WITHIN_MS, databaseUrl, dataFolder } = place;
  if (databaseUrl === undefined) {
    const database = await openEmbeddedDatabase(dataFolder);
    try {
      await filled(embeddedDataSource(database.pglite), dump, choice);
    } finally {
      await database.close();
    }
    return undefined;
  }
  await requireUnused(place);
  const pool = { url: databaseUrl, poolSize: 3, connectTimeoutMs: CONNECT_WITHIN_MS };
  const onConnectionLost = () => undefined;
  const dataSource = serverDataSource({ ...pool, answerTimeoutMs, onConnectionLost });
  return filled(dataSource, dump, { isServer: true, ...choice }).catch((error: unknown) => {
    throw translated(error);
  });
}

/** A process whose pages nobody looks at has closed the connections of its pool, and listens on. */
const NAMES_AT_WORK = [POOL_NAME, LISTENER_NAME];

async function requireUnused(place: DatabasePlace): Promise<void> {
  const session = await openDatabaseSession(place);
  try {
    const users = await session.query(
      `SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = ANY ($1)`,
      [NAMES_AT_WORK],
    );
    if (0 < users.length)
      throw new RestoreRefused(
        "Sevenfold is at work on this database: stop every process of it first.",
      );
  } finally {
    await session.close();
  }
}

async function filled(
  dataSource: DataSource,
  { migrations, readRows, tables }: RestoredDatabase,
  {
    alsoWrite,
    isServer = false,
    setsAside = false,
  }: RestoreChoice & { readonly isServer?: boolean },
): Promise<string | undefined> {
  await dataSource.initialize().catch((error: unknown) => {
    throw translated(error);
  });
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    // A restore takes longer than any statement and any pause of the running program may.
    await runner.query("SET LOCAL statement_timeout = 0");
    await runner.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    await runner.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    const aside = isServer ? await emptied(runner, setsAside) : undefined;
    const made = await runMigrations(dataSource, runner, migrations);
    if (made.length !== migrations.length)
      throw new Error(`made ${made.length} of ${migrations.length} migrations`);
    for (const { name } of tables) await fill(runner, name, readRows(name));
    await runMigrations(dataSource, runner);
    await alsoWrite?.(tablesOf(runner.manager));
    await written(runner);
    await runner.commitTransaction();
    return aside;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

/** Leaves an empty schema of the same name; answers where what was in it is kept. */
async function emptied(runner: QueryRunner, setsAside: boolean): Promise<string | undefined> {
  const [found]: readonly { readonly schema: string; readonly tables: string }[] =
    await runner.query(
      `SELECT current_schema() AS schema, (SELECT count(*) FROM pg_class
        WHERE relkind IN ('r', 'v', 'm') AND relnamespace = current_schema()::regnamespace) AS tables`,
    );
  if (!found || Number(found.tables) === 0) return undefined;
  if (!setsAside)
    throw new RestoreRefused(
      "The database is not empty. Name an empty one in DATABASE_URL, or add --replace, which " +
        "keeps what is in it in another schema.",
    );
  const aside = `before_restore_${Date.now()}`;
  await runner.query(`ALTER SCHEMA ${quoted(found.schema)} RENAME TO ${aside}`);
  await runner.query(`CREATE SCHEMA ${quoted(found.schema)}`);
  return aside;
}

async function fill(
  runner: QueryRunner,
  table: string,
  pages: AsyncIterable<readonly string[]>,
): Promise<void> {
  const name = quoted(table);
  for await (const lines of pages)
    await runner.query(
      `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1::json)`,
      [`[${lines.join(",")}]`],
    );
  const numbered: readonly { readonly column: string; readonly sequence: string }[] =
    await runner.query(
      `SELECT attname AS column, pg_get_serial_sequence($1, attname) AS sequence FROM pg_attribute
        WHERE attrelid = $1::regclass AND 0 < attnum AND NOT attisdropped
          AND pg_get_serial_sequence($1, attname) IS NOT NULL`,
      [name],
    );
  for (const { column, sequence } of numbered)
    await runner.query(
      `SELECT setval($1::regclass, (SELECT max(${quoted(column)}) FROM ${name})) WHERE EXISTS (SELECT FROM ${name})`,
      [sequence],
    );
}
