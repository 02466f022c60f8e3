import type { Ticker } from "./market.ts";
import { type Money, money, type Price, type Quantity } from "./money.ts";
import { percentOf } from "./percent.ts";

/** What a year's fills of a symbol and what is held of it come to. */
export interface SymbolYear {
  readonly ticker: Ticker;
  readonly tradesCount: number;
  /** Of the year's sells, after their fees. */
  readonly realized: Money;
  /** What the shares sold this year had cost. */
  readonly soldBasis: Money;
  readonly held: Quantity;
  readonly costBasis: Money;
  readonly averageCost: Price | undefined;
  readonly price: Price | undefined;
  readonly unrealized: Money | undefined;
}

export interface RankedSymbol extends SymbolYear {
  readonly total: Money;
  /** Of what was paid for the shares sold this year and those held. */
  readonly totalPercent: number;
}

/** Symbols by their gain, the largest first; equal ones by name. */
export const ranked = (symbols: readonly SymbolYear[]): readonly RankedSymbol[] =>
  symbols
    .map((symbol) => {
      const total = money(symbol.realized + (symbol.unrealized ?? 0));
      const paid = symbol.soldBasis + symbol.costBasis;
      return { total, totalPercent: percentOf(total, paid) ?? 0, ...symbol };
    })
    .toSorted((one, other) => other.total - one.total || (one.ticker < other.ticker ? -1 : 1));
