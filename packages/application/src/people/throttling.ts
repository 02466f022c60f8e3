import { type Instant, instant } from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { Storage, Tables } from "../ports/stores/storage.ts";
import type { Throttle } from "../ports/stores/throttle-store.ts";

const MINUTE_MS = 60_000;

/** How often something may be tried, and how long one waits who tries more often. */
export interface ThrottleRule {
  readonly triesMax: number;
  readonly windowMs: number;
  /** The wait after the last free try; it doubles with each further one. Absent: to the window's end. */
  readonly firstWaitMs?: number;
  readonly waitMaxMs?: number;
}

export interface ThrottleRules {
  /** Wrong sign-ins to one account from one network. */
  readonly signInPerAccount: ThrottleRule;
  /** Wrong sign-ins from one network. */
  readonly signInPerNetwork: ThrottleRule;
  /** Wrong codes by somebody who knows the password. */
  readonly codes: ThrottleRule;
  /** Wrong passwords by somebody who is signed in. */
  readonly confirmation: ThrottleRule;
  readonly registerPerNetwork: ThrottleRule;
}

const GUESSING = {
  windowMs: 15 * MINUTE_MS,
  firstWaitMs: MINUTE_MS,
  waitMaxMs: 60 * MINUTE_MS,
} as const;

export const THROTTLE_RULES: ThrottleRules = {
  signInPerAccount: { triesMax: 5, ...GUESSING },
  signInPerNetwork: { triesMax: 30, ...GUESSING },
  codes: { triesMax: 10, ...GUESSING },
  confirmation: { triesMax: 5, ...GUESSING },
  registerPerNetwork: { triesMax: 5, windowMs: 60 * MINUTE_MS },
};

export interface TooManyTries {
  readonly kind: "too-many-tries";
  readonly retryAfterSec: number;
}

/** What is left under the key after one more try. Refused while an earlier one has to be waited for. */
export function oneMoreTry(
  key: string,
  throttle: Throttle | undefined,
  { rule, at }: { readonly rule: ThrottleRule; readonly at: Instant },
): Result<Throttle, TooManyTries> {
  const known = throttle && isInForce(throttle, at) ? throttle : undefined;
  const waitMs = (known?.blockedUntil ?? at) - at;
  if (0 < waitMs)
    return refused({ kind: "too-many-tries", retryAfterSec: Math.ceil(waitMs / 1_000) });
  const since = known?.since ?? at;
  const count = (known?.count ?? 0) + 1;
  const windowEnd = since + rule.windowMs;
  if (count < rule.triesMax) return ok({ key, count, since, forgetAt: instant(windowEnd) });
  const blockedUntil = instant(at + waitAfter(count, { rule, leftMs: windowEnd - at }));
  // The count outlives the wait, or every window would begin with free tries.
  const forgetAt = instant(
    Math.max(windowEnd, blockedUntil + (rule.firstWaitMs ? rule.windowMs : 0)),
  );
  return ok({ key, count, since, blockedUntil, forgetAt });
}

/** Clocks of two processes differ by less: what began further ahead was counted by a wrong clock. */
const AHEAD_MS_MAX = 5 * MINUTE_MS;

/** Until when the next try waits; undefined where it need not. */
export const waitOf = (throttle: Throttle | undefined, at: Instant): Instant | undefined =>
  throttle?.blockedUntil !== undefined && isInForce(throttle, at) && at < throttle.blockedUntil
    ? throttle.blockedUntil
    : undefined;

const isInForce = ({ forgetAt, since }: Throttle, at: Instant): boolean =>
  since <= at + AHEAD_MS_MAX && at < forgetAt;

function waitAfter(
  count: number,
  { rule, leftMs }: { readonly rule: ThrottleRule; readonly leftMs: number },
): number {
  const { firstWaitMs, triesMax, waitMaxMs = Number.POSITIVE_INFINITY } = rule;
  if (firstWaitMs === undefined) return leftMs;
  return Math.min(waitMaxMs, firstWaitMs * 2 ** Math.min(40, count - triesMax));
}

/** As if the last try had not been: it was a right one. */
export function oneTryLess(throttle: Throttle): Throttle {
  const { blockedUntil: _, ...open } = throttle;
  return { ...open, count: Math.max(0, throttle.count - 1) };
}

/** Counts a try before it is known how it ends, so that a thousand at once are a thousand. */
export async function countTry(
  storage: Pick<Storage, "transact">,
  key: string,
  how: { readonly rule: ThrottleRule; readonly at: Instant },
): Promise<TooManyTries | undefined> {
  return storage.transact(async ({ throttles }) => {
    let refusal: TooManyTries | undefined;
    await throttles.change(key, (throttle) => {
      const counted = oneMoreTry(key, throttle, how);
      refusal = counted.ok ? undefined : counted.refusal;
      // Refused only where there is one: it stays as it is.
      return counted.ok ? counted.value : throttle!;
    });
    return refusal;
  });
}

/** Takes back the try that turned out to be right. */
export const takeBackTry = (storage: Pick<Storage, "transact">, key: string): Promise<void> =>
  storage.transact((tables) => takeBackIn(tables, key));

/** The same within a transaction that does more. */
export async function takeBackIn(
  { throttles }: Pick<Tables, "throttles">,
  key: string,
): Promise<void> {
  if (await throttles.of(key)) await throttles.change(key, (known) => oneTryLess(known!));
}
