import {
  type EntitySchema,
  type EntitySchemaColumnOptions,
  type FindManyOptions,
  FindOperator,
  type ObjectLiteral,
} from "typeorm";
import { columnNameOf } from "./snake-case-naming.ts";

/** A SELECT whose text depends on the shape of the question alone, so that it is made once. */
export interface PlainRead {
  /** Of the statement on the server, one per text. */
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** A row of the answer as the domain has it, absent where the column is NULL. */
  readonly rowFrom: (stored: Readonly<Record<string, unknown>>) => object;
}

interface Column {
  readonly property: string;
  readonly options: EntitySchemaColumnOptions;
}

interface Plan {
  readonly name: string;
  readonly text: string;
  readonly rowFrom: PlainRead["rowFrom"];
}

// prettier-ignore
const OPERATORS: Readonly<Record<string, string>> = {
  moreThan: ">",
  moreThanOrEqual: ">=",
  lessThan: "<",
  lessThanOrEqual: "<=",
};
/** More shapes than the program has: what came after would be made anew, under no name. */
const PLANS_MAX = 500;
const plans = new Map<string, Plan>();

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
  const conditions: string[] = [];
  const parameters: unknown[] = [];
  for (const [property, value] of Object.entries(where)) {
    const condition = conditionOf(schema, property, value, parameters);
    if (condition === undefined) return undefined;
    conditions.push(condition);
  }
  const lines = [
    conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`,
    orderOf(schema, order),
    limitOf(take, parameters),
    lock?.mode === "pessimistic_write" ? " FOR UPDATE" : "",
  ].join("");
  return { ...planOf(schema, lines), parameters };
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
  if (isOperator && value.type === "in") {
    parameters.push((value.value as readonly unknown[]).map((each) => storedValue(column, each)));
    return `${name} = ANY($${parameters.length})`;
  }
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

function planOf(schema: EntitySchema, rest: string): Plan {
  const key = `${schema.options.name}${rest}`;
  const known = plans.get(key);
  if (known) return known;
  const columns = columnsOf(schema).filter(({ options }) => options.select !== false);
  const isKept = plans.size < PLANS_MAX;
  const plan: Plan = {
    name: isKept ? `read-${plans.size + 1}` : "",
    text: `SELECT ${columns.map(selected).join(", ")} FROM "${schema.options.name}"${rest}`,
    rowFrom: rowReader(columns),
  };
  if (isKept) plans.set(key, plan);
  return plan;
}

/** Instants come as milliseconds and days as text: no Date is made on the way. */
function selected(column: Column): string {
  const name = quoted(column);
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

function storedValue({ options: { transformer } }: Column, value: unknown): unknown {
  return transformer === undefined || Array.isArray(transformer) ? value : transformer.to(value);
}

const quoted = ({ property, options }: Column): string =>
  `"${columnNameOf(property, options.name)}"`;

const columnOf = (schema: EntitySchema, property: string): Column | undefined => {
  const options = (schema.options.columns as Readonly<Record<string, EntitySchemaColumnOptions>>)[
    property
  ];
  return options && { property, options };
};

const columnsOf = (schema: EntitySchema): readonly Column[] =>
  Object.entries<EntitySchemaColumnOptions | undefined>(schema.options.columns).flatMap(
    ([property, options]) => (options ? [{ property, options }] : []),
  );
