import type { PositionView } from "@sevenfold/contract/portfolio";

/**
 * What the open positions have gained on their cost, and by what they have moved since they were told;
 * unknown where one of them has no price, the percent also where nothing is held.
 */
export function unrealizedOf(
  positions: readonly Pick<PositionView, "unrealizedPL" | "costBasis">[],
  moved = 0,
): { readonly money: number | undefined; readonly percent: number | undefined } {
  let gain = moved;
  let cost = 0;
  for (const { unrealizedPL, costBasis } of positions) {
    if (unrealizedPL === null) return { money: undefined, percent: undefined };
    gain += unrealizedPL;
    cost += costBasis;
  }
  return { money: gain, percent: cost === 0 ? undefined : (gain / cost) * 100 };
}
