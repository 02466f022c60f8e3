import type { PlainCommission, PlainSlippage } from "./plain-rules.ts";

/** The commission of all an order has filled. */
export function plainCommission(
  commission: PlainCommission | undefined,
  shares: number,
  notional: number,
): number {
  if (commission === undefined) return 0;
  const { perOrder, perShare, rate, minimum } = commission;
  const forShares = ceilDiv(BigInt(shares) * BigInt(perShare), 100n);
  const forValue = ceilDiv(BigInt(notional) * BigInt(rate), 1_000_000n);
  return Math.max(minimum, perOrder + forShares + forValue);
}

/** The offered price made worse: by a rate, by half the spread, and by the order's share squared. */
export function plainPrice(
  slippage: PlainSlippage | undefined,
  offer: {
    readonly side: "buy" | "sell";
    readonly shares: number;
    readonly price: number;
    readonly bar: { readonly volume?: number };
    readonly isLimit?: boolean;
  },
): number {
  const { side, shares, price, bar, isLimit } = offer;
  if (slippage === undefined || isLimit) return price;
  const volume = bar.volume ?? 0;
  const byRate = ceilDiv(BigInt(price) * BigInt(slippage.bps), 10_000n);
  const bySpread = Math.floor((slippage.spread + 1) / 2);
  const [part, whole] = shares < volume ? [shares, volume] : [1, 1];
  const impact = ceilDiv(
    BigInt(price) * BigInt(slippage.impactBps) * BigInt(part) ** 2n,
    10_000n * BigInt(whole) ** 2n,
  );
  const worse = byRate + bySpread + impact;
  return side === "buy" ? price + worse : Math.max(1, price - worse);
}

export const ceilDiv = (dividend: bigint, divisor: bigint): number =>
  Number((dividend + divisor - 1n) / divisor);

export function halfEven(dividend: bigint, divisor: bigint): number {
  const down = dividend / divisor;
  const twice = 2n * (dividend - down * divisor);
  return Number(divisor < twice || (twice === divisor && down % 2n === 1n) ? down + 1n : down);
}
