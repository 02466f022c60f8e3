import { invariant } from "@sevenfold/domain/invariant";
import type { EntitySchemaColumnOptions } from "typeorm";
import type { EntitySchemaForeignKeyOptions } from "typeorm/entity-schema/EntitySchemaForeignKeyOptions.js";
import { asCount, asInstant, asUnits } from "./exact-numbers.ts";

type Column = EntitySchemaColumnOptions;
type Options = Partial<Column>;

/** A column the domain knows nothing of: written, never read into a row. */
export const HIDDEN = { select: false } as const;
export const OPTIONAL = { nullable: true } as const;
export const PRIMARY = { primary: true } as const;
/** Every table of ours names the account's column as the specification does. */
export const OF_ACCOUNT = { name: "broker_profile_id" } as const;

export const uuid = (options: Options = {}): Column => ({ type: "uuid", ...options });
export const text = (options: Options = {}): Column => ({ type: "text", ...options });
export const flag = (options: Options = {}): Column => ({ type: "boolean", ...options });
export const json = (options: Options = {}): Column => ({ type: "jsonb", ...options });
export const day = (options: Options = {}): Column => ({ type: "date", ...options });

/** Dollars, or a fraction of one: numeric(19,4) ↔ safe integer of ten-thousandths. */
export const exact = (options: Options = {}): Column => ({
  type: "numeric",
  precision: 19,
  scale: 4,
  transformer: asUnits,
  ...options,
});

export const count = (options: Options = {}): Column => ({
  type: "bigint",
  transformer: asCount,
  ...options,
});

export const instantAt = (options: Options = {}): Column => ({
  type: "timestamp with time zone",
  precision: 3,
  transformer: asInstant,
  ...options,
});

export const generatedUuid = (options: Options = {}): Column =>
  uuid({ primary: true, generated: "uuid", ...options });

/** The order in which rows came, which breaks ties between equal instants. */
export const sequence = (options: Options = {}): Column => ({
  type: "bigint",
  primary: true,
  generated: "increment",
  select: false,
  ...options,
});

export const now = (options: Options = {}): Column =>
  instantAt({ default: () => "now()", ...options });

/** The row goes when the row it belongs to goes. */
export const belongsTo = (
  table: string,
  target: string,
  property: string,
  column: string,
): EntitySchemaForeignKeyOptions => ({
  name: `fk_${table}_${column}`,
  target,
  columnNames: [property],
  referencedColumnNames: ["id"],
  onDelete: "CASCADE",
});

export const ofUser = (table: string) => belongsTo(table, "users", "userId", "user_id");
export const ofPortfolio = (table: string) =>
  belongsTo(table, "portfolios", "portfolioId", "portfolio_id");
export const ofAccount = (table: string) =>
  belongsTo(table, "user_broker_profiles", "accountId", "broker_profile_id");

/** A CHECK that a column holds one of the domain's words. Absent passes, as in SQL. */
export const oneOf = (table: string, column: string, words: readonly string[]) => ({
  name: `ck_${table}_${column}`,
  expression: isAmong(column, words),
});

const WORD = /^[\w-]+$/;

/**
 * The condition that a column holds one of our own constants, for statements, indices and checks. The
 * words stand in the text: a partial index is used only where the text says what its rows are, and a
 * parameter does not.
 */
export function isAmong(column: string, words: readonly string[]): string {
  invariant(
    words.every((word) => WORD.test(word)),
    `not constants of ours: ${words.join(" ")}`,
  );
  return `${column} IN (${words.map((word) => `'${word}'`).join(", ")})`;
}
