import type { Print } from "@sevenfold/domain/market";
import type { BookedFill } from "../../../ports/stores/fill-store.ts";
import { isFar } from "./far-prices.ts";
import { isOfOtherShares } from "./judge-splits.ts";
import type { OracleState } from "./oracle-state.ts";

/**
 * Whether one of the prices of a holding is so far from what its worker last went by that it may be of
 * other shares: the worker asks the broker first, and when it has its answer nobody beside it can tell.
 */
export function noteDoubtful(state: OracleState, prints: readonly Print[]): void {
  const { rows, seen } = state;
  for (const { price, ticker } of prints) {
    if (!rows.positions.has(ticker) || isOfOtherShares(state, ticker)) continue;
    const known = seen?.symbols.find((symbol) => symbol.ticker === ticker);
    const symbol = state.symbolOf(ticker);
    // It goes by what came after that fill: it has its answer.
    if (known?.mark !== symbol.farFill?.price) symbol.farFill = undefined;
    const lasts = [known?.trail?.last ?? known?.mark, ...(symbol.farFill?.from ?? [])];
    if (!lasts.some((last) => last !== undefined && isFar(price, last))) continue;
    symbol.isMarkOpen = true;
    state.isHaltKnown = false;
    state.beUnsure();
  }
}

/**
 * A trail that a fill begins says nothing of what the price was before. That is what its worker goes by, also
 * where it holds prices back until the broker has answered, or has just begun by what was on record. A fill that
 * is told after a later one leaves the trail, and the price, to that.
 */
export function noteFarFill(
  state: Pick<OracleState, "symbolOf" | "view">,
  { at, price, ticker }: Pick<BookedFill, "at" | "price" | "ticker">,
): void {
  const symbol = state.symbolOf(ticker);
  if (at < symbol.anchoredAt) return;
  const known = state.view()?.symbols.find((one) => one.ticker === ticker);
  const last = known?.trail?.last ?? known?.mark ?? symbol.trails?.[1].last;
  const isFarFill = last !== undefined && isFar(price, last);
  // What has come since then is another fill, and no price that its worker would go by; unless it held none before.
  const from = [...(symbol.farFill?.from ?? []), ...(isFarFill ? [last] : [])];
  if (0 < from.length) symbol.farFill = { from, price };
}
