import { invariant } from "@sevenfold/domain/invariant";
import { instant } from "@sevenfold/domain/market";

import type { Clock } from "../../ports/clock.ts";
import { SALES_TOLD_MAX, type Sale, type SaleStore } from "../../ports/stores/sale-store.ts";
import { requireAccount } from "./memory-account-stores.ts";
import { ALL, type MemoryBooks } from "./memory-books.ts";
import { ascending } from "./memory-order.ts";

export function memorySaleStore(books: MemoryBooks, clock: Pick<Clock, "now">): SaleStore {
  const { sales } = books;
  const open = () => sales.rows(ALL).filter(({ endedAt }) => endedAt === undefined);
  const oldest = (some: readonly Sale[]) => ascending(some, ({ startedAt }) => startedAt);
  return {
    async add(sale) {
      requireAccount(books, sale.accountId);
      const known = sales
        .rows(ALL)
        .find(({ userId, requestKey }) => userId === sale.userId && requestKey === sale.requestKey);
      if (known) return { sale: known, isNew: false };
      sales.add(ALL, sale.id, sale);
      return { sale, isNew: true };
    },
    async byId(id) {
      return sales.find(ALL, id);
    },
    async change(id, change) {
      const sale = sales.find(ALL, id);
      invariant(sale !== undefined, `no sale ${id} to change`);
      const changed = change(sale);
      sales.put(ALL, id, changed);
      return changed;
    },
    async takeUp({ by, durationMs, saleId }) {
      const sale = sales.find(ALL, saleId);
      if (!sale || sale.endedAt !== undefined) return false;
      const { takenUp } = sale;
      const at = clock.now();
      if (takenUp && takenUp.by !== by && at < takenUp.until) return false;
      sales.put(ALL, saleId, { ...sale, takenUp: { by, until: instant(at + durationMs) } });
      return true;
    },
    async atWork(accountId) {
      const own = oldest(open().filter((sale) => sale.accountId === accountId));
      if (own.length === 0) return own;
      const isSale = ({ kind }: Sale) => kind === "sell-all";
      return [...own.filter(isSale), ...own.filter((sale) => !isSale(sale))].slice(
        0,
        SALES_TOLD_MAX,
      );
    },
    async unattended() {
      const at = clock.now();
      return oldest(open().filter(({ takenUp }) => !takenUp || takenUp.until <= at)).slice(
        0,
        SALES_TOLD_MAX,
      );
    },
  };
}
