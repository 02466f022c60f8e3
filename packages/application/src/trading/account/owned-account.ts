import type { Account } from "../../ports/stores/account.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Tables } from "../../ports/stores/storage.ts";

/** One of a user's broker accounts, by the user's own hand. */
export interface BrokerOfUser {
  readonly accountId: string;
  readonly userId: string;
  /** Where the request came from, for the audit. */
  readonly address?: string | undefined;
}

export interface BrokerNotFound {
  readonly kind: "broker-not-found";
}

/** The account with its row locked, unless it is another user's or was removed. */
export async function lockOwned(
  { accounts }: Pick<Tables, "accounts">,
  { accountId, userId }: BrokerOfUser,
): Promise<Account | undefined> {
  const account = await accounts.lock(accountId);
  return account?.userId === userId && account.removedAt === undefined ? account : undefined;
}

/** The same without a lock, to look at. */
export async function ownedAccount(
  { accounts }: Pick<Readers, "accounts">,
  { accountId, userId }: BrokerOfUser,
): Promise<Account | undefined> {
  const account = await accounts.byId(accountId);
  return account?.userId === userId && account.removedAt === undefined ? account : undefined;
}

/** The part of an audit's line that says where from. */
export const fromAddress = ({ address }: Pick<BrokerOfUser, "address">) =>
  address === undefined ? {} : { address };
