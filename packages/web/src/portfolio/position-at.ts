import type { PricedPositionView } from "@sevenfold/contract/portfolio";

/** A position's figures at a newer price than its view was made at; unknown stays unknown. */
export function positionAt(
  position: PricedPositionView,
  price: number | undefined,
): PricedPositionView {
  const { shares, costValue, currentPrice, dayGainLoss } = position;
  if (price === undefined) return position;
  const currentValue = price * shares;
  const totalGainLoss = currentValue - costValue;
  const dayNow =
    dayGainLoss === null || currentPrice === null
      ? null
      : dayGainLoss + (price - currentPrice) * shares;
  const before = dayNow === null ? 0 : currentValue - dayNow;
  return {
    ...position,
    currentPrice: price,
    currentValue,
    totalGainLoss,
    totalGainLossPercent: costValue === 0 ? null : (totalGainLoss / costValue) * 100,
    dayGainLoss: dayNow,
    dayChangePercent: dayNow === null || before === 0 ? null : (dayNow / before) * 100,
  };
}
