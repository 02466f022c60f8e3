import { type EntitySchema, type FindManyOptions, FindOperator, type ObjectLiteral } from "typeorm";
import {
  type Column,
  columnOf,
  columnsOf,
  quoted,
  StatementPlans,
  storedValue,
} from "./schema-columns.ts";

/** A SELECT whose text depends on the shape of the question alone, so that it is made once. */
export interface PlainRead {
  /** Of the statement on the server, one per text. */
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** A row of the answer as the domain has it, absent where the column is NULL. */
  readonly rowFrom: (stored: Readonly<Record<string, unknown>>) => object;
}

interface Plan {
  readonly name: string;
  readonly text: string;
  readonly rowFrom: PlainRead["rowFrom"];
}

// prettier-ignore
const OPERATORS: Readonly<Record<string, string>> = {
  not: "<>",
  moreThan: ">",
  moreThanOrEqual: ">=",
  lessThan: "<",
  lessThanOrEqual: "<=",
};
const plans = new StatementPlans<Plan>("read");

/**
 * The question as a SELECT of our own, or undefined where it asks more than equality, order and a
 * limit. TypeORM builds each query anew, which costs more than the database takes to answer it.
 */
export function plainReadOf<Row extends ObjectLiteral>(
  schema: EntitySchema<Row>,
  wanted: FindManyOptions<Row>,
): PlainRead | undefined {
  const { where, order = {}, take, lock } = wanted;
  if (where === undefined || Array.isArray(where)) return undefined;
  const parameters: unknown[] = [];
  const conditions = conditionsOf(schema, where, parameters);
  if (conditions === undefined) return undefined;
  const lines = [
    conditions,
    orderOf(schema, order),
    limitOf(take, parameters),
    lock?.mode === "pessimistic_write" ? " FOR UPDATE" : "",
  ].join("");
  return { ...planOf(schema, lines), parameters };
}

/** " WHERE …", its values added to the parameters; undefined where it asks more than is known here. */
export function conditionsOf(
  schema: EntitySchema,
  where: object,
  parameters: unknown[],
): string | undefined {
  const conditions: string[] = [];
  for (const [property, value] of Object.entries(where)) {
    const condition = conditionOf(schema, property, value, parameters);
    if (condition === undefined) return undefined;
    conditions.push(condition);
  }
  return conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
}

function conditionOf(
  schema: EntitySchema,
  property: string,
  value: unknown,
  parameters: unknown[],
): string | undefined {
  const column = columnOf(schema, property);
  if (column === undefined || value === undefined) return undefined;
  const name = quoted(column);
  const isOperator = value instanceof FindOperator;
  if (isOperator && value.type === "isNull") return `${name} IS NULL`;
  if (isOperator && value.type === "raw") return value.getSql?.(name);
  const negated = isOperator && value.type === "not" ? value.child : undefined;
  const asked = negated ?? value;
  if (asked instanceof FindOperator && asked.type === "in") {
    parameters.push((asked.value as readonly unknown[]).map((each) => storedValue(column, each)));
    return `${name} ${negated ? "<> ALL" : "= ANY"}($${parameters.length})`;
  }
  if (negated) return undefined;
  const sign = isOperator ? OPERATORS[value.type] : "=";
  const operand = isOperator ? value.value : value;
  if (sign === undefined || typeof operand === "object") return undefined;
  parameters.push(storedValue(column, operand));
  return `${name} ${sign} $${parameters.length}`;
}

/** By the table's columns: a bare name would mean what is selected under it, which no index is of. */
function orderOf(schema: EntitySchema, order: object): string {
  const parts = Object.entries(order).map(
    ([property, direction]) =>
      `"${schema.options.name}".${quoted(columnOf(schema, property)!)} ${direction}`,
  );
  return parts.length === 0 ? "" : ` ORDER BY ${parts.join(", ")}`;
}

/** Of one row the server is told before it plans: a number to come it takes for a tenth of the table. */
function limitOf(take: number | undefined, parameters: unknown[]): string {
  if (take === undefined) return "";
  return take === 1 ? " LIMIT 1" : ` LIMIT $${parameters.push(take)}`;
}

const planOf = (schema: EntitySchema, rest: string): Plan =>
  plans.of(`${schema.options.name}${rest}`, (name) => {
    const { rowFrom, text } = selectionOf(schema);
    return { name, text: `SELECT ${text} FROM "${schema.options.name}"${rest}`, rowFrom };
  });

/**
 * The same for rows that come as JSON within another one: exact numbers are told as text there too, and
 * none goes through a float.
 */
export function nestedSelectionOf(schema: EntitySchema): Pick<Plan, "rowFrom" | "text"> {
  const columns = columnsOf(schema).filter(({ options }) => options.select !== false);
  const table = schema.options.name;
  const text = columns
    .map((column) =>
      isExact(column)
        ? `"${table}".${quoted(column)}::text AS "${column.property}"`
        : selected(table, column),
    )
    .join(", ");
  return { text, rowFrom: rowReader(columns) };
}

/** What a SELECT lists to get these properties, or all the domain knows, and how it reads them. */
export function selectionOf(
  schema: EntitySchema,
  properties?: readonly string[],
): Pick<Plan, "rowFrom" | "text"> {
  const columns = columnsOf(schema).filter(
    ({ options, property }) => options.select !== false && (properties?.includes(property) ?? true),
  );
  const text = columns.map((column) => selected(schema.options.name, column)).join(", ");
  return { text, rowFrom: rowReader(columns) };
}

/** Instants come as milliseconds and days as text: no Date is made on the way. */
function selected(table: string, column: Column): string {
  const name = `"${table}".${quoted(column)}`;
  if (isInstant(column))
    return `(extract(epoch FROM ${name}) * 1000)::float8 AS "${column.property}"`;
  if (column.options.type === "date") return `${name}::text AS "${column.property}"`;
  return `${name} AS "${column.property}"`;
}

function rowReader(columns: readonly Column[]): PlainRead["rowFrom"] {
  const readers = columns.map((column) => ({ property: column.property, read: readerOf(column) }));
  return (stored) => {
    const row: Record<string, unknown> = {};
    for (const { property, read } of readers) {
      const value = stored[property];
      if (value !== null) row[property] = read(value);
    }
    return row;
  };
}

function readerOf(column: Column): (value: unknown) => unknown {
  if (isInstant(column)) return (value) => Math.round(value as number);
  const { transformer } = column.options;
  if (transformer === undefined || Array.isArray(transformer)) return (value) => value;
  return (value) => transformer.from(value);
}

const isInstant = ({ options }: Column): boolean => options.type === "timestamp with time zone";

const isExact = ({ options }: Column): boolean =>
  options.type === "numeric" || options.type === "bigint";
