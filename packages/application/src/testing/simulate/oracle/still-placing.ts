import type { Ticker } from "@sevenfold/domain/market";

import type { OracleState } from "./oracle-state.ts";
import type { Moment, RecordedRows } from "./rule-reading.ts";

/** What is left to decide, and what for, beside entries that are decided and not on record. */
export interface BesidePlacing {
  readonly moment: Moment;
  readonly rows: RecordedRows;
}

/**
 * While the storage is slow, entries wait to be written down that were decided at prices of before, and keep
 * aside what they cost then: what else is wanted has the rest. Undefined where none waits.
 */
export function besidePlacing(state: OracleState, moment: Moment): BesidePlacing | undefined {
  if (state.slowUntil < moment.at) return undefined;
  const { account, open, positions, watched } = state.rows;
  const onRecord = new Set([...open.values()].map(({ ticker }) => ticker));
  const kept = new Map<Ticker, number>();
  for (const { ticker, verdict } of state.seen?.symbols ?? []) {
    if (verdict.verdict !== "entered" || onRecord.has(ticker)) continue;
    const decided = state.symbolOf(ticker).wants.find(({ intent }) => intent.side === "buy");
    if (decided) kept.set(ticker, decided.intent.reservedCash);
  }
  if (kept.size === 0) return undefined;
  let unavailableCash: number = account.unavailableCash ?? 0;
  for (const cash of kept.values()) unavailableCash += cash;
  return {
    moment: { ...moment, tickers: moment.tickers.filter((ticker) => !kept.has(ticker)) },
    rows: { account: { ...account, unavailableCash }, open, positions, watched },
  };
}
