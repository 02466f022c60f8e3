import { BrokerUnavailable, type OpenKeys } from "@sevenfold/application/ports/broker";
import type { BrokerAuthorisations } from "@sevenfold/application/ports/broker-authorisations";
import type { Instant } from "@sevenfold/domain/market";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";

import type { EtradeConnection, EtradeHosts } from "./etrade-http.ts";
import { accessToken, requestToken, revokeAccess } from "./etrade-tokens.ts";

/** Being let in at E*TRADE, at whichever of its venues the keys are for. */
export function etradeAuthorisations(
  hostsOf: (keys: Pick<OpenKeys, "provider" | "venue">) => EtradeHosts | undefined,
  now: () => Instant,
): BrokerAuthorisations {
  const connectionOf = (keys: OpenKeys): EtradeConnection => {
    const hosts = hostsOf(keys);
    if (!hosts) throw new BrokerUnavailable("not-allowed", "There is nothing to authorise there.");
    return { ...hosts, consumer: { key: keys.apiKey, secret: keys.secretKey }, now };
  };
  return {
    async begin(keys) {
      const { authorizeUrl, token } = await requestToken(connectionOf(keys));
      return { authorizeUrl, requestToken: token.key, requestSecret: token.secret };
    },
    async complete(keys, half) {
      const asked = { key: half.requestToken, secret: half.requestSecret };
      const { verifier } = half;
      const token = await accessToken(connectionOf(keys), { requestToken: asked, verifier });
      return { token: token.key, secret: token.secret, expiresAt: dayBoundsOf(now()).ends };
    },
    revoke: (keys, { secret, token }) => revokeAccess(connectionOf(keys), { key: token, secret }),
  };
}
