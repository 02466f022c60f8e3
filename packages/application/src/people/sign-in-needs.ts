import type { Ports } from "../ports.ts";
import type { FairPlaces } from "./fair-places.ts";
import type { ThrottleRules } from "./throttling.ts";

/** What letting in somebody who may be anybody asks for besides. */
export interface EnteringNeeds extends SignInNeeds {
  /** For comparing passwords, by the network that asks. */
  readonly places: FairPlaces;
}

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
