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
  const least = BigInt(baseline) * BigInt(10_000 - settings.limits.dailyLossBps);
  if (BigInt(equity) * 10_000n <= least) state.isHalted = true;
}
