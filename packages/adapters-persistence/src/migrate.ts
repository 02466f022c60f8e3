import { type DataSource, MigrationExecutor, type QueryRunner } from "typeorm";
import { tablesAhead } from "./tables-ahead.ts";

/** Ours alone among the advisory locks of the database: "7fold". */
export const MIGRATION_LOCK = 0x37_666f_6c64;
const LOCK_WAIT = "60s";

export interface Migrated {
  /** The names of those that ran, oldest first. */
  readonly applied: readonly string[];
  /** Those of a later version that ran before, and that this one works beside. */
  readonly ahead: readonly string[];
}

/**
 * Brings the tables up to date, all pending migrations in one transaction. Of several processes
 * that start at once one migrates and the others wait. A database that a later version has migrated
 * is left as it is, and refused with `DatabaseTooNew` unless this one works beside that.
 */
export async function migrate(dataSource: DataSource): Promise<Migrated> {
  const runner = dataSource.createQueryRunner();
  let migrated: Migrated;
  try {
    // A migration may take longer than any statement of the running program may.
    await runner.query("SET statement_timeout = 0");
    await runner.query(`SET lock_timeout = '${LOCK_WAIT}'`);
    await runner.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    try {
      const ahead = tablesAhead(namesOf(dataSource), await migrationsDone(runner));
      migrated = { applied: await runMigrations(dataSource, runner), ahead };
    } finally {
      await runner.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    }
    await runner.query("RESET statement_timeout");
    await runner.query("RESET lock_timeout");
  } finally {
    await runner.release();
  }
  return migrated;
}

/** The database was made by an earlier version of the program, or is empty. */
export class DatabaseTooOld extends Error {
  override readonly name = "DatabaseTooOld";
}

/** For whoever only looks on: throws where this version cannot work on the tables. Changes nothing. */
export async function requireMigrated(dataSource: DataSource): Promise<Migrated> {
  const runner = dataSource.createQueryRunner();
  try {
    const done = await migrationsDone(runner);
    const known = namesOf(dataSource);
    const ahead = tablesAhead(known, done);
    if (known.every((name) => done.includes(name))) return { applied: [], ahead };
    throw new DatabaseTooOld(
      "The database is empty or of an older version of Sevenfold. Start this version on it first.",
    );
  } finally {
    await runner.release();
  }
}

/**
 * Runs what is pending, or as much of it as is named, in one transaction: the runner's, where it has
 * begun one.
 */
export async function runMigrations(
  dataSource: DataSource,
  runner: QueryRunner,
  only: readonly string[] = namesOf(dataSource),
): Promise<readonly string[]> {
  const migrations = dataSource.migrations.filter(({ name = "" }) => only.includes(name));
  const some: DataSource = Object.create(dataSource, { migrations: { value: migrations } });
  const executor = new MigrationExecutor(some, runner);
  executor.transaction = "all";
  return (await executor.executePendingMigrations()).map(({ name }) => name);
}

async function migrationsDone(runner: QueryRunner): Promise<readonly string[]> {
  if (!(await runner.hasTable("migrations"))) return [];
  const done: readonly { readonly name: string }[] = await runner.query(
    "SELECT name FROM migrations ORDER BY id",
  );
  return done.map(({ name }) => name);
}

const namesOf = ({ migrations }: DataSource): readonly string[] =>
  migrations.map(({ name = "" }) => name);
