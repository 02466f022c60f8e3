import { ROWS_MAX } from "@sevenfold/application/ports/storage";
import type { ClientBase } from "pg";
import type {
  EntityManager,
  EntitySchema,
  EntitySchemaColumnOptions,
  FindManyOptions,
  FindOneOptions,
  FindOptionsWhere,
  ObjectLiteral,
} from "typeorm";
import type { PostgresDriver } from "typeorm/driver/postgres/PostgresDriver.js";
import { type PlainRead, plainReadOf } from "./plain-read.ts";
import { type NamedRead, ReadingPool, type Rows } from "./reading-pool.ts";

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
export const readNamed = async (
  { connection, queryRunner }: EntityManager,
  wanted: NamedRead,
  rowsMax: number,
): Promise<Rows> =>
  queryRunner
    ? queried(await queryRunner.connect(), wanted)
    : readFrom((connection.driver as PostgresDriver).master, wanted, rowsMax);

/** A longer list has a connection to itself, so that nobody waits behind it. */
const SHARED_ROWS_MAX = 1_000;

const readFrom = (
  pool: Connection | ReadingPool,
  wanted: NamedRead,
  rowsMax: number,
): Promise<Rows> =>
  pool instanceof ReadingPool && rowsMax <= SHARED_ROWS_MAX
    ? pool.read(wanted)
    : queried(pool, wanted);

const queried = async (connection: Connection, wanted: NamedRead): Promise<Rows> =>
  (await connection.query(wanted)).rows;

type Connection = Pick<ClientBase, "query">;

/** The option of `findRow` that locks the row it finds until the transaction ends. */
export const FOR_UPDATE = { lock: { mode: "pessimistic_write" } } as const;

/** Absent where the column is NULL, and without the columns only the database knows. */
function domainRow<Row extends object>(schema: EntitySchema<Row>, stored: Row): Row {
  const hidden = new Set<string>();
  // TypeORM reads a primary key even where it is not to be selected.
  for (const [property, column] of columnsOf(schema))
    if (column.select === false) hidden.add(property);
  return Object.fromEntries(
    Object.entries(stored).filter(([property, value]) => value !== null && !hidden.has(property)),
  ) as Row;
}

/**
 * The row with NULL for every optional property that is absent. Without it TypeORM would leave
 * such a column as it was, and a halted day could never be cleared.
 */
export function storedRow<Row extends object>(
  schema: EntitySchema<Row>,
  row: Partial<Row>,
): Partial<Row> {
  const absent = columnsOf(schema)
    .filter(([, column]) => column.nullable && column.select !== false)
    .map(([property]) => [property, null]);
  return { ...Object.fromEntries(absent), ...row };
}

/** Overwrites what the row gives and clears what it leaves out. */
export async function overwrite<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  where: FindOptionsWhere<Row>,
  row: Partial<Row>,
): Promise<void> {
  const isOursToTouch = columnsOf(schema).some(
    ([property, column]) => property === "updatedAt" && column.select === false,
  );
  const touched = isOursToTouch ? { updatedAt: () => "now()" } : {};
  await manager.update(schema, where, { ...storedRow(schema, row), ...touched } as object);
}

/**
 * Inserts unless the key is taken, in one statement: a unique violation would abort the
 * transaction around it. True when the row was written.
 */
export async function insertIfNew<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  row: object,
): Promise<boolean> {
  const inserted = await manager
    .createQueryBuilder()
    .insert()
    .into(schema)
    .values(row as never)
    .orIgnore()
    .returning(primaryColumns(schema))
    .updateEntity(false)
    .execute();
  return (inserted.raw as readonly unknown[]).length === 1;
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
  await manager
    .createQueryBuilder()
    .insert()
    .into(schema)
    .values(rows as never)
    .updateEntity(false)
    .execute();
}

/** Inserts, or overwrites every other column of the row that has these values in `conflict`. */
export async function put<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  rows: object | readonly object[],
  conflict: readonly (keyof Row & string)[],
): Promise<void> {
  await manager.upsert(schema, rows as never, {
    conflictPaths: [...conflict],
    skipUpdateIfNoValuesChanged: false,
  });
}

/** Runs the work in the manager's transaction, or in one of its own where there is none. */
export const atomically = <Value>(
  manager: EntityManager,
  work: (manager: EntityManager) => Promise<Value>,
): Promise<Value> =>
  manager.queryRunner?.isTransactionActive ? work(manager) : manager.transaction(work);

const primaryColumns = <Row>(schema: EntitySchema<Row>): string[] =>
  columnsOf(schema)
    .filter(([, column]) => column.primary)
    .map(([property]) => property);

const columnsOf = <Row>(schema: EntitySchema<Row>): [string, EntitySchemaColumnOptions][] =>
  Object.entries<EntitySchemaColumnOptions | undefined>(schema.options.columns).flatMap(
    ([property, column]) => (column ? [[property, column]] : []),
  );
