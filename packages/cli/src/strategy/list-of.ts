/** More numbers no strategy ranks. */
const LIST_MAX = 100_000;

/** A list of ours with a strategy's numbers; what is no number in it becomes NaN. */
export function listOf(values: {
  readonly length: number;
  readonly [at: number]: unknown;
}): number[] {
  const { length } = values;
  if (typeof length !== "number" || LIST_MAX < length) throw new Error("the list is too long");
  const list: number[] = [];
  for (let at = 0; at < length; at += 1) {
    const value = values[at];
    list.push(typeof value === "number" ? value : Number.NaN);
  }
  return list;
}
