import {
  atRateCeil,
  BPS_PER_ONE,
  type Bps,
  type Money,
  money,
  mulDivCeil,
  type Price,
} from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";

/** What a broker takes for an order: the parts added up, and never less than the minimum. */
export interface Commission {
  readonly perOrder: Money;
  /** Millionths of a dollar for each share: half a cent is 5,000. */
  readonly perShare: number;
  /** Millionths of the order's value: 0.1% is 1,000. */
  readonly rate: number;
  readonly minimum: Money;
}

/** How much worse than the market's price a market or stop order fills. */
export interface Slippage {
  /** Of the price. */
  readonly bps: Bps;
  /** Dollars between bid and ask, in ten-thousandths; an order pays half of it. */
  readonly spread: Money;
  /** What an order as large as its bar's volume would pay; one of a tenth pays a hundredth. */
  readonly impactBps: Bps;
}

const MILLION = 1_000_000;
const MILLIONTHS_PER_UNIT = 100;

/** The commission of an order that has filled so far, in parts of a share perhaps; each of its parts is rounded up. */
export function commissionOf(
  commission: Commission,
  filled: number,
  notional: number,
  partsPerShare = 1,
): Money {
  const { perOrder, perShare, rate, minimum } = commission;
  const forShares = mulDivCeil(filled, perShare, MILLIONTHS_PER_UNIT * partsPerShare);
  const forValue = mulDivCeil(notional, rate, MILLION);
  return money(Math.max(minimum, perOrder + forShares + forValue));
}

/** What an order pays or gets per share, rounded to its disadvantage. `volume` is its bar's. */
export function slippedPrice(
  slippage: Slippage,
  { side, price, quantity, volume }: SlippedFill,
): Price {
  const worse =
    atRateCeil(price, slippage.bps) +
    Math.ceil(slippage.spread / 2) +
    impactOf(slippage.impactBps, { price, quantity, volume });
  return Math.max(1, side === "buy" ? price + worse : price - worse) as Price;
}

export interface SlippedFill {
  readonly side: OrderSide;
  readonly price: number;
  readonly quantity: number;
  readonly volume: number;
}

/** The full impact times the square of the order's share of the volume, rounded up once. */
function impactOf(impactBps: Bps, { price, quantity, volume }: Omit<SlippedFill, "side">): number {
  if (impactBps === 0) return 0;
  const [part, whole] = volume <= quantity ? [1, 1] : [quantity, volume];
  const full = BigInt(price) * BigInt(impactBps) * BigInt(part) ** 2n;
  const unit = BigInt(BPS_PER_ONE) * BigInt(whole) ** 2n;
  return Number((full + unit - 1n) / unit);
}
