import { SEALED_COLUMNS } from "../sealed-values/sealed-columns.ts";
import { type DatabaseSession, NothingToBackUp } from "./database-session.ts";

export interface DumpedTable {
  readonly name: string;
  readonly rows: number;
}

/** What a dump holds, and what it takes to read it. */
export interface DumpedDatabase {
  /** The migrations that made its tables, oldest first. */
  readonly migrations: readonly string[];
  /** A table stands behind those that its rows refer to. */
  readonly tables: readonly DumpedTable[];
  /** The names of the keys that its secrets are sealed under. */
  readonly sealedUnder: readonly string[];
}

/** Takes one table's rows, some at a time, each one line of JSON with its end. */
export type TakeRows = (table: string, lines: string) => Promise<void>;

const ROWS_AT_ONCE = 1_000;

/**
 * Reads every table as it stood at one moment, while others go on writing: all of it is one
 * read-only transaction. Rows are JSON as PostgreSQL writes it, never read by JavaScript, so that no
 * number loses a digit. No more than a thousand are held at a time.
 */
export async function dumpTables(
  session: DatabaseSession,
  takeRows: TakeRows,
): Promise<DumpedDatabase> {
  await session.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    const migrations = await migrationsOf(session);
    const tables: DumpedTable[] = [];
    for (const name of await tablesInOrder(session))
      tables.push({ name, rows: await dumpTable(session, name, takeRows) });
    return { migrations, tables, sealedUnder: await keysOfSecrets(session, tables) };
  } finally {
    // Of a server that is away nothing is to be given back, and why it failed was said before.
    await session.query("ROLLBACK").catch(() => undefined);
  }
}

async function migrationsOf(session: DatabaseSession): Promise<readonly string[]> {
  const [found] = await session.query<{ readonly is_there: boolean }>(
    "SELECT to_regclass('migrations') IS NOT NULL AS is_there",
  );
  if (!found?.is_there)
    throw new NothingToBackUp("This database holds nothing of Sevenfold's: there is no backup.");
  const rows = await session.query<{ readonly name: string }>(
    "SELECT name FROM migrations ORDER BY id",
  );
  return rows.map(({ name }) => name);
}

async function dumpTable(
  session: DatabaseSession,
  table: string,
  takeRows: TakeRows,
): Promise<number> {
  await session.query(
    `DECLARE dumped NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS line FROM ${quoted(table)} AS t`,
  );
  let rows = 0;
  for (;;) {
    const page = await session.query<{ readonly line: string }>(
      `FETCH ${ROWS_AT_ONCE} FROM dumped`,
    );
    if (page.length === 0) break;
    await takeRows(table, page.map(({ line }) => `${line}\n`).join(""));
    rows += page.length;
  }
  await session.query("CLOSE dumped");
  return rows;
}

/** All tables but the list of migrations, each behind those it refers to. */
async function tablesInOrder(session: DatabaseSession): Promise<readonly string[]> {
  const all = await session.query<{ readonly name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
        AND relname <> 'migrations' ORDER BY relname`,
  );
  const references = await session.query<{ readonly child: string; readonly parent: string }>(
    `SELECT child.relname AS child, parent.relname AS parent
      FROM pg_constraint
      JOIN pg_class AS child ON child.oid = conrelid
      JOIN pg_class AS parent ON parent.oid = confrelid
      WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
        AND conrelid <> confrelid`,
  );
  const ordered: string[] = [];
  const add = (name: string): void => {
    if (ordered.includes(name)) return;
    for (const { child, parent } of references) if (child === name) add(parent);
    ordered.push(name);
  };
  for (const { name } of all) add(name);
  return ordered;
}

async function keysOfSecrets(
  session: DatabaseSession,
  tables: readonly DumpedTable[],
): Promise<readonly string[]> {
  const keys = new Set<string>();
  for (const { column, table } of SEALED_COLUMNS) {
    if (!tables.some(({ name }) => name === table)) continue;
    const found = await session.query<{ readonly key: string }>(
      `SELECT DISTINCT split_part(${column}, '.', 2) AS key FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    for (const { key } of found) keys.add(key);
  }
  return [...keys].sort();
}

/** A name as SQL takes it whatever it is. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
