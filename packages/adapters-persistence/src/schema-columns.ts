import type { EntitySchema, EntitySchemaColumnOptions } from "typeorm";
import { columnNameOf } from "./snake-case-naming.ts";

/** A column of a table: the row's property and what the table says of it. */
export interface Column {
  readonly property: string;
  /** In the table: broker_profile_id. */
  readonly name: string;
  readonly options: EntitySchemaColumnOptions;
}

/** A schema is the same for as long as the process runs. */
const known = new WeakMap<EntitySchema, readonly Column[]>();

export function columnsOf(schema: EntitySchema): readonly Column[] {
  let columns = known.get(schema);
  if (!columns) {
    columns = Object.entries<EntitySchemaColumnOptions | undefined>(schema.options.columns).flatMap(
      ([property, options]) =>
        options ? [{ property, name: columnNameOf(property, options.name), options }] : [],
    );
    known.set(schema, columns);
  }
  return columns;
}
