import { BrokerUnavailable } from "../ports/broker.ts";

/** The adapter did not do what a case asks of it. */
export class RuleBroken extends Error {
  override readonly name = "RuleBroken";
}

export function holds(claim: boolean, what: string): asserts claim {
  if (!claim) throw new RuleBroken(what);
}

/** Deeply equal; a key that is undefined counts as absent. */
export function same(actual: unknown, expected: unknown, what: string): void {
  if (!isSame(actual, expected))
    throw new RuleBroken(`${what}: expected ${shown(expected)}, found ${shown(actual)}`);
}

/** Everything the expected object names is the same; what it does not name may be anything. */
export function matches(actual: unknown, expected: object, what: string): void {
  const named = Object.keys(expected);
  const part =
    typeof actual === "object" && actual !== null
      ? Object.fromEntries(Object.entries(actual).filter(([key]) => named.includes(key)))
      : actual;
  same(part, expected, what);
}

/** The read must reject with BrokerUnavailable, for one of the reasons where some are given. */
export async function unavailable(
  reading: Promise<unknown>,
  what: string,
  reasons?: readonly BrokerUnavailable["reason"][],
): Promise<BrokerUnavailable> {
  let answer: unknown;
  try {
    answer = await reading;
  } catch (error) {
    holds(
      error instanceof BrokerUnavailable,
      `${what}: rejected with ${String(error)}, and not with the BrokerUnavailable of @sevenfold/application/ports/broker`,
    );
    holds(
      reasons?.includes(error.reason) ?? true,
      `${what}: the reason is ${error.reason}, not ${reasons?.join(" or ")}`,
    );
    return error;
  }
  throw new RuleBroken(`${what}: expected BrokerUnavailable, found ${shown(answer)}`);
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const left = one as Readonly<Record<string, unknown>>;
  const right = other as Readonly<Record<string, unknown>>;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => isSame(left[key], right[key]));
}

/** Longer texts are cut. */
const SHOWN_MAX = 400;

function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
  return text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX)}…`;
}
