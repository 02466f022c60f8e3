import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";

import { oauthProblem } from "./etrade-http.ts";

export interface TokenPair {
  readonly key: string;
  readonly secret: string;
}

/** Where a user is on the way to letting a program in. */
export interface PendingSignIn {
  readonly accountId: string;
  readonly token: TokenPair;
  readonly askedAt: Instant;
  /** What the user was shown, once they accepted. */
  verifier?: string;
}

export type AccessStanding = "active" | "asleep" | "over";

/**
 * Gives out E*TRADE's tokens: a request token for five minutes and one use, an access token until
 * midnight in New York, asleep after two hours without a call.
 */
export interface TokenDesk {
  request(account: VenueAccount): TokenPair;
  pending(requestToken: string): PendingSignIn | undefined;
  /** The user says yes: the code to be typed in at the program. */
  accept(pending: PendingSignIn): string;
  decline(requestToken: string): void;
  /** Uses a request token up, whatever comes of it. */
  exchange(account: VenueAccount, requestToken: string, verifier: string): TokenPair;
  /** The secret of an access token of this account; undefined for any other text. */
  secretOf(account: VenueAccount, accessToken: string): string | undefined;
  standingOf(accessToken: string): AccessStanding;
  /** Notes a call; renewing wakes a token with it. */
  use(accessToken: string): void;
  revoke(accessToken: string): void;
}

const REQUEST_TOKEN_MS = 5 * MINUTE_MS;
const IDLE_MS = 120 * MINUTE_MS;
const ENTRIES_MAX = 10_000;
const VERIFIER = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const VERIFIER_LETTERS = 6;

export function openTokenDesk(now: () => Instant): TokenDesk {
  const pending = new Map<string, PendingSignIn>();
  const usedAt = new Map<string, Instant>();
  const revoked = new Set<string>();
  const openedAt = now();

  const current = (requestToken: string): PendingSignIn | undefined => {
    const found = pending.get(requestToken);
    if (!found || now() - found.askedAt < REQUEST_TOKEN_MS) return found;
    pending.delete(requestToken);
    return undefined;
  };

  return {
    request({ opening }) {
      const token = { key: randomToken(), secret: randomToken() };
      keepAtMost(pending);
      pending.set(token.key, { accountId: opening.id, token, askedAt: now() });
      return token;
    },
    pending: current,
    accept(signIn) {
      signIn.verifier ??= [...randomBytes(VERIFIER_LETTERS)]
        .map((byte) => VERIFIER[byte % VERIFIER.length])
        .join("");
      return signIn.verifier;
    },
    decline: (requestToken) => void pending.delete(requestToken),
    exchange(account, requestToken, verifier) {
      const signIn = current(requestToken);
      pending.delete(requestToken);
      if (signIn?.accountId !== account.opening.id) throw oauthProblem("token_rejected");
      if (!signIn.verifier || signIn.verifier !== verifier.trim().toUpperCase())
        throw oauthProblem("verifier_invalid");
      const token = accessTokenOf(account, now());
      usedAt.set(token.key, now());
      keepAtMost(usedAt);
      return token;
    },
    secretOf: (account, accessToken) =>
      isOurs(account, accessToken) ? secretOf(account, accessToken) : undefined,
    standingOf(accessToken) {
      const { issuedAt } = partsOf(accessToken);
      if (revoked.has(accessToken) || tradingDayOf(issuedAt) !== tradingDayOf(now())) return "over";
      const lastAt = usedAt.get(accessToken) ?? Math.max(issuedAt, openedAt);
      return now() - lastAt < IDLE_MS ? "active" : "asleep";
    },
    use(accessToken) {
      keepAtMost(usedAt);
      usedAt.set(accessToken, now());
    },
    revoke(accessToken) {
      revoked.add(accessToken);
    },
  };
}

function keepAtMost(entries: Map<string, unknown>): void {
  const [oldest] = entries.keys();
  if (ENTRIES_MAX <= entries.size && oldest !== undefined) entries.delete(oldest);
}

/** Base64: with the slashes and signs that have to be encoded wherever a token travels. */
const randomToken = (): string => randomBytes(32).toString("base64");

/**
 * An access token says when it was given out, under a seal of its account: so nothing of it is kept,
 * and it outlives a restart of the exchange.
 */
function accessTokenOf(account: VenueAccount, at: Instant): TokenPair {
  const text = `${at}.${randomBytes(12).toString("hex")}`;
  const key = Buffer.from(`${text}.${sealOf(account, text)}`).toString("base64");
  return { key, secret: secretOf(account, key) };
}

function isOurs(account: VenueAccount, accessToken: string): boolean {
  const { seal, text } = partsOf(accessToken);
  const [given, expected] = [Buffer.from(seal), Buffer.from(sealOf(account, text))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function partsOf(accessToken: string) {
  const [at = "", chance = "", seal = ""] = Buffer.from(accessToken, "base64")
    .toString("utf8")
    .split(".");
  const issuedAt = Number(at);
  return {
    issuedAt: instant(Number.isSafeInteger(issuedAt) ? issuedAt : 0),
    text: `${at}.${chance}`,
    seal,
  };
}

const sealOf = ({ opening }: VenueAccount, text: string): string =>
  createHmac("sha256", opening.secretDigest).update(`token ${text}`).digest("hex").slice(0, 32);

const secretOf = ({ opening }: VenueAccount, accessToken: string): string =>
  createHmac("sha256", opening.secretDigest).update(`secret ${accessToken}`).digest("base64");
