import { ROWS_MAX } from "@sevenfold/application/ports/storage";
import type { ClientBase, QueryConfig, QueryResult } from "pg";
import type {
  EntityManager,
  EntitySchema,
  FindManyOptions,
  FindOneOptions,
  FindOptionsWhere,
  ObjectLiteral,
} from "typeorm";
import type { PostgresDriver } from "typeorm/driver/postgres/PostgresDriver.js";
import { type PlainRead, plainReadOf } from "./plain-read.ts";
import { deleteOf, insertsOf, type PlainWrite, updateOf } from "./plain-write.ts";
import { type NamedRead, ReadingPool, type Rows } from "./reading-pool.ts";
import { columnsOf } from "./schema-columns.ts";
import { inTransaction, transactionOf } from "./transaction.ts";

/** The row that meets the conditions, as the domain has it; `lock` keeps it until the end. */
export async function findRow<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  wanted: FindOneOptions<Row>,
): Promise<Row | undefined> {
  const plain = plainReadOf(schema, { ...wanted, take: 1 } as FindManyOptions<Row>);
  if (plain) return (await answered<Row>(manager, plain))[0];
  const stored = await manager.findOne(schema, wanted);
  return stored === null ? undefined : domainRow(schema, stored);
}

export async function findRows<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  wanted: FindManyOptions<Row>,
): Promise<readonly Row[]> {
  const plain = plainReadOf(schema, wanted);
  if (plain) return answered<Row>(manager, plain, wanted.take);
  const stored = await manager.find(schema, wanted);
  return stored.map((row) => domainRow(schema, row));
}

/** Asks the connection itself: by its name the server finds the statement parsed and planned. */
async function answered<Row>(
  manager: EntityManager,
  { name, text, parameters, rowFrom }: PlainRead,
  rowsMax = 1,
): Promise<readonly Row[]> {
  const rows = await readNamed(manager, { name, text, values: [...parameters] }, rowsMax);
  return rows.map(rowFrom) as unknown as readonly Row[];
}

/** Asks a SELECT of our own, whose rows come as the driver reads them; no more than `rowsMax`. */
export async function readNamed(
  manager: EntityManager,
  wanted: NamedRead,
  rowsMax: number,
): Promise<Rows> {
  const transaction = transactionOf(manager);
  if (transaction) return (await transaction.ask(wanted)).rows;
  const pool = poolOf(manager);
  return pool instanceof ReadingPool && rowsMax <= SHARED_ROWS_MAX
    ? pool.read(wanted)
    : (await pool.query(wanted)).rows;
}

const poolOf = ({ connection }: EntityManager): Pick<ClientBase, "query"> | ReadingPool =>
  (connection.driver as PostgresDriver).master;

/** A longer list has a connection to itself, so that nobody waits behind it. */
const SHARED_ROWS_MAX = 1_000;

/** The option of `findRow` that locks the row it finds until the transaction ends. */
export const FOR_UPDATE = { lock: { mode: "pessimistic_write" } } as const;

/** Absent where the column is NULL, and without the columns only the database knows. */
function domainRow<Row extends object>(schema: EntitySchema<Row>, stored: Row): Row {
  const hidden = new Set<string>();
  // TypeORM reads a primary key even where it is not to be selected.
  for (const { options, property } of columnsOf(schema))
    if (options.select === false) hidden.add(property);
  return Object.fromEntries(
    Object.entries(stored).filter(([property, value]) => value !== null && !hidden.has(property)),
  ) as Row;
}

/**
 * The row with NULL for every optional property that is absent. Without it such a column would be
 * left as it was, and a halted day could never be cleared.
 */
export function storedRow<Row extends object>(
  schema: EntitySchema<Row>,
  row: Partial<Row>,
): Partial<Row> {
  const absent = columnsOf(schema)
    .filter(({ options }) => options.nullable && options.select !== false)
    .map(({ property }) => [property, null]);
  return { ...Object.fromEntries(absent), ...row };
}

/** Overwrites what the row gives and clears what it leaves out. */
export async function overwrite<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  where: FindOptionsWhere<Row>,
  row: Partial<Row>,
): Promise<void> {
  const touched = columnsOf(schema)
    .filter(({ options, property }) => property === "updatedAt" && options.select === false)
    .map(({ property }) => property);
  await write(manager, updateOf(schema, where, storedRow(schema, row), touched));
}

/** Sets these properties of the rows that meet the conditions, and no others. */
export const update = <Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  where: FindOptionsWhere<Row>,
  row: Partial<Row>,
): Promise<void> => write(manager, updateOf(schema, where, row));

export const countUpdated = <Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  where: FindOptionsWhere<Row>,
  row: Partial<Row>,
): Promise<number> => changed(manager, updateOf(schema, where, row));

export const remove = <Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  where: FindOptionsWhere<Row>,
): Promise<void> => write(manager, deleteOf(schema, where));

export const countRemoved = <Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  where: FindOptionsWhere<Row>,
): Promise<number> => changed(manager, deleteOf(schema, where));

/**
 * Inserts unless the key is taken, in one statement: a unique violation would abort the
 * transaction around it. True when the row was written.
 */
export async function insertIfNew<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  row: object,
): Promise<boolean> {
  const [statement] = insertsOf(schema, [row], { kind: "ignore" });
  return (await changed(manager, statement!)) === 1;
}

/** The first rows in the order given, at most `limit` and never more than `ROWS_MAX`. */
export async function firstRows<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  wanted: Required<Pick<FindManyOptions<Row>, "where" | "order">>,
  limit: number,
): Promise<readonly Row[]> {
  // TypeORM reads "take 0" as "take all".
  if (limit < 1) return [];
  return findRows(manager, schema, { ...wanted, take: Math.min(limit, ROWS_MAX) });
}

export async function insert<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  rows: object | readonly object[],
): Promise<void> {
  for (const statement of insertsOf(schema, listed(rows))) await write(manager, statement);
}

/** Inserts, or overwrites every other column of the row that has these values in `key`. */
export async function put<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  rows: object | readonly object[],
  key: readonly (keyof Row & string)[],
): Promise<void> {
  for (const statement of insertsOf(schema, listed(rows), { kind: "overwrite", key }))
    await write(manager, statement);
}

const listed = (rows: object | readonly object[]): readonly object[] =>
  Array.isArray(rows) ? rows : [rows];

/** In a transaction it is on its way, and fails the commit if it fails; outside it is done. */
async function write(manager: EntityManager, statement: PlainWrite): Promise<void> {
  const transaction = transactionOf(manager);
  if (transaction) await transaction.write(statement);
  else await poolOf(manager).query(statement);
}

/** How many rows the statement has changed. */
const changed = async (manager: EntityManager, statement: PlainWrite): Promise<number> =>
  (await ask(manager, statement)).rowCount ?? 0;

/**
 * A statement of our own that may write or wait for a lock: in the manager's transaction, or on a
 * connection that nobody shares.
 */
export const ask = (manager: EntityManager, statement: QueryConfig): Promise<QueryResult> =>
  transactionOf(manager)?.ask(statement) ?? poolOf(manager).query(statement);

/** Runs the work in the manager's transaction, or in one of its own where there is none. */
export const atomically = <Value>(
  manager: EntityManager,
  work: (manager: EntityManager) => Promise<Value>,
): Promise<Value> =>
  transactionOf(manager) ? work(manager) : inTransaction(manager.connection, work);
