import type { MigrationInterface, QueryRunner } from "typeorm";
import { embeddedDataSource } from "../data-source.ts";
import { openMemoryDatabase } from "../embedded-database.ts";
import { migrate } from "../migrate.ts";
import { MIGRATIONS } from "../migrations/migrations.ts";
import { type OpenStorage, openedOn } from "../open-storage.ts";

/** This version's storage, begun on tables that the version after it has migrated. */
export async function openExpanded(): Promise<OpenStorage> {
  const database = await openMemoryDatabase();
  const migrations = [...MIGRATIONS, ExpandEveryTable1700000009999];
  const next = await embeddedDataSource(database.pglite, migrations).initialize();
  await migrate(next);
  await next.destroy();
  return openedOn(database);
}

/**
 * Makes of every table what the version after this one may make of it: columns that this one does not
 * know, one empty and one with a default, and a table beside it.
 */
class ExpandEveryTable1700000009999 implements MigrationInterface {
  readonly name = "ExpandEveryTable1700000009999";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$
      DECLARE known text;
      BEGIN
        FOR known IN SELECT tablename FROM pg_tables
          WHERE schemaname = 'public' AND tablename <> 'migrations' LOOP
          EXECUTE format('ALTER TABLE %I ADD COLUMN next_empty jsonb', known);
          EXECUTE format('ALTER TABLE %I ADD COLUMN next_filled text NOT NULL DEFAULT ''next''', known);
        END LOOP;
      END $$`);
    await runner.query(`CREATE TABLE next_things (
      user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      next text NOT NULL
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE next_things");
  }
}
