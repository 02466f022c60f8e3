import { progressOf } from "@sevenfold/domain/goal";
import { type RankedSymbol, ranked, type SymbolYear } from "@sevenfold/domain/goal-performance";
import type { Instant } from "@sevenfold/domain/market";
import { type Money, sumOf } from "@sevenfold/domain/money";
import { instantOfNewYork, newYorkParts } from "@sevenfold/domain/new-york-time";
import { percentChangeOf } from "@sevenfold/domain/percent";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { FillTotals } from "../ports/stores/fill-store.ts";
import { nothingOf } from "../ports/stores/fill-totals.ts";
import { equityFrom } from "../trading/account/capital-since.ts";
import type { AccountNotFound } from "../trading/account/selected-account.ts";
import { inMarketOf } from "../trading/prices/venue-prices.ts";
import {
  type HoldingsNeeds,
  holdingsOf,
  storedHoldings,
  type ValuedPosition,
} from "./read-holdings.ts";

export interface GoalPerformance {
  /** Undefined until the broker has shown the account. */
  readonly start: Money | undefined;
  /** Undefined while a holding has no price, as all that is made of it. */
  readonly current: Money | undefined;
  readonly target: Money;
  /** In basis points. */
  readonly progress: number | undefined;
  readonly tradesThisYear: number;
  /** Undefined also where nobody recorded what the year began with. */
  readonly returnThisYearPercent: number | undefined;
  readonly realizedThisYear: Money | undefined;
  readonly unrealized: Money | undefined;
  readonly symbols: readonly RankedSymbol[];
}

/** How far the selected account is on its way to the goal, and by which symbols. Years are New York's. */
export const readGoalPerformance =
  (needs: HoldingsNeeds) =>
  async (userId: string): Promise<Result<GoalPerformance, AccountNotFound>> => {
    const { clock, storage } = needs;
    const [stored, portfolio] = await Promise.all([
      storedHoldings(storage.read, userId),
      storage.read.portfolios.ofUser(userId),
    ]);
    if (!stored.ok) return stored;
    if (!portfolio) return refused({ kind: "account-not-found" });
    const { account } = stored.value;
    const yearStart = startOfYear(clock.now());
    const [totals, before] = await Promise.all([
      storage.read.fills.totalsSince(account.id, yearStart),
      equityFrom(storage.read, account, yearStart),
    ]);
    const { equity, positions, startEquity: start } = holdingsOf(needs, stored.value);
    const { prices } = inMarketOf(needs, account);
    const symbols = ranked(symbolsOf(totals, positions, prices));
    const target = portfolio.goalAmount;
    // An account that began within the year, or anew, began the year with its start.
    const yearBegan =
      before ?? (yearStart <= (account.booksFrom ?? account.createdAt) ? start : undefined);
    const unrealized = symbols.flatMap((symbol) => symbol.unrealized ?? []);
    return ok({
      start,
      current: equity,
      target,
      progress:
        equity === undefined || start === undefined ? undefined : progressOf(equity, start, target),
      tradesThisYear: totals.reduce((sum, { count }) => sum + count, 0),
      returnThisYearPercent:
        equity === undefined || yearBegan === undefined
          ? undefined
          : percentChangeOf(yearBegan, equity),
      realizedThisYear:
        start === undefined ? undefined : sumOf(symbols.map((each) => each.realized)),
      unrealized:
        start !== undefined && unrealized.length === symbols.length ? sumOf(unrealized) : undefined,
      symbols,
    });
  };

/** New York's first midnight of the year that holds the instant. */
const startOfYear = (at: Instant): Instant => instantOfNewYork(newYorkParts(at).year, 1, 1);

function symbolsOf(
  totals: readonly FillTotals[],
  positions: readonly ValuedPosition[],
  prices: HoldingsNeeds["prices"],
): readonly SymbolYear[] {
  const traded = new Map(totals.map((total) => [total.ticker, total]));
  const held = new Map(positions.map((position) => [position.ticker, position]));
  return [...new Set([...traded.keys(), ...held.keys()])].map((ticker) => {
    const { count, realized, soldBasis } = traded.get(ticker) ?? nothingOf(ticker);
    const position = held.get(ticker);
    return {
      ticker,
      tradesCount: count,
      realized,
      soldBasis,
      held: position?.quantity ?? (0 as SymbolYear["held"]),
      costBasis: position?.costBasis ?? (0 as Money),
      averageCost: position?.averageCost,
      // What was sold is followed no longer, but may be watched.
      price: position === undefined ? prices.latest(ticker)?.price : position.price,
      unrealized: position === undefined ? (0 as Money) : position.unrealized,
    };
  });
}
