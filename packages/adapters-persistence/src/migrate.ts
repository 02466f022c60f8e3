import { type DataSource, MigrationExecutor, type QueryRunner } from "typeorm";

/** The database was made by a later version of the program. */
export class DatabaseTooNew extends Error {
  override readonly name = "DatabaseTooNew";
}

/** Ours alone among the advisory locks of the database: "7fold". */
export const MIGRATION_LOCK = 0x37_666f_6c64;
const LOCK_WAIT = "60s";

/**
 * Brings the tables up to date, all pending migrations in one transaction. Of several processes
 * that start at once one migrates and the others wait. A database with migrations we do not know
 * is left as it is and refused. Answers the names of those that ran.
 */
export async function migrate(dataSource: DataSource): Promise<readonly string[]> {
  const runner = dataSource.createQueryRunner();
  let applied: readonly string[] = [];
  try {
    // A migration may take longer than any statement of the running program may.
    await runner.query("SET statement_timeout = 0");
    await runner.query(`SET lock_timeout = '${LOCK_WAIT}'`);
    await runner.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    try {
      refuseUnknown(dataSource, await migrationsDone(runner));
      applied = await runMigrations(dataSource, runner);
    } finally {
      await runner.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    }
    await runner.query("RESET statement_timeout");
    await runner.query("RESET lock_timeout");
  } finally {
    await runner.release();
  }
  return applied;
}

/** The database was made by an earlier version of the program, or is empty. */
export class DatabaseTooOld extends Error {
  override readonly name = "DatabaseTooOld";
}

/** For whoever only looks on: throws where the tables are not those of this version. Changes nothing. */
export async function requireMigrated(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    const done = new Set(await migrationsDone(runner));
    refuseUnknown(dataSource, [...done]);
    if (dataSource.migrations.every(({ name = "" }) => done.has(name))) return;
    throw new DatabaseTooOld(
      "The database is empty or of an older version of Sevenfold. Start this version on it first.",
    );
  } finally {
    await runner.release();
  }
}

/** Runs what is pending in one transaction: the runner's, where it has begun one. */
export async function runMigrations(
  dataSource: DataSource,
  runner: QueryRunner,
): Promise<readonly string[]> {
  const executor = new MigrationExecutor(dataSource, runner);
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

function refuseUnknown(dataSource: DataSource, done: readonly string[]): void {
  const known = new Set(dataSource.migrations.map(({ name }) => name));
  const unknown = done.filter((name) => !known.has(name));
  if (0 < unknown.length)
    throw new DatabaseTooNew(
      `The database was made by a newer version of Sevenfold (unknown: ${unknown.join(", ")}). ` +
        "Update the program, or give it another database. Nothing was changed.",
    );
}
