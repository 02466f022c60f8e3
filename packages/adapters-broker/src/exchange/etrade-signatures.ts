import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";

import { oauthProblem } from "./etrade-http.ts";

/** What a signed request says of itself. Written apart from the adapter, so that each proves the other. */
export interface SignedRequest {
  readonly consumerKey: string;
  readonly token: string | undefined;
  readonly timestampSec: number;
  readonly nonce: string;
  readonly callback: string | undefined;
  readonly verifier: string | undefined;
  /** Whether it was signed with these secrets; none for a token there is not. */
  isSignedWith(consumerSecret: string, tokenSecret: string): boolean;
}

const TIMESTAMP_SLACK_MS = 5 * MINUTE_MS;
const NONCES_MAX = 100_000;

/** Reads the parameters of OAuth 1.0a from header and query; 401 where they are none. */
export function signedRequest(request: IncomingMessage): SignedRequest {
  const [path = "/", queryText = ""] = (request.url ?? "/").split("?");
  const header = parametersIn(request.headers.authorization ?? "");
  const query = queryText === "" ? [] : queryText.split("&").map(pairOf);
  const all = [...header, ...query];
  const value = (name: string) => all.find(([key]) => key === name)?.[1];
  const given = value("oauth_signature");
  const consumerKey = value("oauth_consumer_key");
  if (!given || !consumerKey) throw oauthProblem("parameter_absent");
  if (value("oauth_signature_method") !== "HMAC-SHA1")
    throw oauthProblem("signature_method_rejected");
  const url = `http://${request.headers.host ?? ""}${path}`;
  const base = baseString(request.method ?? "GET", url, all);
  return {
    consumerKey,
    token: value("oauth_token"),
    timestampSec: Number(value("oauth_timestamp")),
    nonce: value("oauth_nonce") ?? "",
    callback: value("oauth_callback"),
    verifier: value("oauth_verifier"),
    isSignedWith(consumerSecret, tokenSecret) {
      const key = `${encoded(consumerSecret)}&${encoded(tokenSecret)}`;
      return isSame(createHmac("sha1", key).update(base).digest("base64"), given);
    },
  };
}

/** RFC 5849, section 3.4.1: every parameter but the realm and the signature, by encoded name. */
function baseString(method: string, url: string, parameters: readonly Pair[]): string {
  const sorted = parameters
    .filter(([name]) => name !== "realm" && name !== "oauth_signature")
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([left, leftValue], [right, rightValue]) =>
      left === right ? order(leftValue, rightValue) : order(left, right),
    )
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  return [method.toUpperCase(), url, sorted].map(encoded).join("&");
}

type Pair = readonly [name: string, value: string];

const order = (left: string, right: string): number => (left < right ? -1 : Number(right < left));

function parametersIn(header: string): readonly Pair[] {
  if (!/^OAuth\s/i.test(header)) return [];
  return [...header.slice(5).matchAll(/([A-Za-z_]+)="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [decoded(name), decoded(value)],
  );
}

function pairOf(text: string): Pair {
  const [name = "", ...rest] = text.split("=");
  return [decoded(name), decoded(rest.join("="))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const isSame = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** Refuses what was signed too long ago, or with a nonce that was there before. */
export function replayGuard(): (signed: SignedRequest, at: Instant) => void {
  const seen = new Set<string>();
  let minute = 0;
  return ({ consumerKey, nonce, timestampSec }, at) => {
    if (!(Math.abs(timestampSec * 1_000 - at) <= TIMESTAMP_SLACK_MS))
      throw oauthProblem("timestamp_refused");
    const current = Math.floor(at / (2 * TIMESTAMP_SLACK_MS));
    if (current !== minute || NONCES_MAX < seen.size) seen.clear();
    minute = current;
    const name = `${consumerKey} ${timestampSec} ${nonce}`;
    if (nonce === "" || seen.has(name)) throw oauthProblem("nonce_used");
    seen.add(name);
  };
}

/**
 * What the holder of an account signs E*TRADE's requests with. The venue keeps a digest of the
 * account's secret key alone, from which nobody can sign; so this one follows from the digest, and
 * is told with the keys when the account is opened.
 */
export const consumerSecretOf = (secretDigest: string): string =>
  createHash("sha256").update(`etrade consumer ${secretDigest}`).digest("base64");

export const consumerSecretOfAccount = ({ opening }: VenueAccount): string =>
  consumerSecretOf(opening.secretDigest);
