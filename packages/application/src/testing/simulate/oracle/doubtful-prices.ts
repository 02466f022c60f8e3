import type { Print } from "@sevenfold/domain/market";
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
    const last = known?.trail?.last ?? known?.mark;
    if (last === undefined || !isFar(price, last)) continue;
    state.symbolOf(ticker).isMarkOpen = true;
    state.isHaltKnown = false;
    state.beUnsure();
  }
}
