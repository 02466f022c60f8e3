import { seededChance } from "../chance/seeded-chance.ts";

/** The mean of one draw by the rule of Politis and Romano (1994), followed step by step. */
export function plainStationaryMean(
  series: ArrayLike<number>,
  meanBlock: number,
  seed: number,
): number {
  const chance = seededChance(seed, "plain stationary");
  const drawn: number[] = [];
  let at = 0;
  while (drawn.length < series.length) {
    if (drawn.length === 0 || chance.unit() < 1 / meanBlock)
      at = Math.floor(chance.unit() * series.length);
    else at = at === series.length - 1 ? 0 : at + 1;
    drawn.push(series[at]!);
  }
  return drawn.reduce((sum, each) => sum + each, 0) / drawn.length;
}
