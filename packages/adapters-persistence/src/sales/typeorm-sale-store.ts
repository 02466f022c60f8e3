import { OPEN_SALES_MAX, type SaleStore } from "@sevenfold/application/ports/sale-store";
import { invariant } from "@sevenfold/domain/invariant";
import { type EntityManager, IsNull } from "typeorm";
import { atomically, FOR_UPDATE, findRow, firstRows, insertIfNew, overwrite } from "../row.ts";
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

    open: () =>
      firstRows(
        manager,
        saleSchema,
        { where: { endedAt: IsNull() }, order: { startedAt: "ASC", id: "ASC" } },
        OPEN_SALES_MAX,
      ),
  };
}
