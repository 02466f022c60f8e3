import type { Book } from "@sevenfold/domain/book";
import { isTooSmall, isWholeCount } from "../parts/parts-of-shares.ts";
import type { OrderTerms } from "./resting-order.ts";

/** What of an order a venue looks at where it is for parts of a share. */
interface Worded {
  readonly shares: number;
  readonly terms: Pick<OrderTerms, "kind">;
  readonly isGtc: boolean;
  readonly isPair: boolean;
  readonly bracket?: unknown;
}

/** Why no venue takes an order for parts of a share as it is worded; nothing of one for whole shares. */
export function wrongOfParts(order: Worded, partsPerShare: number): string | undefined {
  if (isWholeCount(order.shares, partsPerShare)) return undefined;
  const is = "an order for parts of a share is";
  if (order.isPair) return `${is} no oco: that takes whole shares`;
  if (order.bracket !== undefined)
    return `${is} without takeProfit and stopLoss: these take whole shares`;
  if (order.terms.kind === "trailing-stop")
    return `${is} no trailing-stop: that takes whole shares`;
  return order.isGtc ? `${is} for the day: timeInForce "gtc" takes whole shares` : undefined;
}

/** Whether an order is below what a venue takes; a sale of all that is held is not. */
export function isBelowMinimum(
  { last, held, partsPerShare }: Book,
  slot: number,
  { side, shares, most }: { side: "buy" | "sell"; shares: number; most: number | undefined },
): boolean {
  if (side === "sell" && shares === held[slot]) return false;
  return isTooSmall(shares, most ?? last[slot]!, partsPerShare);
}
