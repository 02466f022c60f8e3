import type { MergerActivity, RenameActivity } from "../../../ports/activity.ts";
import type { OracleState } from "./oracle-state.ts";
import { newStanding, type SymbolStanding } from "./symbol-standing.ts";

/**
 * Its shares are no more: nothing is wanted of them, and nothing is known of its trail. Those that came
 * for them make the worker's book anew, with a trail that nobody beside it can tell. Under another name
 * they cool down as long as they did.
 */
export function takeEnd(
  state: OracleState,
  change: MergerActivity | RenameActivity,
  until: number,
): void {
  const { coolDownUntil } = state.symbolOf(change.ticker);
  state.symbols.set(change.ticker, openedUntil(until));
  if (change.kind !== "name-change") return;
  state.symbols.set(change.becomes, { ...openedUntil(until), coolDownUntil });
}

/** Whoever follows it may learn of it late, and values it by a price of its own. */
const openedUntil = (until: number): SymbolStanding => ({
  ...newStanding(),
  openUntil: until,
  isMarkOpen: true,
});
