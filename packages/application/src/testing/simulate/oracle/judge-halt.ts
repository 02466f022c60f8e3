import type { Settings } from "../../../ports/stores/settings-store.ts";
import { readForeign } from "./foreign-reading.ts";
import type { OracleState } from "./oracle-state.ts";

/** The day's loss, by what is on record and the prices heard. */
export function testHalt(state: OracleState): void {
  const { account, positions, settings } = state.rows;
  const { baseline, baselineDay, cash } = account;
  if (baseline === undefined || (state.day !== undefined && baselineDay !== state.day)) {
    state.isHaltKnown = false;
    return;
  }
  const { isUnknown, value } = readForeign(account.foreign);
  if (isUnknown) return;
  let equity = cash + value;
  for (const [ticker, { quantity }] of positions) {
    const { isMarkOpen, mark } = state.symbolOf(ticker);
    if (isMarkOpen) state.isHaltKnown = false;
    if (mark === undefined || isMarkOpen) return;
    equity += quantity * mark;
  }
  const isCrossed = ({ limits }: Pick<Settings, "limits">): boolean =>
    BigInt(equity) * 10_000n <= BigInt(baseline) * BigInt(10_000 - limits.dailyLossBps);
  const isNow = isCrossed(settings);
  // A limit that was moved just now is one that the worker may not have heard of.
  const isBefore = state.hasNewSettings(state.now()) ? isCrossed(state.before!.settings) : isNow;
  if (isNow !== isBefore) state.isHaltKnown = false;
  else if (isNow) state.isHalted = true;
}
