import type { HistoryPage, SidedHistoryWish } from "@sevenfold/application/ports/stores/history";
import { ROWS_MAX } from "@sevenfold/application/ports/stores/storage";
import { instant } from "@sevenfold/domain/market";
import type { EntityManager, EntitySchema, ObjectLiteral } from "typeorm";
import { columnNameOf } from "./snake-case-naming.ts";
import { ask, selectionOf } from "./statement.ts";

interface History<Row> {
  readonly schema: EntitySchema<Row>;
  /** The property whose instant orders the rows. */
  readonly by: string;
  /** A condition on constants of ours, for a partial index to be seen by. */
  readonly only?: string;
}

/**
 * One page of an account's rows, newest first. It is found by where the one before ended and not by
 * how many rows precede it: the thousandth costs what the first costs.
 */
export async function historyPage<Row extends ObjectLiteral>(
  manager: EntityManager,
  { by, only, schema }: History<Row>,
  { accountId, ...wish }: SidedHistoryWish & { readonly accountId: string },
): Promise<HistoryPage<Row>> {
  if (wish.limit < 1) return { rows: [] };
  const limit = Math.min(wish.limit, ROWS_MAX);
  const name = (property: string) =>
    `"${schema.options.name}"."${columnNameOf(property, schema.options.columns[property]?.name)}"`;
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  const at = (instant: number) => given(new Date(instant).toISOString());

  const conditions = [`${name("accountId")} = ${given(accountId)}`];
  if (only !== undefined) conditions.push(only);
  const { before, from, side, ticker, to } = wish;
  if (ticker !== undefined) conditions.push(`${name("ticker")} = ${given(ticker)}`);
  if (side !== undefined) conditions.push(`${name("side")} = ${given(side)}`);
  if (from !== undefined) conditions.push(`${name(by)} >= ${at(from)}`);
  if (to !== undefined) conditions.push(`${name(by)} < ${at(to)}`);
  if (before)
    conditions.push(
      `(${name(by)}, ${name("id")}) < (${at(before.at)}, ${given(before.row)}::bigint)`,
    );
  const isWhole = conditions.length === (only === undefined ? 1 : 2);
  const beginning = `(SELECT (extract(epoch FROM min(${name(by)})) * 1000)::float8
    FROM "${schema.options.name}" WHERE ${conditions.join(" AND ")})`;
  const { rowFrom, text } = selectionOf(schema);
  // One row more than the page has tells whether there are older ones.
  const statement = `
    SELECT ${text}, ${name("id")} AS "historyRow"${isWhole ? `, ${beginning} AS "historyBegins"` : ""}
    FROM "${schema.options.name}"
    WHERE ${conditions.join(" AND ")}
    ORDER BY ${name(by)} DESC, ${name("id")} DESC LIMIT ${given(limit + 1)}`;
  // Without a name: each of its many shapes is planned for its values.
  const { rows: found } = await ask(manager, { text: statement, values });
  const rows = found.slice(0, limit).map(rowFrom);
  const last = rows.at(-1);
  const older = last &&
    limit < found.length && { at: instant(last[by]), row: Number(found[limit - 1]?.historyRow) };
  return {
    rows,
    ...(isWhole && last && { begins: instant(Math.round(found[0].historyBegins)) }),
    ...(older && { older }),
  };
}
