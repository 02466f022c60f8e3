import { BrokerUnavailable } from "@sevenfold/application/ports/broker";

import { unavailable } from "./etrade-answer.ts";
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

/** Wakes a token that slept. "refused" ends it for good. */
export async function renewAccess(
  connection: EtradeConnection,
  token: OauthPair,
): Promise<"renewed" | "refused" | "unknown"> {
  const answer = await callEtradeOauth(connection, { path: "/oauth/renew_access_token", token });
  if (answer.kind === "text") return "renewed";
  return answer.kind === "refused" ? "refused" : "unknown";
}

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
  throw new BrokerUnavailable("unreadable", "E*TRADE's answer could not be read.");
}
