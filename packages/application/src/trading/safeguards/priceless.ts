import type { Account } from "../../ports/stores/account.ts";
import { type PriceMarkets, pricesOf } from "../prices/venue-prices.ts";
import type { Refusal } from "./refusal.ts";

export type Priceless = Extract<Refusal, { kind: "no-real-prices" }>;

/** Why nothing may be decided on the prices of an account's venue; undefined where it may. */
export function pricelessOf(
  markets: Pick<PriceMarkets, "realMarket">,
  account: Pick<Account, "venue">,
): Priceless | undefined {
  const prices = pricesOf(markets, account);
  return prices === "own" ? undefined : { kind: "no-real-prices", prices };
}

/**
 * Why a market order may not go there. A person who has seen that the prices are late or away may still
 * sell what is held: that lowers risk.
 */
export function pricelessFor(
  priceless: Priceless | undefined,
  { limit, side }: { readonly limit?: unknown; readonly side: "buy" | "sell" },
): Priceless | undefined {
  if (limit !== undefined) return undefined;
  return side === "sell" && priceless?.prices === "shown" ? undefined : priceless;
}
