import type { OpenKeys } from "./broker.ts";
import type { BrokerAccess } from "./broker-access.ts";

/** Half of an authorisation: the user's part is still to come. */
export interface BegunAuthorisation {
  /** The broker's own page, on which the user lets us in and is shown a code. */
  readonly authorizeUrl: string;
  readonly requestToken: string;
  /** Signs the second half. Never leaves the server. */
  readonly requestSecret: string;
}

/**
 * Being let in by a user at the broker's own site, where keys alone open nothing. All of it rejects
 * with BrokerUnavailable: "credentials" where the broker does not know the keys.
 */
export interface BrokerAuthorisations {
  begin(keys: OpenKeys): Promise<BegunAuthorisation>;
  /** "needs-authorisation" where the code is wrong, was used before, or came too late. */
  complete(
    keys: OpenKeys,
    half: Pick<BegunAuthorisation, "requestSecret" | "requestToken"> & {
      readonly verifier: string;
    },
  ): Promise<BrokerAccess>;
  /** Gives the access back, as far as the broker hears of it. */
  revoke(keys: OpenKeys, access: Pick<BrokerAccess, "secret" | "token">): Promise<void>;
}
