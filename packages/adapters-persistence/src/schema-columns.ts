import type { EntitySchema, EntitySchemaColumnOptions } from "typeorm";
import { columnNameOf } from "./snake-case-naming.ts";

/** A column of a table: the row's property and what the table says of it. */
export interface Column {
  readonly property: string;
  readonly options: EntitySchemaColumnOptions;
}

export const columnsOf = (schema: EntitySchema): readonly Column[] =>
  Object.entries<EntitySchemaColumnOptions | undefined>(schema.options.columns).flatMap(
    ([property, options]) => (options ? [{ property, options }] : []),
  );

export const columnOf = (schema: EntitySchema, property: string): Column | undefined => {
  const options = (schema.options.columns as Readonly<Record<string, EntitySchemaColumnOptions>>)[
    property
  ];
  return options && { property, options };
};

/** The column's name in a statement: "broker_profile_id", with its quotes. */
export const quoted = ({ property, options }: Column): string =>
  `"${columnNameOf(property, options.name)}"`;

/** A value of the domain as the driver takes it. */
export function storedValue({ options: { transformer, type } }: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === "jsonb") return JSON.stringify(value);
  return transformer === undefined || Array.isArray(transformer) ? value : transformer.to(value);
}

/** What is made once for each shape of statement, and the name the server knows it under. */
export class StatementPlans<Plan> {
  /** More shapes than the program has: what came after would be made anew, under no name. */
  static readonly #MAX = 500;
  readonly #plans = new Map<string, Plan>();
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  of(shape: string, make: (name: string) => Plan): Plan {
    const known = this.#plans.get(shape);
    if (known) return known;
    if (StatementPlans.#MAX <= this.#plans.size) return make("");
    const plan = make(`${this.#kind}-${this.#plans.size + 1}`);
    this.#plans.set(shape, plan);
    return plan;
  }
}
