import type { OrderTicket } from "@sevenfold/contract/orders";
import { priceText } from "../ui/figures.ts";

/** A limit further beyond the price than that, in percent, holds nothing off and is likely a slip. */
export const FAR_PERCENT = 5;

/** What a limit far on the wrong side of the price comes to; undefined where it is none, or unknown. */
export function farLimitText(
  { limitPrice, orderType, side }: Pick<OrderTicket, "limitPrice" | "orderType" | "side">,
  price: number | undefined,
): string | undefined {
  if (orderType !== "limit" || limitPrice == null || !(0 < limitPrice)) return undefined;
  if (price === undefined || !(0 < price)) return undefined;
  const above = 100 * (limitPrice - price);
  const beyond = side === "buy" ? above : -above;
  if (beyond <= FAR_PERCENT * price) return undefined;
  const [lies, worst] = side === "buy" ? ["above", "as much as"] : ["below", "as little as"];
  // In whole percent and without the price: it is read out, and prices move all the time.
  return `This limit is about ${Math.floor(beyond / price)}% ${lies} the price: it fills as soon as the market trades, at ${worst} ${priceText(limitPrice)} a share. Is it what you mean?`;
}
