import type { MergerActivity, RenameActivity } from "../../../ports/activity.ts";
import type { OracleState } from "./oracle-state.ts";
import { newStanding, type SymbolStanding } from "./symbol-standing.ts";

/**
 * Its shares are no more: nothing is wanted of them, and nothing is known of its trail. Those that came
 * for them make the worker's book anew, with a trail that nobody beside it can tell.
 */
export function takeEnd(
  state: OracleState,
  change: MergerActivity | RenameActivity,
  until: number,
): void {
  state.symbols.set(change.ticker, openedUntil(until));
  if (change.kind === "name-change") state.symbols.set(change.becomes, openedUntil(until));
}

/** Whoever follows it may learn of it late, and values it by a price of its own. */
const openedUntil = (until: number): SymbolStanding => ({
  ...newStanding(),
  openUntil: until,
  isMarkOpen: true,
});
