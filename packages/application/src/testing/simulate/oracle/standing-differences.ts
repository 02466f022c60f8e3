import type { Ticker } from "@sevenfold/domain/market";

import type { AccountView } from "../../../use-cases/worker-view.ts";
import type { CommittedRows } from "./committed-rows.ts";
import type { SymbolStanding } from "./symbol-standing.ts";

export interface ReadStanding {
  readonly at: number;
  readonly rows: CommittedRows;
  readonly symbols: ReadonlyMap<Ticker, SymbolStanding>;
  readonly isHalted: boolean;
  /** The trading day; undefined before the first session. */
  readonly day: string | undefined;
}

/**
 * How late it may hear of another's order: whoever sent it may have died before it could tell, and a
 * slow database keeps the book behind its rows.
 */
export const TOLD_MS = 15_000;

/** What the worker goes by that is not what rows and prices say, in words. */
export function differencesOfStanding(view: AccountView, read: ReadStanding): readonly string[] {
  const differences: string[] = [];
  const { baseline, baselineDay } = read.rows.account;
  const equity = equityOf(read);
  if (view.isEquityValid && equity && (view.equity < equity[0] || equity[1] < view.equity))
    differences.push(`equity is ${view.equity}, not ${equity.join(" to ")}`);
  if (baselineDay !== undefined && baselineDay === read.day && view.baseline !== baseline)
    differences.push(`baseline is ${view.baseline}, not ${baseline}`);
  // Until the day's baseline is on record, nobody beside the worker can tell.
  if (baselineDay === read.day && view.halted !== read.isHalted)
    differences.push(view.halted ? "is halted, and should not be" : "is not halted, and should be");
  const reserved = reservedOf(read);
  if (read.at - read.rows.othersChangedAt < TOLD_MS) return differences;
  // What is being placed is kept aside before it is on record.
  if (view.reserved < reserved || (view.reserved !== reserved && !isPlacing(view, read)))
    differences.push(`keeps ${view.reserved} aside, not ${reserved}`);
  return differences;
}

/** At least and at most; undefined while some holding has no price, or one that is not sure. */
function equityOf({ rows, symbols }: ReadStanding): readonly [number, number] | undefined {
  let [least, most] = [rows.account.cash as number, rows.account.cash as number];
  for (const [ticker, { quantity }] of rows.positions) {
    const symbol = symbols.get(ticker);
    if (symbol?.mark === undefined || symbol.isMarkOpen) return undefined;
    least += quantity * Math.min(symbol.mark, ...symbol.marksBefore);
    most += quantity * Math.max(symbol.mark, ...symbol.marksBefore);
  }
  return [least, most];
}

function reservedOf({ rows }: ReadStanding): number {
  let reserved = 0;
  for (const order of rows.open.values()) reserved += order.reservedCash;
  return reserved;
}

function isPlacing({ symbols }: AccountView, { rows }: ReadStanding): boolean {
  const onRecord = new Set([...rows.open.values()].map(({ ticker }) => ticker));
  return symbols.some(
    ({ ticker, verdict }) => verdict.verdict === "entered" && !onRecord.has(ticker),
  );
}
