import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { type Quantity, shares } from "@sevenfold/domain/money";

import type { Sale, SaleItem } from "../../ports/stores/sale-store.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";

/** A broker's clock may be behind ours by so much. */
const CLOCKS_APART_MS = MINUTE_MS;

/**
 * What became of a holding that is in the books no more though no order of the sale has sold it: another
 * of its orders did before its cancel came, or it left without a trade, as where it was transferred or
 * has another name by now.
 */
export async function withoutOrder(
  { storage }: Pick<TradingNeeds, "storage">,
  { accountId, startedAt }: Sale,
  item: SaleItem,
): Promise<SaleItem> {
  const fills = await storage.read.fills.since(accountId, instant(startedAt - CLOCKS_APART_MS));
  const count = fills
    .filter(({ side, ticker }) => side === "sell" && ticker === item.ticker)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const sold: Quantity = shares(Math.min(item.shares, count));
  if (sold === item.shares) return { ...item, state: "sold", sold };
  const message = `${sold} of ${item.shares} were sold. The others left the account without a trade: look at its activities.`;
  return { ...item, state: sold === 0 ? "failed" : "partly-sold", sold, message };
}
