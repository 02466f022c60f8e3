import type { Ticker } from "@sevenfold/domain/market";
import { NO_SHARES } from "@sevenfold/domain/money";

import type { Sale, SaleItem } from "../../ports/stores/sale-store.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import type { SharesThere } from "../placing/shares-there.ts";

/** What became of a holding of which all is sold that the books have of it. */
export type Finished = (sale: Sale, item: SaleItem, sold: SaleItem) => Promise<SaleItem>;

/** So long the broker may take to show what was sold no more. */
const SHOWN_MAX_MS = 10_000;

/**
 * A holding is sold once the broker shows no more of it either: after a split that it has not told of yet
 * it has shares that the books do not know, and these are said to be left. One that does not answer is
 * not waited for.
 */
export function openFinished(
  { clock }: Pick<TradingNeeds, "clock">,
  sharesThere: SharesThere,
): Finished {
  const shownFrom = new Map<Ticker, number>();
  return async ({ accountId }, item, sold) => {
    const left = (await sharesThere(accountId))?.get(item.ticker) ?? NO_SHARES;
    if (left === 0) return sold;
    const nowMs = clock.monotonicMs();
    const from = shownFrom.get(item.ticker) ?? nowMs;
    shownFrom.set(item.ticker, from);
    if (nowMs - from < SHOWN_MAX_MS)
      return item.sold === sold.sold ? item : { ...sold, state: "submitted" };
    const message = `${sold.sold} were sold. The broker shows ${left} more, which are not in our books yet: sell them once they are.`;
    return { ...sold, state: "partly-sold", message };
  };
}
