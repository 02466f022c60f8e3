import type { Call } from "@sevenfold/contract/calls";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Allowance, RateLimits } from "./allowances.ts";

import { isAskedHere } from "./host-names.ts";
import type { HttpContext, HttpOptions, Next } from "./http-needs.ts";
import { networkOf } from "./network-of.ts";
import { RequestRefused } from "./refusals.ts";

const RATE_LIMITS: RateLimits = {
  perAddress: { requests: 1_000, perSeconds: 10 },
  // A dashboard that opens asks for many things at once.
  perUser: { requests: 200, perSeconds: 10 },
  demoPerAddress: { requests: 10, perSeconds: 3_600 },
  paperKeysPerAddress: { requests: 10, perSeconds: 3_600 },
  brokerKeysPerUser: { requests: 20, perSeconds: 3_600 },
  // A page that comes back from a checkout asks every few seconds until it is told.
  paymentsPerUser: { requests: 60, perSeconds: 60 },
};

export interface Limiters {
  limitAddress(ctx: HttpContext, next: Next): Promise<unknown>;
  limitUser(ctx: HttpContext, next: Next): Promise<unknown>;
  /**
   * Counts a call that is limited more strictly; undefined where it is not.
   * @throws RequestRefused where it was made too often.
   */
  countCall(call: Call, ctx: HttpContext, input: object): Promise<unknown> | undefined;
  /** Whether the request comes from the machine a household runs the product on. */
  isAtHome(ctx: HttpContext): boolean;
}

/** What each stricter limit counts, and of whom; undefined: of nobody. */
type Stricter = Readonly<
  Record<
    NonNullable<Call["limit"]>["by"],
    readonly [by: RateLimiterMemory, keyOf: (ctx: HttpContext) => string | undefined]
  >
>;

export function openLimiters(options: HttpOptions): Limiters {
  const limits = { ...RATE_LIMITS, ...options.rateLimits };
  const byAddress = limiter("address", limits.perAddress);
  const byUser = limiter("user", limits.perUser);
  const isAtHome = (ctx: HttpContext) => options.isEmbedded && isAskedHere(ctx);
  const networkAbroad = (ctx: HttpContext) => (isAtHome(ctx) ? undefined : networkOf(ctx.ip));
  const stricter: Stricter = {
    demos: [limiter("demo", limits.demoPerAddress), networkAbroad],
    "paper-keys": [limiter("paper-keys", limits.paperKeysPerAddress), networkAbroad],
    "broker-keys": [limiter("broker-keys", limits.brokerKeysPerUser), userIn],
    payments: [limiter("payments", limits.paymentsPerUser), userIn],
  };
  return {
    limitAddress: (ctx, next) => byAddress.consume(networkOf(ctx.ip)).then(next, refuse),
    limitUser({ state: { user } }, next) {
      return user ? byUser.consume(user.id).then(next, refuse) : next();
    },
    countCall({ limit }, ctx, input) {
      if (limit === undefined) return undefined;
      if (limit.where !== undefined && !Object.hasOwn(input, limit.where)) return undefined;
      const [limiter, keyOf] = stricter[limit.by];
      const key = keyOf(ctx);
      return key === undefined ? undefined : count(limiter, key);
    },
    isAtHome,
  };
}

const userIn = ({ state }: HttpContext) => state.user?.id;

const limiter = (keyPrefix: string, { requests, perSeconds }: Allowance) =>
  new RateLimiterMemory({ keyPrefix, points: requests, duration: perSeconds });

const count = (by: RateLimiterMemory, key: string): Promise<unknown> =>
  by.consume(key).catch(refuse);

function refuse(limited: unknown): never {
  if (!(limited instanceof RateLimiterRes)) throw limited;
  const retryAfterSec = Math.max(1, Math.ceil(limited.msBeforeNext / 1_000));
  throw new RequestRefused({ kind: "rate-limited", retryAfterSec });
}
