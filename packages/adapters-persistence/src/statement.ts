import type pg from "pg";
import type { EntityManager, EntitySchema } from "typeorm";
import type { PostgresDriver } from "typeorm/driver/postgres/PostgresDriver.js";
import { type Column, columnsOf } from "./schema-columns.ts";
import { readShared } from "./shared-reads.ts";
import { askWithin, send } from "./transaction.ts";

/*
 * The trading path asks in plain parameterised SQL, on TypeORM's connections. What is here is all
 * it needs besides: the columns of a table as a statement names them, and a row of it both ways.
 */

/** With a name the server parses the text once for each connection: one text has one name. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
  /** Of one that changes no row and does not begin with SELECT. */
  readonly isRead?: boolean;
  /** Each row as its values, in the order of what is selected. */
  readonly rowMode?: "array";
}

/**
 * Asks in the manager's transaction, where there is one. Outside of it only reads are asked, and on a
 * server they share connections.
 */
export async function ask(
  { connection, queryRunner }: EntityManager,
  statement: Statement,
): Promise<pg.QueryResult> {
  if (queryRunner) return askWithin(queryRunner, statement);
  const { master, options } = connection.driver as PostgresDriver;
  return options.extra?.pipeline ? readShared(connection, statement) : master.query(statement);
}

/** Writes; in a transaction the write is on its way, and fails the commit if it fails. */
export async function tell(manager: EntityManager, statement: Statement): Promise<void> {
  if (manager.queryRunner) await send(manager.queryRunner, statement);
  else await ask(manager, statement);
}

/**
 * The same as `ask` for a SELECT of these columns and no others. The driver takes two thirds as long
 * over rows that it need not give names to.
 */
export async function rowsOf<Row>(
  manager: EntityManager,
  { rowOf }: Selection<Row>,
  statement: Statement,
): Promise<readonly Row[]> {
  const { rows } = await ask(manager, { ...statement, rowMode: "array" });
  return (rows as readonly (readonly unknown[])[]).map(rowOf);
}

/** What a SELECT lists to get these properties, or all the domain knows, and how it reads a row. */
export interface Selection<Row> {
  readonly text: string;
  readonly rowFrom: (stored: object) => Row;
  /** The same of its values, in the order of the SELECT. */
  readonly rowOf: (values: readonly unknown[]) => Row;
}

export function selectionOf<Row extends object>(
  schema: EntitySchema<Row>,
  properties?: readonly string[],
): Selection<Row> {
  const columns = known(schema).filter(({ property }) => properties?.includes(property) ?? true);
  const table = schema.options.name;
  const fields = columns.map(({ options, property }) => ({ property, read: readerOf(options) }));
  return {
    text: columns.map((column) => `${selected(table, column)} AS "${column.property}"`).join(", "),
    rowFrom(stored) {
      const row: Record<string, unknown> = {};
      for (const { property, read } of fields) {
        const value = (stored as Record<string, unknown>)[property];
        if (value !== null) row[property] = read ? read(value) : value;
      }
      return row as Row;
    },
    rowOf(values) {
      const row: Record<string, unknown> = {};
      for (let index = 0; index < fields.length; index += 1) {
        const value = values[index];
        if (value === null) continue;
        const { property, read } = fields[index]!;
        row[property] = read ? read(value) : value;
      }
      return row as Row;
    },
  };
}

/**
 * Exact numbers and days come as text, also within JSON: none goes through a float. Instants come as
 * milliseconds, so that no Date is made on the way.
 */
function selected(table: string | undefined, column: Column): string {
  const name = `"${table}"."${column.name}"`;
  const { type } = column.options;
  if (type === INSTANT) return `(extract(epoch FROM ${name}) * 1000)::float8`;
  return type === "numeric" || type === "bigint" || type === "date" ? `${name}::text` : name;
}

/** How a column's value is read; undefined where it is what it is. */
function readerOf({ transformer, type }: Column["options"]) {
  if (type === INSTANT) return (value: unknown) => Math.round(value as number);
  return transformer && !Array.isArray(transformer) ? transformer.from : undefined;
}

const INSTANT = "timestamp with time zone";

/** The names of these properties' columns, or of all the domain knows, as a statement lists them. */
export const namesOf = (schema: EntitySchema, properties?: readonly string[]): string =>
  known(schema)
    .filter(({ property }) => properties?.includes(property) ?? true)
    .map(({ name }) => `"${name}"`)
    .join(", ");

/** What `ON CONFLICT … DO UPDATE SET` says to overwrite these columns with the row that was given. */
export const overwriting = (names: string): string =>
  names
    .split(", ")
    .map((name) => `${name} = excluded.${name}`)
    .join(", ");

const known = (schema: EntitySchema): readonly Column[] =>
  columnsOf(schema).filter(({ options }) => options.select !== false);

/**
 * Rows as the one parameter of `json_populate_recordset(NULL::table, $1)`: one row and a thousand are
 * the same statement, and what is absent is NULL.
 */
export function recordsOf<Row extends object>(
  schema: EntitySchema<Row>,
  rows: readonly Partial<Row>[],
): string {
  const columns = columnsOf(schema);
  return jsonOf(rows.map((row) => recordOf(columns, row as Readonly<Record<string, unknown>>)));
}

function recordOf(columns: readonly Column[], row: Readonly<Record<string, unknown>>) {
  const record: Record<string, unknown> = {};
  for (const { name, options, property } of columns) record[name] = stored(options, row[property]);
  return record;
}

function stored({ transformer }: Column["options"], value: unknown): unknown {
  if (value === null || value === undefined) return null;
  return transformer && !Array.isArray(transformer) ? transformer.to(value) : value;
}

/** Half of a character, where a text was cut: the server takes no JSON with one, written out as it is here. */
const HALF = /\\ud[89a-f]/;

/** To look at each value of its own takes longer than all else, and next to no text has half a character. */
function jsonOf(records: readonly object[]): string {
  const text = JSON.stringify(records);
  // Next to no text says it either, and to find that out is twenty times as fast.
  const mayHaveHalf = text.includes("\\ud");
  return mayHaveHalf && HALF.test(text) ? JSON.stringify(records, wellFormed) : text;
}

const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed() : value;
