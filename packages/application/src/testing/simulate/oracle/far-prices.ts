/** A fifth, said here once more: so far a split of five for four puts a price. */
const FAR = { part: 82, whole: 100 } as const;

export const isFar = (one: number, other: number): boolean =>
  one * FAR.whole < other * FAR.part || other * FAR.whole < one * FAR.part;
