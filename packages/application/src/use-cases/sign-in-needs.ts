import type { Ports } from "../ports.ts";
import type { ThrottleRules } from "../throttling.ts";

/** What letting people in asks of the world. */
export interface SignInNeeds
  extends Pick<
    Ports,
    | "announcer"
    | "clock"
    | "commonPasswords"
    | "hasher"
    | "identifiers"
    | "log"
    | "oneTimeCodes"
    | "storage"
    | "vault"
  > {
  readonly throttleRules: ThrottleRules;
}
