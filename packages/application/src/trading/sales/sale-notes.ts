import type { Sale, SaleItem } from "../../ports/stores/sale-store.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { isFinal } from "./sale-progress.ts";

/** Writes down what moved: together what came up while the last was being written. */
export function openNotes({ storage }: Pick<TradingNeeds, "storage">, sale: Sale) {
  let latest = sale;
  let waiting: SaleItem[] = [];
  let written: Promise<void> = Promise.resolve();
  const write = async () => {
    const moves = new Map(waiting.map((moved) => [moved.ticker, moved]));
    waiting = [];
    if (0 < moves.size)
      latest = await storage.transact(({ sales }) => sales.change(sale.id, withMoves(moves)));
  };
  return {
    add(moved: SaleItem): Promise<void> {
      waiting.push(moved);
      written = written.then(write);
      return written;
    },
    latest: () => latest,
  };
}

/** Another process may have finished an item meanwhile: what is final stays. */
const withMoves =
  (moves: ReadonlyMap<string, SaleItem>) =>
  (sale: Sale): Sale => ({
    ...sale,
    items: sale.items.map((item) => (isFinal(item) ? item : (moves.get(item.ticker) ?? item))),
  });
