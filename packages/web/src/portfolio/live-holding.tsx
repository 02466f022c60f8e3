import type { PricedPositionView } from "@sevenfold/contract/portfolio";
import type { ReactNode } from "react";
import { usePrice } from "../live/price-store.ts";
import { AgedPrice } from "../ui/aged-price.tsx";
import { TickCell } from "../ui/tick-cell.tsx";

/** The holding at another price of one share: what was unknown stays so. */
export function heldAt(position: PricedPositionView, price: number | undefined) {
  const { currentPrice, currentValue, dayGainLoss, shares, totalGainLoss } = position;
  if (price === undefined || currentPrice === null || price === currentPrice) return position;
  const moved = (price - currentPrice) * shares;
  const at = (amount: number | null) => (amount === null ? null : amount + moved);
  const percentOf = (gain: number | null) =>
    gain === null || currentValue === null || currentValue === gain
      ? null
      : ((gain + moved) / (currentValue - gain)) * 100;
  return {
    ...position,
    currentPrice: price,
    currentValue: at(currentValue),
    dayGainLoss: at(dayGainLoss),
    dayChangePercent: percentOf(dayGainLoss),
    totalGainLoss: at(totalGainLoss),
    totalGainLossPercent: percentOf(totalGainLoss),
  };
}

interface AtPriceProps {
  readonly position: PricedPositionView;
  readonly children: (position: PricedPositionView) => ReactNode;
}

/** A figure of the holding at the newest price known, alive. */
export const AtPrice = ({ position, children }: AtPriceProps) =>
  children(heldAt(position, usePrice(position.ticker)?.price));

/** What one share costs, alive. */
export const HeldPrice = ({ position }: Pick<AtPriceProps, "position">) => (
  <AtPrice position={position}>
    {({ currentPrice, ticker }) => (
      <TickCell value={currentPrice}>
        <AgedPrice ticker={ticker} of={currentPrice} />
      </TickCell>
    )}
  </AtPrice>
);
