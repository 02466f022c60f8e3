import type { PGlite } from "@electric-sql/pglite";

/** A database's tables as an older program meets them. */
export interface SchemaSnapshot {
  /** By table and column: its type, whether it may be empty, whether it fills itself. */
  readonly columns: ReadonlyMap<string, ColumnFacts>;
  /** By table and name: constraints and unique indexes, as the database writes them. */
  readonly rules: ReadonlyMap<string, string>;
}

export interface ColumnFacts {
  readonly table: string;
  readonly type: string;
  readonly mayBeEmpty: boolean;
  readonly fillsItself: boolean;
}

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly filled: boolean;
}

export async function schemaSnapshot(pglite: PGlite): Promise<SchemaSnapshot> {
  const { rows: columns } = await pglite.query<ColumnRow>(`
    SELECT c.relname AS table, a.attname AS column, a.atttypid::regtype::text AS type,
      NOT a.attnotnull AS nullable, a.atthasdef OR a.attidentity <> '' AS filled
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      AND a.attnum > 0 AND NOT a.attisdropped`);
  const { rows: rules } = await pglite.query<{ readonly name: string; readonly text: string }>(`
    SELECT conrelid::regclass || '.' || conname AS name, pg_get_constraintdef(oid) AS text
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL
    SELECT tablename || '.' || indexname, indexdef FROM pg_indexes
    WHERE schemaname = 'public' AND indexdef LIKE 'CREATE UNIQUE%'
      AND indexname NOT IN (SELECT conname FROM pg_constraint)
    UNION ALL
    SELECT tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) FROM pg_trigger
    WHERE NOT tgisinternal`);
  return {
    columns: new Map(
      columns.map(({ table, column, type, nullable, filled }) => [
        `${table}.${column}`,
        { table, type, mayBeEmpty: nullable, fillsItself: filled },
      ]),
    ),
    rules: new Map(rules.map(({ name, text }) => [name, text])),
  };
}
