import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Settings } from "../../ports/stores/settings-store.ts";
import { coolDownEnds } from "./book-from-rows.ts";

/**
 * Until when the fills on record cool a symbol down that has no stored trail: what was sold and is off the list
 * lost it, and whoever begins one has to say. 0: no longer than now.
 */
export async function coolDownOfFills(
  { fills }: Pick<Readers, "fills">,
  settings: Settings,
  { at, ticker }: { readonly at: Instant; readonly ticker: Ticker },
): Promise<Instant> {
  const from = (at - settings.limits.coolDownSec * 1_000) as Instant;
  const recentFills = await fills.since(settings.accountId, from);
  const ends = coolDownEnds({ recentFills, recentOrders: [], settings, trails: undefined });
  return ends.get(ticker) ?? (0 as Instant);
}
