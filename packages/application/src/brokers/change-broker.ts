import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Account } from "../ports/stores/account.ts";
import { auditText } from "../trading/account/audit-text.ts";
import {
  type BrokerOfUser,
  fromAddress,
  lockOwned,
  ownedAccount,
} from "../trading/account/owned-account.ts";
import type { ChangedMeanwhile } from "../trading/prices/changed-meanwhile.ts";
import type { ConnectNeeds } from "./connect-broker.ts";
import { pauseBroker, type ResumeRefusal, resumeBroker } from "./pause-broker.ts";
import { type NewKeysRefusal, replaceKeys } from "./replace-keys.ts";
import { validateAccount } from "./validate-account.ts";

/** What is absent stays as it is. */
export interface BrokerChange extends BrokerOfUser {
  readonly label?: string | undefined;
  /** What it was called when the new label was decided on; absent: whatever it is called. */
  readonly seenLabel?: string | undefined;
  readonly isPaused?: boolean | undefined;
  readonly apiKey?: string | undefined;
  readonly secretKey?: string | undefined;
  /** Which of the accounts behind the keys is meant; only while none was taken over. */
  readonly accountNumber?: string | undefined;
}

export type ChangeBrokerRefusal = ChangeRefusal | ChangedMeanwhile<string>;
type ChangeRefusal =
  | NewKeysRefusal
  | ResumeRefusal
  | { readonly kind: "demo-account" }
  | { readonly kind: "keys-incomplete" };

/** Renames an account, gives it new keys, says which it is, pauses or resumes it, in this order. */
export const changeBroker =
  (needs: ConnectNeeds) =>
  async (wanted: BrokerChange): Promise<Result<Account, ChangeBrokerRefusal>> => {
    const { accountId, userId, address, apiKey, secretKey } = wanted;
    const owner = { accountId, userId, address };
    const account = await ownedAccount(needs.storage.read, owner);
    if (!account) return refused({ kind: "broker-not-found" });
    const user = await needs.storage.read.users.byId(userId);
    if (user?.isDemo) return refused({ kind: "demo-account" });
    if ((apiKey === undefined) !== (secretKey === undefined))
      return refused({ kind: "keys-incomplete" });
    if (wanted.label) {
      const other = await rename(needs, owner, wanted.label, wanted.seenLabel);
      if (other !== undefined) return refused({ kind: "changed-meanwhile", stored: other });
    }
    if (apiKey !== undefined && secretKey !== undefined) {
      const replaced = await replaceKeys(needs)({ ...owner, apiKey, secretKey });
      if (!replaced.ok) return replaced;
    }
    if (wanted.accountNumber !== undefined) {
      const chosen = await chooseAccount(needs, owner, wanted.accountNumber);
      if (!chosen) return refused({ kind: "keys-of-another-account" });
      if (wanted.isPaused === undefined) return ok(chosen);
    }
    if (wanted.isPaused === undefined) return ok(account);
    return wanted.isPaused ? pauseBroker(needs)(owner) : resumeBroker(needs)(owner);
  };

/** Undefined where the account is known already: its books are about no other. */
async function chooseAccount(
  needs: ConnectNeeds,
  owner: BrokerOfUser,
  accountNumber: string,
): Promise<Account | undefined> {
  const { brokers, clock, storage } = needs;
  const { accountId, userId } = owner;
  const chosen = await storage.transact(async (tables) => {
    const account = await lockOwned(tables, owner);
    if (!account) return undefined;
    if (account.venueAccountNumber === accountNumber) return account;
    if (account.lastValidatedAt !== undefined) return undefined;
    await tables.audit.add({
      at: clock.now(),
      userId,
      action: "broker-changed",
      ...fromAddress(owner),
      text: `${auditText(account)}: is the account ${accountNumber}`,
    });
    return tables.accounts.change(accountId, (row) => ({
      ...row,
      venueAccountNumber: accountNumber,
    }));
  });
  if (chosen?.statusReason !== "account-not-chosen") return chosen;
  brokers.release(accountId);
  return (await validateAccount(needs)(accountId, "asked")) ?? chosen;
}

/** Answers the label it has meanwhile, where that is neither the new one nor the one that was seen. */
async function rename(
  { announcer, clock, storage }: ConnectNeeds,
  owner: BrokerOfUser,
  label: string,
  seen: string | undefined,
): Promise<string | undefined> {
  const { accountId, userId } = owner;
  const other = await storage.transact(async (tables) => {
    const account = await lockOwned(tables, owner);
    if (!account || account.label === label) return undefined;
    if (seen !== undefined && account.label !== seen) return account.label;
    await tables.accounts.change(accountId, (row) => ({ ...row, label }));
    await tables.audit.add({
      at: clock.now(),
      userId,
      action: "broker-changed",
      ...fromAddress(owner),
      text: `${auditText(account)}: now called ${label}`,
    });
    return undefined;
  });
  announcer.announce({ accountId, userId, topic: "account" });
  return other;
}
