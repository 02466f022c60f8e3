import { ACCOUNT_VALUE_MAX, type Money } from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import { BrokerUnavailable } from "../ports/broker.ts";
import type { Account, StatusReason } from "../ports/storage.ts";
import type { Ports } from "../ports.ts";
import { reasonOf } from "./account-failure.ts";
import { type BrokerSnapshot, readSnapshot } from "./broker-snapshot.ts";

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
  /** What the broker says, where it was asked. */
  readonly message?: string;
}

export interface AccountSuspended extends Pick<Account, "provider" | "venue"> {
  readonly kind: "broker-account-suspended";
  /** Why, in the broker's words. */
  readonly message?: string;
}

export type ExamineRefusal =
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
    const venue = await venueOf(needs, given);
    const examined = { ...given, venue };
    const { provider } = given;
    try {
      if (provider === "etrade") {
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
      if (error.reason === "credentials")
        return refused({ kind: "broker-keys-refused", provider, venue, message });
      log.warn("broker-not-seen", { provider, venue, reason: error.reason });
      const reason = provider === "etrade" ? "needs-authorisation" : reasonOf(error);
      return ok({ ...examined, found: { kind: "unseen", reason } });
    }
  };

/** Keys travel in headers: with a line break or a letter of another alphabet they are no keys. */
export const areSendable = ({ apiKey, secretKey }: Omit<GivenKeys, "provider">): boolean =>
  [apiKey, secretKey].every((key) => /^[\x20-\x7e]+$/.test(key));

/**
 * Keys of the built-in exchange stay here. All others go to the provider: to Alpaca's paper venue,
 * never to its live one, and to E*TRADE, which has none but the live one.
 */
export async function venueOf(
  { paperVenue }: Pick<Needs, "paperVenue">,
  { provider, apiKey }: GivenKeys,
): Promise<Account["venue"]> {
  if (await paperVenue.hasIssued(apiKey)) return "built-in";
  return provider === "alpaca" ? "paper" : "live";
}
