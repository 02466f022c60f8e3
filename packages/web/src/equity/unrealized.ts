import type { PositionView } from "@sevenfold/contract/portfolio";

/** What the open positions have gained on their cost; unknown where one of them has no price, the percent also where nothing is held. */
export function unrealizedOf(
  positions: readonly Pick<PositionView, "unrealizedPL" | "costBasis">[],
): { readonly money: number | undefined; readonly percent: number | undefined } {
  let gain = 0;
  let cost = 0;
  for (const { unrealizedPL, costBasis } of positions) {
    if (unrealizedPL === null) return { money: undefined, percent: undefined };
    gain += unrealizedPL;
    cost += costBasis;
  }
  return { money: gain, percent: cost === 0 ? undefined : (gain / cost) * 100 };
}
