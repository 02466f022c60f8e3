import { ACCOUNT_VALUE_MAX, type Money } from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import { BrokerUnavailable } from "../ports/broker.ts";
import type { Account, StatusReason } from "../ports/stores/account.ts";
import { brokerName, type VenueRegistration } from "../ports/venue-registration.ts";
import type { Ports } from "../ports.ts";
import { reasonOf } from "../trading/account/account-failure.ts";
import { type BrokerSnapshot, readSnapshot } from "../trading/account/broker-snapshot.ts";

export interface GivenKeys {
  readonly provider: Account["provider"];
  readonly apiKey: string;
  readonly secretKey: string;
}

/** What keys lead to. Without a snapshot nobody has seen the account yet, for the reason given. */
export interface ExaminedKeys extends GivenKeys {
  readonly venue: Account["venue"];
  readonly found:
    | { readonly kind: "seen"; readonly snapshot: BrokerSnapshot }
    | { readonly kind: "unseen"; readonly reason: StatusReason };
}

/** Nothing was asked: what was typed holds what no key holds. */
export interface KeysUnsendable {
  readonly kind: "keys-unsendable";
}

export interface KeysRefused extends Pick<Account, "provider" | "venue"> {
  readonly kind: "broker-keys-refused";
  /** Who refuses them, and what to look at. */
  readonly brokerName: string;
  readonly check: string;
  /** What the broker says, where it was asked. */
  readonly message?: string;
}

export interface AccountSuspended extends Pick<Account, "provider" | "venue"> {
  readonly kind: "broker-account-suspended";
  readonly brokerName: string;
  /** Why, in the broker's words. */
  readonly message?: string;
}

/** No venue of that name is registered. */
export interface UnknownProvider {
  readonly kind: "unknown-provider";
}

export type ExamineRefusal =
  | UnknownProvider
  | KeysRefused
  | KeysUnsendable
  | AccountSuspended
  | { readonly kind: "account-too-large"; readonly equity: Money; readonly max: Money };

type Needs = Pick<Ports, "authorisations" | "brokers" | "clock" | "log" | "paperVenue">;

/** Tries keys at the venue they are for, and writes nothing. */
export const examineBroker =
  (needs: Needs) =>
  async (given: GivenKeys): Promise<Result<ExaminedKeys, ExamineRefusal>> => {
    const { brokers, clock, log } = needs;
    if (!areSendable(given)) return refused({ kind: "keys-unsendable" });
    const registered = brokers.venues.of(given.provider);
    if (!registered) return refused({ kind: "unknown-provider" });
    const venue = await venueOf(needs, given, registered);
    const examined = { ...given, venue };
    const { provider } = given;
    try {
      if (registered.letsIn === "by-user") {
        // It lets nobody in by keys alone; but it says whether it knows them.
        await needs.authorisations.begin(examined);
        const reason = "needs-authorisation";
        return ok({ ...examined, found: { kind: "unseen", reason } });
      }
      const broker = await brokers.tryKeys(examined);
      const snapshot = await readSnapshot(broker, clock.now());
      const { canTrade, equity, restriction: message } = snapshot.account;
      if (!canTrade)
        return refused({
          kind: "broker-account-suspended",
          brokerName: brokerName(brokers.venues, examined),
          provider,
          venue,
          ...(message === undefined ? {} : { message }),
        });
      if (ACCOUNT_VALUE_MAX < equity)
        return refused({ kind: "account-too-large", equity, max: ACCOUNT_VALUE_MAX as Money });
      return ok({ ...examined, found: { kind: "seen", snapshot } });
    } catch (error) {
      if (!(error instanceof BrokerUnavailable)) throw error;
      const { message } = error;
      if (error.reason === "credentials") return refused(keysRefused(brokers, examined, message));
      log.warn("broker-not-seen", { provider, venue, reason: error.reason });
      const reason = registered.letsIn === "by-user" ? "needs-authorisation" : reasonOf(error);
      return ok({ ...examined, found: { kind: "unseen", reason } });
    }
  };

/** Keys travel in headers: with a line break or a letter of another alphabet they are no keys. */
export const areSendable = ({ apiKey, secretKey }: Omit<GivenKeys, "provider">): boolean =>
  [apiKey, secretKey].every((key) => /^[\x20-\x7e]+$/.test(key));

/** Keys of the built-in exchange stay here; all others go where their registration says. */
export async function venueOf(
  { paperVenue }: Pick<Needs, "paperVenue">,
  { apiKey }: Pick<GivenKeys, "apiKey">,
  { builtIn, leadsTo }: Pick<VenueRegistration, "builtIn" | "leadsTo">,
): Promise<Account["venue"]> {
  return builtIn !== undefined && (await paperVenue.hasIssued(apiKey)) ? "built-in" : leadsTo;
}

/** Whose keys were refused, in the broker's own words where it was asked. */
export const keysRefused = (
  { venues }: Pick<Needs["brokers"], "venues">,
  { provider, venue }: Pick<Account, "provider" | "venue">,
  message?: string,
): KeysRefused => ({
  kind: "broker-keys-refused",
  provider,
  venue,
  brokerName: brokerName(venues, { provider, venue }),
  check: venues.of(provider)?.checkKeys ?? "Check both of them.",
  ...(message === undefined ? {} : { message }),
});
