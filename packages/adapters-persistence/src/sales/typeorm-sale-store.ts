import { SALES_TOLD_MAX, type SaleStore } from "@sevenfold/application/ports/stores/sale-store";
import { invariant } from "@sevenfold/domain/invariant";
import { type EntityManager, IsNull, Raw } from "typeorm";
import { atomically, FOR_UPDATE, findRow, firstRows, insertIfNew, overwrite } from "../row.ts";
import { ask } from "../statement.ts";
import { isUuid } from "../uuid.ts";
import { saleSchema } from "./sale-rows.ts";

export function typeormSaleStore(manager: EntityManager): SaleStore {
  return {
    async add(sale) {
      if (await insertIfNew(manager, saleSchema, { ...sale })) return { sale, isNew: true };
      const { userId, requestKey } = sale;
      const known = await findRow(manager, saleSchema, { where: { userId, requestKey } });
      invariant(known !== undefined, `sale ${requestKey} is known and yet missing`);
      return { sale: known, isNew: false };
    },

    async byId(id) {
      return isUuid(id) ? findRow(manager, saleSchema, { where: { id } }) : undefined;
    },

    change: (id, change) =>
      atomically(manager, async (inside) => {
        const sale = await findRow(inside, saleSchema, { where: { id }, ...FOR_UPDATE });
        invariant(sale !== undefined, `no sale ${id} to change`);
        const changed = change(sale);
        await overwrite(inside, saleSchema, { id }, changed);
        return changed;
      }),

    async takeUp({ by, durationMs, saleId }) {
      const values = [saleId, by, durationMs];
      const { rows } = await ask(manager, { name: "sale-take-up", text: TAKE_UP, values });
      return rows.length === 1;
    },

    atWork: (accountId) =>
      firstRows(
        manager,
        saleSchema,
        {
          where: { accountId, endedAt: IsNull() },
          // "sell-all" before "cancel-all".
          order: { kind: "DESC", startedAt: "ASC", id: "ASC" },
        },
        SALES_TOLD_MAX,
      ),

    unattended: () =>
      firstRows(
        manager,
        saleSchema,
        {
          where: { endedAt: IsNull(), takenUp: Raw(isNobodys) },
          order: { startedAt: "ASC", id: "ASC" },
        },
        SALES_TOLD_MAX,
      ),
  };
}

/** Milliseconds of the database's clock at this very moment, as leases have it. */
const NOW_MS = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** TypeORM knows the column by the space behind it. */
const isNobodys = (takenUp: string): string =>
  `COALESCE((${takenUp} ->> 'until')::bigint, 0) <= ${NOW_MS}`;

/** One statement, so that of two who ask at once only one gets it. */
const TAKE_UP = `
  UPDATE sales
  SET taken_up = jsonb_build_object('by', $2::text, 'until', ${NOW_MS} + $3::bigint)
  WHERE id = $1 AND ended_at IS NULL
    AND (taken_up IS NULL OR taken_up->>'by' = $2::text OR (taken_up->>'until')::bigint <= ${NOW_MS})
  RETURNING id`;
