import type {
  ResealedPage,
  SealedColumn,
  SealedValueStore,
} from "@sevenfold/application/ports/stores/sealed-value-store";
import { invariant } from "@sevenfold/domain/invariant";
import type { DataSource, EntityManager } from "typeorm";
import { inTransaction } from "../transaction.ts";
import { SEALED_COLUMNS, type SealedColumnPlace } from "./sealed-columns.ts";

interface SealedRow {
  readonly key: string;
  readonly sealed: string;
}

/** Names of tables and columns come from our own list alone, values travel as parameters. */
export function typeormSealedValueStore(dataSource: DataSource): SealedValueStore {
  return {
    columns: SEALED_COLUMNS.map(({ table, column }) => ({ table, column })),

    reseal: (column, page, work) =>
      inTransaction(dataSource, async (manager): Promise<ResealedPage> => {
        const place = placeOf(column);
        const rows = await lockRows(manager, place, page);
        let resealed = 0;
        for (const { key, sealed } of rows) {
          const replacement = await work(sealed).catch(() => undefined);
          if (replacement === undefined) continue;
          await manager.query(
            `UPDATE ${place.table} SET ${place.column} = $2 WHERE ${place.key} = $1`,
            [key, replacement],
          );
          resealed += 1;
        }
        const next = rows.length < page.limit ? undefined : rows.at(-1)?.key;
        return { resealed, failed: rows.length - resealed, next };
      }),

    async countByKey(column) {
      const { table, column: name } = placeOf(column);
      const counts: readonly { readonly key_id: string; readonly count: string }[] =
        await dataSource.query(
          `SELECT split_part(${name}, '.', 2) AS key_id, count(*) AS count
            FROM ${table} WHERE ${name} IS NOT NULL GROUP BY 1`,
        );
      return new Map(counts.map(({ count, key_id }) => [key_id, Number(count)] as const));
    },

    erase: (keyId) =>
      inTransaction(dataSource, async (manager) => {
        let erased = 0;
        for (const { column, key, table } of SEALED_COLUMNS) {
          const rows: readonly unknown[] = await manager.query(
            `SELECT ${key} AS key FROM ${table} WHERE split_part(${column}, '.', 2) = $1 FOR UPDATE`,
            [keyId],
          );
          await manager.query(`DELETE FROM ${table} WHERE split_part(${column}, '.', 2) = $1`, [
            keyId,
          ]);
          erased += rows.length;
        }
        return erased;
      }),
  };
}

const lockRows = (
  manager: EntityManager,
  { column, key, table }: SealedColumnPlace,
  page: Parameters<SealedValueStore["reseal"]>[1],
): Promise<readonly SealedRow[]> =>
  manager.query(
    `SELECT ${key} AS key, ${column} AS sealed FROM ${table}
      WHERE split_part(${column}, '.', 2) <> $1 AND ($2::uuid IS NULL OR $2::uuid < ${key})
      ORDER BY ${key} LIMIT $3 FOR UPDATE`,
    [page.notUnder, page.after ?? null, page.limit],
  );

function placeOf({ table, column }: SealedColumn): SealedColumnPlace {
  const place = SEALED_COLUMNS.find((one) => one.table === table && one.column === column);
  invariant(place !== undefined, `${table}.${column} is no column of sealed values`);
  return place;
}
