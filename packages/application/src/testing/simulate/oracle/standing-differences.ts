import type { Ticker } from "@sevenfold/domain/market";
import { isOwnStop } from "@sevenfold/domain/own-stop";

import type { AccountView } from "../../../trading/session/worker-view.ts";
import type { CommittedRows } from "./committed-rows.ts";
import { readForeign } from "./foreign-reading.ts";
import type { SymbolStanding } from "./symbol-standing.ts";

export interface ReadStanding {
  readonly rows: CommittedRows;
  /** An order of somebody else's has begun, changed or ended, and its worker may not have heard of it. */
  readonly areOthersUnheard: boolean;
  /** A call of the storage may take seconds. */
  readonly isStorageSlow: boolean;
  readonly symbols: ReadonlyMap<Ticker, SymbolStanding>;
  readonly isHalted: boolean;
  /** The trading day; undefined before the first session, and while its worker may be in another. */
  readonly day: string | undefined;
}

/**
 * How late it may hear of another's order: whoever sent it may have died before it could tell, and a
 * slow database keeps the book behind its rows.
 */
export const TOLD_MS = 15_000;

/** It is on record that the broker has other holdings than the books. */
export const areHoldingsDifferent = ({ reductions }: CommittedRows["account"]): boolean =>
  reductions?.some(({ because }) => because === "holdings-differ") === true;

/** What the worker goes by that is not what rows and prices say, in words. */
export function differencesOfStanding(view: AccountView, read: ReadStanding): readonly string[] {
  const differences: string[] = [];
  const { baseline, baselineDay } = read.rows.account;
  const equity = equityOf(view, read);
  if (view.isEquityValid && equity && (view.equity < equity[0] || equity[1] < view.equity))
    differences.push(`equity is ${view.equity}, not ${equity.join(" to ")}`);
  // Until the day's baseline is on record, nobody beside the worker can tell.
  const isDayKnown = baselineDay !== undefined && baselineDay === read.day;
  if (isDayKnown && view.baseline !== baseline)
    differences.push(`baseline is ${view.baseline}, not ${baseline}`);
  if (isDayKnown && view.halted !== read.isHalted)
    differences.push(view.halted ? "is halted, and should not be" : "is not halted, and should be");
  const reserved = reservedOf(read);
  if (read.areOthersUnheard) return differences;
  // What is being placed is kept aside before it is on record, and what has ended until that is read.
  const mayBeMore = read.isStorageSlow || isPlacing(view, read);
  if (view.reserved < reserved || (view.reserved !== reserved && !mayBeMore))
    differences.push(`keeps ${view.reserved} aside, not ${reserved}`);
  return differences;
}

/** At least and at most; undefined while some holding has no price, or one that is not known. */
function equityOf(
  view: AccountView,
  { rows, symbols }: ReadStanding,
): readonly [number, number] | undefined {
  const beside = rows.account.cash + readForeign(rows.account.foreign).value;
  let least = beside;
  let most = beside;
  for (const [ticker, { quantity }] of rows.positions) {
    const symbol = symbols.get(ticker);
    if (symbol?.mark === undefined) return undefined;
    // It was taken over, where the worker has said it.
    if (symbol.isMarkOpen && !view.symbols.some((one) => one.ticker === ticker)) return undefined;
    let low = symbol.mark;
    let high = symbol.mark;
    for (const mark of symbol.marksBefore) {
      low = Math.min(low, mark);
      high = Math.max(high, mark);
    }
    least += quantity * low;
    most += quantity * high;
  }
  return [least, most];
}

function reservedOf({ rows }: ReadStanding): number {
  let reserved = 0;
  for (const order of rows.open.values()) reserved += order.reservedCash;
  return reserved;
}

function isPlacing({ symbols }: AccountView, { rows }: ReadStanding): boolean {
  // What waits for the end of its symbol's stop is not on record yet: the stop is no order at work.
  const atWork = [...rows.open.values()].filter((order) => !isOwnStop(order));
  const onRecord = new Set(atWork.map(({ ticker }) => ticker));
  return symbols.some(
    ({ ticker, verdict }) => verdict.verdict === "entered" && !onRecord.has(ticker),
  );
}
