import { createHmac } from "node:crypto";
import OAuth from "oauth-1.0a";

/** A name and the secret that goes with it: a consumer's, or a token's. */
export interface OauthPair {
  readonly key: string;
  readonly secret: string;
}

export interface UnsignedRequest {
  readonly method: string;
  /** With its query, percent-encoded: it is part of what is signed. A body is not. */
  readonly url: string;
  readonly consumer: OauthPair;
  /** A request token or an access token; none before there is one. */
  readonly token?: OauthPair | undefined;
  readonly nonce: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** `oauth_callback` or `oauth_verifier`, signed with the rest. */
  readonly extra?: Readonly<Record<string, string>> | undefined;
}

/**
 * The `Authorization` header of OAuth 1.0a with HMAC-SHA1, the one method E*TRADE takes (RFC 5849,
 * section 3). `oauth_version` is left out, as it may be.
 */
export function authorizationOf(request: UnsignedRequest): string {
  const { consumer, extra, method, nonce, timestamp, token, url } = request;
  const oauth = new OAuth({
    consumer: { ...consumer },
    signature_method: "HMAC-SHA1",
    hash_function: (base, key) => createHmac("sha1", key).update(base).digest("base64"),
    realm: "",
  });
  const signed = {
    oauth_consumer_key: consumer.key,
    oauth_nonce: nonce,
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: timestamp,
    ...(token && { oauth_token: token.key }),
    ...extra,
  };
  // It puts the query among what it is given, so that it is given a copy.
  const oauth_signature = oauth.getSignature({ method, url, data: {} }, token?.secret, {
    ...signed,
  } as OAuth.Data);
  const header = oauth.toHeader({ ...signed, oauth_signature } as unknown as OAuth.Authorization);
  // An empty realm is written too; the library leaves it out.
  return header.Authorization.replace(/^OAuth /, 'OAuth realm="", ');
}

/** Percent-encoded as RFC 3986 has it: stricter than `encodeURIComponent`. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
