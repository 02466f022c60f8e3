import type { QuoteView } from "@sevenfold/contract/market";
import type { OrderTicket } from "@sevenfold/contract/orders";
import { percentText, priceText } from "../ui/figures.ts";

/** Bid and ask further apart than that, in percent of the middle, cost more than a trader expects. */
export const WIDE_PERCENT = 1;

/** What an order at market meets in a wide quote; undefined where it is as narrow as usual, or unknown. */
export function wideQuoteText(
  { ask, bid }: Pick<QuoteView, "ask" | "bid">,
  { orderType, side }: Pick<OrderTicket, "orderType" | "side">,
): string | undefined {
  if (orderType !== "market" || ask === null || bid === null || !(0 < bid && bid <= ask))
    return undefined;
  const apart = ((ask - bid) / ((ask + bid) / 2)) * 100;
  if (apart <= WIDE_PERCENT) return undefined;
  const [deed, price] = side === "buy" ? ["buys near the ask", ask] : ["sells near the bid", bid];
  return `Wide quote: bid and ask are ${percentText(apart, 1)} apart. At market it ${deed}, ${priceText(price)}, not at the last price; a limit says what you would take.`;
}
