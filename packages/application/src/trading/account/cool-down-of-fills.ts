import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Readers } from "../../ports/stores/readers.ts";
import { coolDownEnds } from "./book-from-rows.ts";

/**
 * Until when the fills on record cool a symbol down that has no stored trail: what was sold and is off the list
 * lost it, and whoever begins one has to say. 0: no longer than now.
 */
export async function coolDownOfFills(
  { fills, settings: stored }: Pick<Readers, "fills" | "settings">,
  accountId: string,
  { at, ticker }: { readonly at: Instant; readonly ticker: Ticker },
): Promise<Instant> {
  const none = 0 as Instant;
  const settings = await stored.of(accountId);
  if (!settings) return none;
  const from = (at - settings.limits.coolDownSec * 1_000) as Instant;
  const recentFills = await fills.since(accountId, from);
  const ends = coolDownEnds({ recentFills, recentOrders: [], settings, trails: undefined });
  return ends.get(ticker) ?? none;
}
