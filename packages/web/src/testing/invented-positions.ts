import type {
  PositionView,
  PricedPositionView,
  ProtectionView,
} from "@sevenfold/contract/portfolio";
import { stockOf } from "@sevenfold/domain/stocks";
import { cents, HELD, percentOf, priceAt } from "./invented-prices.ts";
import { type InventedWorld, pricedAt } from "./invented-world.ts";

export function positionsOf(world: InventedWorld): PositionView[] {
  const held = Object.entries(HELD).filter(([ticker]) => !world.sold.includes(ticker));
  return held.map(([ticker, [shares, average]]) => {
    const price = priceAt(ticker, world.now());
    const gain = cents((price - average) * shares);
    return {
      id: ticker,
      ticker,
      shares,
      avgCostBasis: average,
      costBasis: cents(average * shares),
      currentPrice: price,
      priceAt: pricedAt(world),
      marketValue: cents(price * shares),
      unrealizedPL: gain,
      unrealizedPLPercent: percentOf(gain, average * shares),
      isManaged: true,
      updatedAt: new Date(world.now()).toISOString(),
    };
  });
}

/** What protects them: the first has a stop for all its shares, the second for some, the others none. */
export function protectionIn(world: InventedWorld): ProtectionView {
  const positions = positionsOf(world).map(({ shares, ticker }, index) => {
    const covered = [shares, Math.floor(shares / 2)][index] ?? 0;
    const kind = covered === shares ? "stop" : covered === 0 ? "none" : "part";
    return {
      ticker,
      shares,
      kind: kind as "stop" | "part" | "none",
      protectedShares: covered,
      says: {
        stop: `A stop at the broker: ${shares} shares at $151.20.`,
        part: `A stop at the broker for ${covered} of ${shares} shares: ${covered} shares at $98.00.`,
        none: "Nothing: until Sevenfold is back, nobody sells it.",
      }[kind as "stop" | "part" | "none"],
    };
  });
  const none = positions.filter(({ kind }) => kind === "none").length;
  return {
    says: `Of your ${positions.length} positions, 1 has a stop at the broker, 1 has a stop for some of the shares and ${none} have nothing until Sevenfold is back.`,
    positions,
  };
}

/** The holdings as the portfolio page lists them. */
export const pricedPositionsOf = (world: InventedWorld): PricedPositionView[] =>
  positionsOf(world).map(({ id, ticker, shares, isManaged, updatedAt, ...position }) => ({
    id,
    ticker,
    shares,
    companyName: stockOf(ticker)?.name ?? ticker,
    avgCostBasis: position.avgCostBasis,
    currentPrice: position.currentPrice,
    priceAt: position.priceAt,
    currentValue: position.marketValue,
    costValue: position.costBasis,
    dayChangePercent: 0.84,
    dayGainLoss: cents(shares * 1.32),
    totalGainLoss: position.unrealizedPL,
    totalGainLossPercent: position.unrealizedPLPercent,
    isManaged: isManaged && !world.unmanaged.includes(ticker),
    updatedAt,
  }));

export function equityOf(world: InventedWorld): number {
  return cents(
    positionsOf(world).reduce((sum, { marketValue }) => sum + (marketValue ?? 0), world.cash),
  );
}
