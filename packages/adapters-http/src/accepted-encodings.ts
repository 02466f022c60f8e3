export const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * How an answer may be packed for a client with this `Accept-Encoding`, what it likes best first; of
 * equals the smaller first (RFC 9110, 12.5.3). Empty where it wants the answer as it is, or says nothing.
 */
export function acceptedEncodings(header: string): readonly Encoding[] {
  if (header === "") return [];
  const weights = weightsOf(header);
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  // Plain is welcome unless it is ruled out, and liked least unless the client says how much.
  const plain = weights.get("identity") ?? 0;
  return ENCODINGS.filter((name) => 0 < weightOf(name) && plain <= weightOf(name)).sort(
    (one, other) => weightOf(other) - weightOf(one),
  );
}

function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((word) => word.trim());
    const weight = parameters.find((word) => word.startsWith("q="))?.slice(2);
    if (name !== "") weights.set(name, weight === undefined ? 1 : weightIn(weight));
  }
  return weights;
}

/** What is no weight counts as none at all. */
const weightIn = (text: string): number => (/^(0|1)(\.\d{0,3})?$/.test(text) ? Number(text) : 0);
