import type { PositionView } from "@sevenfold/contract/portfolio";

/** What the positions cost and are worth together; the worth is unknown where a price is. */
export function totalsOf(positions: readonly PositionView[]) {
  const cost = positions.reduce((sum, { costBasis }) => sum + costBasis, 0);
  const isPriced = positions.every(({ marketValue }) => marketValue !== null);
  const value = positions.reduce((sum, { marketValue }) => sum + (marketValue ?? 0), 0);
  return {
    cost,
    value: isPriced ? value : undefined,
    gain: isPriced ? value - cost : undefined,
    gainPercent: isPriced ? (cost === 0 ? 0 : (value / cost - 1) * 100) : undefined,
  };
}
