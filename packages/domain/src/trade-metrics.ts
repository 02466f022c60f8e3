import { estimated, type Metric, measured, unmeasured } from "./metric.ts";
import { type Money, mulDivHalfEven } from "./money.ts";

/** A sale and what it earned: proceeds less the cost it carried away, less fees. */
export interface ClosedTrade {
  readonly realized: Money;
}

/** With fewer trades their averages say little. */
export const TRADES_TRUSTED = 30;

const NO_TRADES = "no closed trade";

/** Winning trades ÷ all. A trade that earned exactly nothing counts, as neither win nor loss. */
export const winRateOf = (trades: readonly ClosedTrade[]): Metric =>
  fromTrades(trades, () =>
    estimated(
      trades.filter(({ realized }) => 0 < realized).length / trades.length,
      isSmall(trades),
    ),
  );

/** Dollars won ÷ dollars lost. */
export const profitFactorOf = (trades: readonly ClosedTrade[]): Metric =>
  fromTrades(trades, () => {
    const lost = -sumOf(trades.map(({ realized }) => Math.min(realized, 0)));
    if (lost === 0) return unmeasured("no losing trade");
    const won = sumOf(trades.map(({ realized }) => Math.max(realized, 0)));
    return estimated(won / lost, isSmall(trades));
  });

/** Mean of what a trade earned, in ten-thousandths of a dollar, half-even. */
export const expectancyOf = (trades: readonly ClosedTrade[]): Metric =>
  fromTrades(trades, () => {
    const total = sumOf(trades.map(({ realized }) => realized));
    return estimated(mulDivHalfEven(total, 1, trades.length), isSmall(trades));
  });

/** The most that one trade earned, in ten-thousandths of a dollar. */
export const bestTradeOf = (trades: readonly ClosedTrade[]): Metric =>
  fromTrades(trades, () =>
    measured(trades.reduce((best, { realized }) => Math.max(best, realized), -Infinity)),
  );

/** The least that one trade earned, in ten-thousandths of a dollar. */
export const worstTradeOf = (trades: readonly ClosedTrade[]): Metric =>
  fromTrades(trades, () =>
    measured(trades.reduce((worst, { realized }) => Math.min(worst, realized), Infinity)),
  );

const fromTrades = (trades: readonly ClosedTrade[], measure: () => Metric): Metric =>
  trades.length === 0 ? unmeasured(NO_TRADES) : measure();

const isSmall = (trades: readonly ClosedTrade[]): boolean => trades.length < TRADES_TRUSTED;

const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((total, each) => total + each, 0);
