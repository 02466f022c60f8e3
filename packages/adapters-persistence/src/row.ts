import { ROWS_MAX } from "@sevenfold/application/ports/stores/storage";
import type {
  EntityManager,
  EntitySchema,
  FindManyOptions,
  FindOneOptions,
  FindOptionsWhere,
  ObjectLiteral,
} from "typeorm";
import { columnsOf } from "./schema-columns.ts";
import { inTransaction, isInTransaction } from "./transaction.ts";

/*
 * Rows as the domain has them, through TypeORM: absent where a column is NULL, and without what only
 * the database knows. What the trading path asks all the time stands in hot-statement.ts's users.
 */

/** The row that meets the conditions; `lock` keeps it until the transaction ends. */
export async function findRow<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  wanted: FindOneOptions<Row>,
): Promise<Row | undefined> {
  const stored = await manager.findOne(schema, wanted);
  return stored === null ? undefined : domainRow(schema, stored);
}

export async function findRows<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  wanted: FindManyOptions<Row>,
): Promise<readonly Row[]> {
  const stored = await manager.find(schema, wanted);
  return stored.map((row) => domainRow(schema, row));
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

/** The option of `findRow` that locks the row it finds until the transaction ends. */
export const FOR_UPDATE = { lock: { mode: "pessimistic_write" } } as const;

/** TypeORM reads a primary key even where it is not to be selected. */
function domainRow<Row extends object>(schema: EntitySchema<Row>, stored: Row): Row {
  const row: Record<string, unknown> = {};
  for (const { options, property } of columnsOf(schema)) {
    const value = stored[property as keyof Row];
    if (options.select !== false && value !== null) row[property] = value;
  }
  return row as Row;
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

/** Inserts; a property that is absent gets the column's default. */
export async function insert<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  rows: object | readonly object[],
): Promise<void> {
  if (Array.isArray(rows) && rows.length === 0) return;
  await inserting(manager, schema, rows).execute();
}

/**
 * Inserts unless a key is taken, in one statement: a unique violation would abort the transaction
 * around it. True when the row was written.
 */
export async function insertIfNew<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  row: object,
): Promise<boolean> {
  const { raw } = await inserting(manager, schema, row).orIgnore().returning("1").execute();
  return raw.length === 1;
}

/** Inserts, or overwrites every other column of the row that has these values in `key`. */
export async function put<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  rows: object | readonly object[],
  key: readonly (keyof Row & string)[],
): Promise<void> {
  await manager.upsert(schema, rows as Row[], [...key]);
}

const inserting = (manager: EntityManager, schema: EntitySchema, rows: object) =>
  manager.createQueryBuilder().insert().into(schema).values(rows).updateEntity(false);

/** Overwrites what the row gives and clears what it leaves out. */
export async function overwrite<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  where: FindOptionsWhere<Row>,
  row: Partial<Row>,
): Promise<void> {
  const touched = columnsOf(schema)
    .filter(({ options, property }) => property === "updatedAt" && options.select === false)
    .map(({ property }) => [property, () => "now()"]);
  await manager.update(schema, where, {
    ...storedRow(schema, row),
    ...Object.fromEntries(touched),
  });
}

/** Sets these properties of the rows that meet the conditions, and no others. */
export async function update<Row extends ObjectLiteral>(
  ...change: Parameters<typeof countUpdated<Row>>
): Promise<void> {
  await countUpdated(...change);
}

export const countUpdated = async <Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  where: FindOptionsWhere<Row>,
  row: Partial<Row>,
): Promise<number> => (await manager.update(schema, where, row)).affected ?? 0;

export async function remove<Row extends ObjectLiteral>(
  ...which: Parameters<typeof countRemoved<Row>>
): Promise<void> {
  await countRemoved(...which);
}

export const countRemoved = async <Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  where: FindOptionsWhere<Row>,
): Promise<number> => (await manager.delete(schema, where)).affected ?? 0;

/** Runs the work in the manager's transaction, or in one of its own where there is none. */
export const atomically = <Value>(
  manager: EntityManager,
  work: (manager: EntityManager) => Promise<Value>,
): Promise<Value> =>
  isInTransaction(manager) ? work(manager) : inTransaction(manager.connection, work);
