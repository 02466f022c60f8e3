import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Account } from "../ports/storage.ts";
import { auditText } from "./audit-text.ts";
import type { ConnectNeeds } from "./connect-broker.ts";
import { type BrokerOfUser, fromAddress, lockOwned, ownedAccount } from "./owned-account.ts";
import { pauseBroker, type ResumeRefusal, resumeBroker } from "./pause-broker.ts";
import { type NewKeysRefusal, replaceKeys } from "./replace-keys.ts";

/** What is absent stays as it is. */
export interface BrokerChange extends BrokerOfUser {
  readonly label?: string | undefined;
  readonly isPaused?: boolean | undefined;
  readonly apiKey?: string | undefined;
  readonly secretKey?: string | undefined;
}

export type ChangeBrokerRefusal =
  | NewKeysRefusal
  | ResumeRefusal
  | { readonly kind: "demo-account" }
  | { readonly kind: "keys-incomplete" };

/** Renames an account, gives it new keys, pauses or resumes it, in this order. */
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
    if (wanted.label) await rename(needs, owner, wanted.label);
    if (apiKey !== undefined && secretKey !== undefined) {
      const replaced = await replaceKeys(needs)({ ...owner, apiKey, secretKey });
      if (!replaced.ok) return replaced;
    }
    if (wanted.isPaused === undefined) return ok(account);
    return wanted.isPaused ? pauseBroker(needs)(owner) : resumeBroker(needs)(owner);
  };

async function rename(
  { announcer, clock, storage }: ConnectNeeds,
  owner: BrokerOfUser,
  label: string,
): Promise<void> {
  const { accountId, userId } = owner;
  await storage.transact(async (tables) => {
    const account = await lockOwned(tables, owner);
    if (!account || account.label === label) return;
    await tables.accounts.change(accountId, (row) => ({ ...row, label }));
    await tables.audit.add({
      at: clock.now(),
      userId,
      action: "broker-changed",
      ...fromAddress(owner),
      text: `${auditText(account)}: now called ${label}`,
    });
  });
  announcer.announce({ accountId, userId, topic: "account" });
}
