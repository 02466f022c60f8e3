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
  /** Undefined while what is held has no price. */
  readonly total: Money | undefined;
  /** Of what was paid for the shares sold this year and those held; undefined where that is nothing. */
  readonly totalPercent: number | undefined;
}

/** Symbols by their gain, the largest first; equal ones by name, and last those of unknown gain. */
export const ranked = (symbols: readonly SymbolYear[]): readonly RankedSymbol[] =>
  symbols
    .map((symbol) => {
      const { costBasis, realized, soldBasis, unrealized } = symbol;
      const total = unrealized === undefined ? undefined : money(realized + unrealized);
      const totalPercent =
        total === undefined ? undefined : percentOf(total, soldBasis + costBasis);
      return { total, totalPercent, ...symbol };
    })
    .toSorted((one, other) => rankOf(other) - rankOf(one) || (one.ticker < other.ticker ? -1 : 1));

const rankOf = ({ total }: Pick<RankedSymbol, "total">): number =>
  total ?? -Number.MAX_SAFE_INTEGER;
