import { invariant } from "@sevenfold/domain/invariant";
import type { EntitySchema } from "typeorm";
import { conditionsOf } from "./plain-read.ts";
import {
  type Column,
  columnOf,
  columnsOf,
  quoted,
  StatementPlans,
  storedValue,
} from "./schema-columns.ts";

/** A change of rows whose text depends on its shape alone, so that it is made and parsed once. */
export interface PlainWrite {
  /** Of the statement on the server, one per text. */
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** A column's value that the database looks up by another: `lookUp` makes the expression of it. */
export class LookedUp {
  readonly by: string;
  readonly lookUp: (reference: string) => string;

  constructor(by: string, lookUp: LookedUp["lookUp"]) {
    this.by = by;
    this.lookUp = lookUp;
  }
}

type Plan = Pick<PlainWrite, "name" | "text">;
type Given = Readonly<Record<string, unknown>>;

/** What becomes of a row whose key is taken; without a word of it the statement fails. */
export type OnConflict = { readonly kind: "ignore" } | OverwriteOnConflict;

interface OverwriteOnConflict {
  readonly kind: "overwrite";
  /** The properties of the key. */
  readonly key: readonly string[];
}

const plans = new StatementPlans<Plan>("write");

/**
 * The rows in their order, in as few statements as their shapes allow. A property that is absent
 * gets the column's default.
 */
export function insertsOf(
  schema: EntitySchema,
  rows: readonly object[],
  onConflict?: OnConflict,
): readonly PlainWrite[] {
  const runs: { readonly shape: string; readonly rows: Given[] }[] = [];
  for (const row of alike(schema, rows as readonly Given[])) {
    const shape = shapeOf(row);
    const last = runs.at(-1);
    if (last?.shape === shape) last.rows.push(row);
    else runs.push({ shape, rows: [row] });
  }
  return runs.map((run) => insertOf(schema, run.rows, run.shape, onConflict));
}

/** Where one row gives what another leaves out, NULL says the same as nothing if that is the default. */
function alike(schema: EntitySchema, rows: readonly Given[]): readonly Given[] {
  if (rows.length < 2) return rows;
  const given = new Set(rows.flatMap(givenOf));
  const blanks = columnsOf(schema)
    .filter(({ options, property }) => given.has(property) && options.nullable)
    .filter(({ options }) => options.default === undefined)
    .map(({ property }) => [property, null]);
  const blank = Object.fromEntries(blanks) as Given;
  return rows.map((row) => ({ ...blank, ...definedOf(row) }));
}

const givenOf = (row: Given): readonly string[] =>
  Object.keys(row).filter((property) => row[property] !== undefined);

const definedOf = (row: Given): Given =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));

/** What makes the text: the properties, in whatever order they come, and how each is looked up. */
const shapeOf = (row: Given): string =>
  givenOf(row)
    .map((property) => {
      const value = row[property];
      return value instanceof LookedUp ? `${property}=${value.lookUp("?")}` : property;
    })
    .toSorted()
    .join(",");

function insertOf(
  schema: EntitySchema,
  rows: readonly Given[],
  shape: string,
  onConflict: OnConflict | undefined,
): PlainWrite {
  const [first] = rows;
  invariant(first !== undefined, "an insert has a row");
  const columns = givenOf(first)
    .toSorted()
    .map((property) => known(schema, property));
  const plan = plans.of(
    `insert ${schema.options.name} ${shape} ${onConflict ? JSON.stringify(onConflict) : ""}`,
    (name) => ({ name, text: insertText(schema, columns, first, onConflict) }),
  );
  const values = columns.map((column) => rows.map((row) => listedValue(column, row)));
  return { ...plan, values };
}

/** One array for each column, so that one row and a thousand are the same statement. */
function insertText(
  schema: EntitySchema,
  columns: readonly Column[],
  example: Given,
  onConflict: OnConflict | undefined,
): string {
  const names = columns.map(quoted);
  const selected = columns.map((column) => {
    const value = example[column.property];
    const reference = `given.${quoted(column)}`;
    if (value instanceof LookedUp) return value.lookUp(reference);
    return column.options.array ? arrayOf(reference) : reference;
  });
  const arrays = columns.map(
    ({ options }, index) => `$${index + 1}::${options.array ? "jsonb" : options.type}[]`,
  );
  return [
    `INSERT INTO "${schema.options.name}" (${names.join(", ")})`,
    `SELECT ${selected.join(", ")}`,
    `FROM unnest(${arrays.join(", ")}) AS given(${names.join(", ")})`,
    conflictText(schema, columns, onConflict),
  ].join(" ");
}

/** A list travels as JSON: a list of lists would come apart. */
const arrayOf = (json: string): string =>
  `CASE WHEN ${json} IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements_text(${json})) END`;

function conflictText(
  schema: EntitySchema,
  columns: readonly Column[],
  onConflict: OnConflict | undefined,
): string {
  if (onConflict === undefined) return "";
  if (onConflict.kind === "ignore") return "ON CONFLICT DO NOTHING";
  const { key } = onConflict;
  const others = columns.filter(({ property }) => !key.includes(property)).map(quoted);
  invariant(0 < others.length, "an overwritten row has more than its key");
  const names = key.map((property) => quoted(known(schema, property)));
  const changes = others.map((name) => `${name} = EXCLUDED.${name}`);
  return `ON CONFLICT (${names.join(", ")}) DO UPDATE SET ${changes.join(", ")}`;
}

/** Sets what the row gives, also to NULL, and `now()` to the columns named beside it. */
export function updateOf(
  schema: EntitySchema,
  where: object,
  row: object,
  touched: readonly string[] = [],
): PlainWrite {
  const given = definedOf(row as Given);
  const columns = Object.keys(given)
    .toSorted()
    .map((property) => known(schema, property));
  const values = columns.map((column) => givenValue(column, given));
  const changes = [
    ...columns.map((column, index) => `${quoted(column)} = $${index + 1}`),
    ...touched.map((property) => `${quoted(known(schema, property))} = now()`),
  ];
  const conditions = conditionsFor(schema, where, values);
  const change = `${changes.join(", ")}${conditions}`;
  return { ...plan("update", schema, `UPDATE "${schema.options.name}" SET ${change}`), values };
}

export function deleteOf(schema: EntitySchema, where: object): PlainWrite {
  const values: unknown[] = [];
  const conditions = conditionsFor(schema, where, values);
  return { ...plan("delete", schema, `DELETE FROM "${schema.options.name}"${conditions}`), values };
}

const plan = (kind: string, schema: EntitySchema, text: string): Plan =>
  plans.of(`${kind} ${schema.options.name} ${text}`, (name) => ({ name, text }));

/** A change of rows without a condition would be one of all rows. */
function conditionsFor(schema: EntitySchema, where: object, values: unknown[]): string {
  const conditions = conditionsOf(schema, where, values);
  invariant(
    conditions !== undefined && conditions !== "",
    `rows of ${schema.options.name} are changed by what this can ask`,
  );
  return conditions;
}

function listedValue(column: Column, row: Given): unknown {
  const value = givenValue(column, row);
  return column.options.array && value !== null ? JSON.stringify(value) : value;
}

function givenValue(column: Column, row: Given): unknown {
  const value = row[column.property];
  return value instanceof LookedUp ? value.by : storedValue(column, value);
}

function known(schema: EntitySchema, property: string): Column {
  const column = columnOf(schema, property);
  invariant(column !== undefined, `${schema.options.name} has no column for ${property}`);
  return column;
}
