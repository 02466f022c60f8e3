import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

import { isAskedHere } from "./host-names.ts";
import type { HttpContext, HttpOptions, Next } from "./http-needs.ts";
import { RequestRefused } from "./problem.ts";

export interface Allowance {
  readonly requests: number;
  readonly perSeconds: number;
}

/** How often one address or one user may ask. */
export interface RateLimits {
  readonly perAddress: Allowance;
  readonly perUser: Allowance;
  readonly demoPerAddress: Allowance;
  readonly paperKeysPerAddress: Allowance;
  /** Keys of brokers that a user tries: each one is a call under the broker's eyes. */
  readonly brokerKeysPerUser: Allowance;
}

const RATE_LIMITS: RateLimits = {
  perAddress: { requests: 1_000, perSeconds: 10 },
  // A dashboard that opens asks for many things at once.
  perUser: { requests: 200, perSeconds: 10 },
  demoPerAddress: { requests: 10, perSeconds: 3_600 },
  paperKeysPerAddress: { requests: 10, perSeconds: 3_600 },
  brokerKeysPerUser: { requests: 20, perSeconds: 3_600 },
};

export interface Limiters {
  limitAddress(ctx: HttpContext, next: Next): Promise<void>;
  limitUser(ctx: HttpContext, next: Next): Promise<void>;
  /** @throws RequestRefused when the address made too many demo accounts. */
  countDemo(ctx: HttpContext): Promise<void>;
  /** @throws RequestRefused when the address was issued too many paper accounts. */
  countPaperKeys(ctx: HttpContext): Promise<void>;
  /** @throws RequestRefused when the user tried too many keys. */
  countBrokerKeys(ctx: HttpContext): Promise<void>;
  /** Whether the request comes from the machine a household runs the product on. */
  isAtHome(ctx: HttpContext): boolean;
}

export function openLimiters(options: HttpOptions): Limiters {
  const limits = { ...RATE_LIMITS, ...options.rateLimits };
  const byAddress = limiter("address", limits.perAddress);
  const byUser = limiter("user", limits.perUser);
  const demoByAddress = limiter("demo", limits.demoPerAddress);
  const paperKeysByAddress = limiter("paper-keys", limits.paperKeysPerAddress);
  const brokerKeysByUser = limiter("broker-keys", limits.brokerKeysPerUser);
  const isAtHome = (ctx: HttpContext) => options.isEmbedded && isAskedHere(ctx);
  return {
    async limitAddress(ctx, next) {
      await count(byAddress, networkOf(ctx.ip));
      await next();
    },
    async limitUser(ctx, next) {
      if (ctx.state.user) await count(byUser, ctx.state.user.id);
      await next();
    },
    async countDemo(ctx) {
      if (isAtHome(ctx)) return;
      await count(demoByAddress, networkOf(ctx.ip));
    },
    async countPaperKeys(ctx) {
      if (isAtHome(ctx)) return;
      await count(paperKeysByAddress, networkOf(ctx.ip));
    },
    async countBrokerKeys({ state }) {
      if (state.user) await count(brokerKeysByUser, state.user.id);
    },
    isAtHome,
  };
}

const limiter = (keyPrefix: string, { requests, perSeconds }: Allowance) =>
  new RateLimiterMemory({ keyPrefix, points: requests, duration: perSeconds });

async function count(by: RateLimiterMemory, key: string): Promise<void> {
  try {
    await by.consume(key);
  } catch (limited) {
    if (!(limited instanceof RateLimiterRes)) throw limited;
    const retryAfterSec = Math.max(1, Math.ceil(limited.msBeforeNext / 1_000));
    throw new RequestRefused({ kind: "rate-limited", retryAfterSec });
  }
}

/** Who has one IPv6 address has the 2^64 beside it too. */
export function networkOf(ip: string): string {
  if (!ip.includes(":") || ip.startsWith("::ffff:")) return ip;
  const [left = "", right = ""] = ip.split("::");
  const head = left === "" ? [] : left.split(":");
  const tail = right === "" ? [] : right.split(":");
  const zeros = ip.includes("::") ? Array<string>(Math.max(0, 8 - head.length - tail.length)) : [];
  return [...head, ...zeros.fill("0"), ...tail].slice(0, 4).join(":");
}
