import fc from "fast-check";
import type { LedgerFill } from "../ledger.ts";
import { type Instant, instant, type Print, type Ticker } from "../market.ts";
import {
  type Bps,
  type Money,
  mulDivHalfEven,
  type Price,
  price,
  type Quantity,
  shares,
} from "../money.ts";
import { type Fill, ORDER_ORIGINS, ORDER_SIDES, ORDER_STATUSES, type Order } from "../order.ts";
import {
  PATTERN_CONFIRMATIONS,
  RISK_UNLIMITED,
  type RiskLimits,
  STRATEGY_MODES,
  type Strategy,
} from "../strategy.ts";

/** Generators of the domain's words. Every value they make is one the domain accepts. */

export const tickers: fc.Arbitrary<Ticker> = fc.constantFrom(
  ...(["AAPL", "BRK.B", "F", "GME", "MSFT", "NVDA", "XOM"] as Ticker[]),
);

export const instants: fc.Arbitrary<Instant> = fc
  .integer({ min: 0, max: 4_102_444_800_000 })
  .map(instant);

/** From a ten-thousandth of a dollar to $100,000, ordinary prices most often. */
export const prices: fc.Arbitrary<Price> = fc
  .oneof(
    { weight: 6, arbitrary: fc.integer({ min: 10_000, max: 10_000_000 }) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 20_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000_000_000 }) },
  )
  .map(price);

export const quantities: fc.Arbitrary<Quantity> = fc
  .oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 500 }))
  .map(shares);

export const prints: fc.Arbitrary<Print> = fc.record({
  ticker: tickers,
  price: prices,
  at: instants,
});

export const fees: fc.Arbitrary<Money> = fc
  .oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 }))
  .map((units) => units as Money);

export const fills: fc.Arbitrary<Fill> = fc.record({
  executionId: fc.uuid(),
  quantity: quantities,
  price: prices,
  fee: fees,
  at: instants,
});

/** A buy or a sell of one symbol as the ledger takes it. */
export const ledgerFills: fc.Arbitrary<LedgerFill> = fc.record({
  executionId: fc.uuid(),
  ticker: tickers,
  side: fc.constantFrom(...ORDER_SIDES),
  quantity: quantities,
  price: prices,
  fee: fees,
  at: instants,
});

/** An order in any status, its filled part and reservation in keeping with it. */
export const orders: fc.Arbitrary<Order> = fc
  .record({
    status: fc.constantFrom(...ORDER_STATUSES),
    side: fc.constantFrom(...ORDER_SIDES),
    origin: fc.constantFrom(...ORDER_ORIGINS),
    ticker: tickers,
    quantity: fc.integer({ min: 2, max: 500 }),
    filledPart: fc.integer({ min: 1, max: 9 }),
    each: prices,
    at: instants,
  })
  .map(({ status, side, origin, ticker, quantity, filledPart, each, at }) => {
    const filled = shares(filledOf(status, quantity, filledPart));
    const isOver = ["filled", "canceled", "expired", "rejected", "denied"].includes(status);
    return {
      clientKey: "ABCDEFGHIJ0123456789",
      accountId: "account-1",
      ticker,
      side,
      origin,
      quantity: shares(quantity),
      extendedHours: false,
      status,
      filled,
      filledNotional: (filled * each) as Money,
      reservedCash: (side === "sell" || isOver ? 0 : each * (quantity - filled)) as Money,
      attempts: status === "intent" ? 0 : 1,
      createdAt: at,
      updatedAt: at,
    };
  });

function filledOf(status: Order["status"], quantity: number, tenths: number): number {
  if (status === "filled") return quantity;
  const part = Math.min(quantity - 1, Math.max(1, Math.floor((quantity * tenths) / 10)));
  if (status === "partially-filled") return part;
  const mayBePartial = ["cancel-pending", "suspended", "canceled", "expired"].includes(status);
  return mayBePartial && tenths % 2 === 0 ? part : 0;
}

const tradeRates = fc
  .oneof(fc.integer({ min: 100, max: 2_000 }), fc.constantFrom(100, 200, 300, 400))
  .map((points) => points as Bps);

/** Any strategy within the stored bounds; the band never ends above its beginning. */
export const strategies: fc.Arbitrary<Strategy> = fc
  .record({
    mode: fc.constantFrom(...STRATEGY_MODES),
    buyDropBps: tradeRates,
    bandWidthBps: fc.integer({ min: 0, max: 300 }),
    sellRiseBps: tradeRates,
    takeProfitBps: tradeRates,
    stopLossBps: fc.integer({ min: 500, max: 2_000 }).map((points) => points as Bps),
    stopLossEnabled: fc.boolean(),
    sharesToBuy: fc.integer({ min: 1, max: 60 }).map(shares),
    sharesToSell: fc.integer({ min: 1, max: 60 }).map(shares),
    maxPositionSize: fc.integer({ min: 1, max: 80 }).map(shares),
    minCashReserve: fc.integer({ min: 0, max: 500_000_000 }).map((units) => units as Money),
    patternConfirmation: fc.constantFrom(...PATTERN_CONFIRMATIONS),
  })
  .map(({ bandWidthBps, ...strategy }) => ({
    ...strategy,
    buyDropMaxBps: (strategy.buyDropBps + bandWidthBps) as Bps,
  }));

export const riskLimits: fc.Arbitrary<RiskLimits> = fc.record({
  maxPositionBps: fc
    .oneof(
      { weight: 1, arbitrary: fc.integer({ min: 10, max: 1_200 }) },
      { weight: 3, arbitrary: fc.integer({ min: 1_200, max: 10_000 }) },
      { weight: 2, arbitrary: fc.constant(RISK_UNLIMITED) },
    )
    .map((points) => points as Bps),
  dailyLossBps: fc
    .oneof(fc.integer({ min: 20, max: 500 }), fc.constant(10_000))
    .map((points) => points as Bps),
  coolDownSec: fc.constantFrom(0, 0, 1, 60, 600),
  allowAfterHours: fc.boolean(),
  entriesPerMinuteMax: fc.constantFrom(1, 2, 10, RISK_UNLIMITED),
});

/** A step of a walk, in basis points: mostly small, often a whole percent, sometimes a jump. */
export const moves: fc.Arbitrary<number> = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -150, max: 150 }) },
  { weight: 4, arbitrary: fc.integer({ min: -6, max: 6 }).map((percent) => percent * 100) },
  { weight: 1, arbitrary: fc.integer({ min: -2_500, max: 2_500 }) },
);

/** The price a move leads to: never below a ten-thousandth, never above $50,000. */
export const moved = (from: Price, moveBps: number): Price =>
  Math.min(500_000_000, Math.max(1, mulDivHalfEven(from, 10_000 + moveBps, 10_000))) as Price;

/**
 * A walk that crosses thresholds, and often stands exactly on one: it begins at whole dollars and
 * many steps are whole percents, so that 96% of a high is a price.
 */
export const pricePaths = (length: { min: number; max: number }): fc.Arbitrary<Price[]> =>
  fc
    .record({
      dollars: fc.integer({ min: 1, max: 2_000 }),
      steps: fc.array(moves, { minLength: length.min - 1, maxLength: length.max - 1 }),
    })
    .map(({ dollars, steps }) => {
      const path = [price(dollars * 10_000)];
      for (const step of steps) path.push(moved(path[path.length - 1]!, step));
      return path;
    });
