const OF_NUMBER = 8;
const OF_NAME = 16;
const OF_OBJECT = 32;

/** About how many bytes a value of rows, lists and texts takes in memory. */
export function weightOf(value: unknown): number {
  if (typeof value === "string") return OF_OBJECT + 2 * value.length;
  if (typeof value !== "object" || value === null) return OF_NUMBER;
  if (value instanceof Map) return weightOf([...value]);
  let weight = OF_OBJECT;
  if (Array.isArray(value)) for (const each of value) weight += OF_NUMBER + weightOf(each);
  else {
    const members = value as Readonly<Record<string, unknown>>;
    // Rows are plain: what is inherited is nothing, and no list of their values has to be made.
    for (const name in members) weight += OF_NAME + weightOf(members[name]);
  }
  return weight;
}
