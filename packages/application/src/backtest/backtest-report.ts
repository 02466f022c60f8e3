import type { Book } from "@sevenfold/domain/book";
import type { Intent } from "@sevenfold/domain/decide";
import type { EquityPoint, Instant, Ticker } from "@sevenfold/domain/market";
import type { Money, Price, Quantity } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";
import type { ReasonCode } from "@sevenfold/domain/reason";

/** A fill of the simulated venue. */
export interface BacktestTrade {
  readonly ticker: Ticker;
  readonly side: OrderSide;
  readonly quantity: Quantity;
  readonly price: Price;
  readonly at: Instant;
  readonly reason: ReasonCode;
  readonly fee: Money;
  /** Proceeds less the cost they carried away; 0 for a buy. */
  readonly realized: Money;
  readonly decidedAt: Instant;
  readonly decisionPrice: Price;
}

/** A buy that the opening made dearer than the cash. */
export interface CanceledOrder {
  readonly intent: Intent;
  readonly at: Instant;
  readonly open: Price;
  readonly cash: Money;
}

/** All that a backtest found. */
export interface BacktestReport {
  readonly trades: readonly BacktestTrade[];
  readonly canceled: readonly CanceledOrder[];
  /** Orders whose symbol had no further bar to fill at. */
  readonly unfilled: readonly Intent[];
  /** Equity at the last close of each trading day, oldest first. */
  readonly equityCurve: readonly EquityPoint[];
  readonly bars: number;
  /** The first opening and the last closing instant. */
  readonly start: Instant;
  readonly end: Instant;
  /** Closing instants, and those at which something was held. */
  readonly closes: number;
  readonly closesHolding: number;
  /** The account as the last close left it: cash, positions, trails, cool-downs. */
  readonly book: Book;
}
