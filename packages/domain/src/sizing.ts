import {
  atRateCeil,
  atRateFloor,
  BPS_PER_ONE,
  type Bps,
  type Money,
  mulDivHalfEven,
  PRICE_MAX,
  type Price,
  tickOf,
} from "./money.ts";
import type { OrderSide } from "./order.ts";
import { RISK_UNLIMITED, type RiskLimits, type Strategy } from "./strategy.ts";

/** What the size of an entry depends on. A Book is one. */
export interface SizingFacts {
  readonly strategy: Pick<Strategy, "sharesToBuy" | "maxPositionSize" | "minCashReserve">;
  readonly limits: Pick<RiskLimits, "maxPositionBps">;
  readonly cash: Money;
  readonly reservedCash: Money;
  readonly equity: Money;
  readonly collarBps: Bps;
}

/** How far from the last price an after-hours limit order stands. */
export const AFTER_HOURS_OFFSET_BPS = 50;

/** Shares an entry buys: the smallest of the four limits, 0 when one leaves none. docs/strategy.md#size */
export function entryQuantity(
  facts: SizingFacts,
  price: number,
  held: number,
  reservedEach: number,
): number {
  const quantity = Math.min(
    facts.strategy.sharesToBuy,
    facts.strategy.maxPositionSize - held,
    affordable(facts, reservedEach),
    withinShareOfEquity(facts, price, held),
  );
  return quantity < 1 ? 0 : quantity;
}

/** The first limit that leaves less than one share. */
export function limitingGate(
  facts: SizingFacts,
  price: number,
  held: number,
  reservedEach: number,
): "max-position-size" | "cash-reserve" | "position-share" | undefined {
  if (Math.min(facts.strategy.sharesToBuy, facts.strategy.maxPositionSize - held) < 1)
    return "max-position-size";
  if (affordable(facts, reservedEach) < 1) return "cash-reserve";
  if (withinShareOfEquity(facts, price, held) < 1) return "position-share";
  return undefined;
}

/** Cash kept aside per share of a buy: the decision price plus the collar, and never below its limit. */
export function reservedEachOf(price: number, collarBps: number, limit?: number): number {
  const collared = atRateCeil(price, BPS_PER_ONE + collarBps);
  return limit === undefined || limit < collared ? collared : limit;
}

/** An after-hours limit: the last price ± 0.5%, to the nearest tick. docs/strategy.md#after-hours */
export function afterHoursLimitOf(price: number, side: OrderSide): Price {
  const rate = BPS_PER_ONE + (side === "buy" ? AFTER_HOURS_OFFSET_BPS : -AFTER_HOURS_OFFSET_BPS);
  const tick = tickOf(atRateFloor(price, rate));
  const limit = mulDivHalfEven(price, rate, BPS_PER_ONE * tick) * tick;
  return Math.min(limit, PRICE_MAX) as Price;
}

/** Shares that what is neither kept for open orders nor the reserve can pay. */
export const affordable = (facts: SizingFacts, reservedEach: number): number =>
  Math.floor((facts.cash - facts.reservedCash - facts.strategy.minCashReserve) / reservedEach);

/** Shares that the limit on one symbol's part of equity leaves. */
export function withinShareOfEquity(
  { equity, limits }: SizingFacts,
  price: number,
  held: number,
): number {
  if (limits.maxPositionBps === RISK_UNLIMITED) return Number.POSITIVE_INFINITY;
  return Math.floor(atRateFloor(equity, limits.maxPositionBps) / price) - held;
}
