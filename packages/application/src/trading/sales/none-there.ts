import type { Ticker } from "@sevenfold/domain/market";

import type { SaleItem } from "../../ports/stores/sale-store.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";

/** What becomes of a holding of which the broker shows none. */
export type NoneThere = (item: SaleItem) => SaleItem;

/** So long a broker may show none of a holding: what was bought just now may be shown late. */
const NONE_THERE_MS = 10_000;

/** It is looked at again for a while from when none was seen first, and then given up. */
export function openNoneThere({ clock }: Pick<TradingNeeds, "clock">): NoneThere {
  const noneFrom = new Map<Ticker, number>();
  return (item) => {
    const nowMs = clock.monotonicMs();
    const from = noneFrom.get(item.ticker) ?? nowMs;
    noneFrom.set(item.ticker, from);
    if (nowMs - from < NONE_THERE_MS) return item;
    const message = "The broker shows no share of it: nothing was sold. Look at it there.";
    return { ...item, state: "failed", message };
  };
}
