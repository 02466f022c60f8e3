import type { PGlite } from "@electric-sql/pglite";
import { openMemoryDatabase } from "../embedded-database.ts";
import { type OpenStorage, openedOn } from "../open-storage.ts";

/** This version's storage on tables as the version after it may have left them. */
export async function openExpanded(): Promise<OpenStorage> {
  const database = await openMemoryDatabase();
  const opened = await openedOn(database);
  await expandTables(database.pglite);
  return opened;
}

/**
 * Makes of every table what the version after this one may make of it: columns that this one does not
 * know, one empty and one with a default, and a table beside it.
 */
const expandTables = (pglite: PGlite): Promise<unknown> =>
  pglite.exec(`
    DO $$
    DECLARE known text;
    BEGIN
      FOR known IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('ALTER TABLE %I ADD COLUMN next_empty jsonb', known);
        EXECUTE format('ALTER TABLE %I ADD COLUMN next_filled text NOT NULL DEFAULT ''next''', known);
      END LOOP;
    END $$;
    CREATE TABLE next_things (
      user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      next text NOT NULL
    );
  `);
