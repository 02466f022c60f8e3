import type { Sale } from "../ports/stores/sale-store.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { followed, isFinal } from "../trading/sales/sale-progress.ts";

/**
 * A sale as its orders stand now. Whoever runs it goes through its holdings in turn, so that what is
 * written down of a long list is behind the books.
 */
export const readSale =
  ({ storage }: Pick<TradingNeeds, "storage">) =>
  async (saleId: string): Promise<Sale | undefined> => {
    const sale = await storage.read.sales.byId(saleId);
    if (!sale || sale.endedAt !== undefined) return sale;
    const keys = sale.items.flatMap(({ clientKey }) => clientKey ?? []);
    const orders = await storage.read.orders.byKeys(sale.accountId, keys);
    const items = sale.items.map((item) => {
      const order = orders.find(({ clientKey }) => clientKey === item.clientKey);
      return order === undefined || isFinal(item) ? item : followed(item, order);
    });
    return { ...sale, items };
  };
