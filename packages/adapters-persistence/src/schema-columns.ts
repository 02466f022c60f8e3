import type { EntitySchema, EntitySchemaColumnOptions } from "typeorm";
import { columnNameOf } from "./snake-case-naming.ts";

/** A column of a table: the row's property and what the table says of it. */
export interface Column {
  readonly property: string;
  /** In the table: broker_profile_id. */
  readonly name: string;
  readonly options: EntitySchemaColumnOptions;
}

export const columnsOf = (schema: EntitySchema): readonly Column[] =>
  Object.entries<EntitySchemaColumnOptions | undefined>(schema.options.columns).flatMap(
    ([property, options]) =>
      options ? [{ property, name: columnNameOf(property, options.name), options }] : [],
  );
