/** A split of five for four, the smallest that is common, takes a fifth off the price. */
const LEAST_PERCENT = 82;

/** Whether one number is so far from another as a split puts it. */
export const isFar = (one: number, other: number): boolean =>
  isFarBelow(one, other) || isFarBelow(other, one);

export const isFarBelow = (one: number, other: number): boolean =>
  one * 100 < other * LEAST_PERCENT;
