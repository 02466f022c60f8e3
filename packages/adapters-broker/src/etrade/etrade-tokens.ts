import { BrokerUnavailable } from "@sevenfold/application/ports/broker";

import { type EtradeAnswer, unavailable } from "./etrade-answer.ts";
import { callEtradeOauth, type EtradeConnection } from "./etrade-http.ts";
import { type OauthPair, percentEncoded } from "./etrade-signature.ts";

/** The first half of a sign-in: what the user has to see, and what to ask with afterwards. */
export interface EtradeRequestToken {
  readonly token: OauthPair;
  /** The page on which the user lets us in; it ends with a code for us. */
  readonly authorizeUrl: string;
}

/**
 * Asks for a request token, good for five minutes and one use. Rejects with BrokerUnavailable:
 * "credentials" where E*TRADE does not know the keys.
 */
export async function requestToken(connection: EtradeConnection): Promise<EtradeRequestToken> {
  const token = await givenToken(connection, {
    path: "/oauth/request_token",
    // A page of ours is named at E*TRADE's support, if at all: here any other word is refused.
    extra: { oauth_callback: "oob" },
  });
  const { authorizeUrl, consumer } = connection;
  const query = `key=${percentEncoded(consumer.key)}&token=${percentEncoded(token.key)}`;
  return { token, authorizeUrl: `${authorizeUrl}?${query}` };
}

/**
 * Changes a request token and the code the user was shown into an access token. Rejects with
 * BrokerUnavailable: "needs-authorisation" for a wrong code and a token used or too old.
 */
export const accessToken = (
  connection: EtradeConnection,
  { requestToken: token, verifier }: { requestToken: OauthPair; verifier: string },
): Promise<OauthPair> =>
  givenToken(connection, {
    path: "/oauth/access_token",
    token,
    extra: { oauth_verifier: verifier },
  });

/**
 * What waking a token came to. Only "refused" is E*TRADE's own word against it; "unanswered" says
 * nothing, and it is tried again.
 */
export type Renewal =
  | { readonly kind: "renewed" }
  | Extract<EtradeAnswer, { kind: "refused" }>
  | { readonly kind: "unanswered"; readonly answer: Extract<EtradeAnswer, { kind: "lost" }> };

/** Wakes a token that slept. */
export async function renewAccess(
  connection: EtradeConnection,
  token: OauthPair,
): Promise<Renewal> {
  const answer = await callEtradeOauth(connection, { path: "/oauth/renew_access_token", token });
  if (answer.kind === "refused") return answer;
  if (answer.kind === "lost") return { kind: "unanswered", answer };
  // A page of somebody in between is no renewal.
  const isRenewed = answer.kind === "text" && /\brenewed\b|oauth_token=/i.test(answer.text);
  return isRenewed ? { kind: "renewed" } : { kind: "unanswered", answer: UNREADABLE };
}

const UNREADABLE = {
  kind: "lost",
  why: "unreadable",
  message: "E*TRADE's answer could not be read.",
} as const;

/** Gives a token back. Whether it arrives or not, we forget it. */
export async function revokeAccess(connection: EtradeConnection, token: OauthPair): Promise<void> {
  await callEtradeOauth(connection, { path: "/oauth/revoke_access_token", token });
}

async function givenToken(
  connection: EtradeConnection,
  call: Parameters<typeof callEtradeOauth>[1],
): Promise<OauthPair> {
  const answer = await callEtradeOauth(connection, call);
  if (answer.kind === "text") {
    // Form-encoded; their tokens hold slashes and signs.
    const fields = new URLSearchParams(answer.text.trim());
    const [key, secret] = [fields.get("oauth_token"), fields.get("oauth_token_secret")];
    if (key && secret) return { key, secret };
    throw new BrokerUnavailable("unreadable", "E*TRADE's answer could not be read.");
  }
  if (answer.kind === "refused")
    throw new BrokerUnavailable(
      answer.why === "keys"
        ? "credentials"
        : answer.why === "authorisation"
          ? // Before there is a token, it is the keys that are not known.
            call.token
            ? "needs-authorisation"
            : "credentials"
          : "unreadable",
      answer.message,
    );
  if (answer.kind === "lost") throw unavailable(answer);
  throw unavailable(UNREADABLE);
}
