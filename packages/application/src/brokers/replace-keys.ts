import { ok, type Result, refused } from "@sevenfold/domain/result";

import { BrokerUnavailable } from "../ports/broker.ts";
import type { Account } from "../ports/stores/account.ts";
import type { Tables } from "../ports/stores/storage.ts";
import { failed } from "../trading/account/account-failure.ts";
import { endingOf, sealedKeys } from "../trading/account/account-keys.ts";
import { auditText } from "../trading/account/audit-text.ts";
import {
  type BrokerNotFound,
  type BrokerOfUser,
  fromAddress,
  lockOwned,
  ownedAccount,
} from "../trading/account/owned-account.ts";
import { activated } from "../trading/account/take-over-account.ts";
import type { ConnectNeeds } from "./connect-broker.ts";
import {
  areSendable,
  type KeysRefused,
  type KeysUnsendable,
  keysRefused,
  type UnknownProvider,
  venueOf,
} from "./examine-broker.ts";
import { validateAccount } from "./validate-account.ts";

export interface NewKeys extends BrokerOfUser {
  readonly apiKey: string;
  readonly secretKey: string;
}

export type NewKeysRefusal =
  | BrokerNotFound
  | KeysRefused
  | KeysUnsendable
  | UnknownProvider
  | { readonly kind: "keys-of-another-account" }
  | { readonly kind: "broker-unavailable"; readonly message: string };

/**
 * Puts new keys in place of an account's old ones, once the broker has shown the same account under
 * them. Until then nothing changes; afterwards nobody goes on with the old ones. An account that may
 * not trade there takes them too, and stands still until it may.
 */
export const replaceKeys =
  (needs: ConnectNeeds) =>
  async (wanted: NewKeys): Promise<Result<Account, NewKeysRefusal>> => {
    const { announcer, brokers, storage, vault } = needs;
    const account = await ownedAccount(storage.read, wanted);
    if (!account) return refused({ kind: "broker-not-found" });
    const seen = await seenUnder(needs, account, wanted);
    if (!seen.ok) return seen;
    const sealed = await sealedKeys(vault, account, wanted);
    const replaced = await storage.transact(async (tables) => {
      const current = await lockOwned(tables, wanted);
      if (!current) return undefined;
      await tables.accounts.putCredentials(sealed);
      return replace(needs, tables, current, { ...wanted, ...seen.value });
    });
    if (!replaced) return refused({ kind: "broker-not-found" });
    const { id: accountId, userId } = replaced;
    brokers.release(accountId);
    announcer.announce({ accountId, userId, topic: "accounts-changed" });
    if (replaced.status !== "pending") return ok(replaced);
    return ok((await validateAccount(needs)(accountId, "asked")) ?? replaced);
  };

interface Seen {
  /** Nobody has seen that it may not: the broker lets nobody in by keys alone, or it may. */
  readonly mayTrade: boolean;
}

async function seenUnder(
  needs: ConnectNeeds,
  { provider, venue, venueAccountNumber }: Account,
  { apiKey, secretKey }: NewKeys,
): Promise<Result<Seen, NewKeysRefusal>> {
  if (!areSendable({ apiKey, secretKey })) return refused({ kind: "keys-unsendable" });
  const registered = needs.brokers.venues.of(provider);
  if (!registered) return refused({ kind: "unknown-provider" });
  if ((await venueOf(needs, { apiKey }, registered)) !== venue)
    return refused({ kind: "keys-of-another-account" });
  try {
    if (registered.letsIn === "by-user") {
      // It lets nobody in by keys alone; but it says whether it knows them.
      await needs.authorisations.begin({ provider, venue, apiKey, secretKey });
      return ok({ mayTrade: true });
    }
    const broker = await needs.brokers.tryKeys({ provider, venue, apiKey, secretKey });
    const { accountNumber, canTrade } = await broker.account();
    const isAnother = venueAccountNumber !== undefined && venueAccountNumber !== accountNumber;
    return isAnother ? refused({ kind: "keys-of-another-account" }) : ok({ mayTrade: canTrade });
  } catch (error) {
    if (!(error instanceof BrokerUnavailable)) throw error;
    const { message } = error;
    return refused(
      error.reason === "credentials"
        ? keysRefused(needs.brokers, { provider, venue }, message)
        : { kind: "broker-unavailable", message },
    );
  }
}

async function replace(
  { brokers, clock }: ConnectNeeds,
  tables: Tables,
  account: Account,
  wanted: NewKeys & Seen,
): Promise<Account> {
  const { mayTrade } = wanted;
  const at = clock.now();
  await tables.audit.add({
    at,
    userId: account.userId,
    action: "broker-changed",
    ...fromAddress(wanted),
    text: `${auditText(account)}: new keys, …${endingOf(wanted.apiKey)}`,
  });
  return tables.accounts.change(account.id, (row) => ({
    ...withNewKeys(row, at, {
      mayTrade,
      needsUser: brokers.venues.of(row.provider)?.letsIn === "by-user",
    }),
    apiKeyEnding: endingOf(wanted.apiKey),
  }));
}

/** What was wrong with the keys is over; what was wrong with something else is not. */
function withNewKeys(
  account: Account,
  at: Account["createdAt"],
  { mayTrade, needsUser }: Seen & { readonly needsUser: boolean },
): Account {
  const { lastValidatedAt, statusReason } = account;
  if (statusReason === "paused" || statusReason === "venue-reset") return account;
  if (needsUser) {
    // What was given under the old keys is no use under these.
    const { authorisedUntil: _, ...without } = account;
    return failed(without, "needs-authorisation", at);
  }
  if (lastValidatedAt === undefined) return failed(account, "broker-unavailable", at);
  return mayTrade ? activated(account, at) : failed(account, "account-suspended", at);
}
