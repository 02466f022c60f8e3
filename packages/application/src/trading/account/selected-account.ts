import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { Account } from "../../ports/stores/account.ts";
import type { Readers } from "../../ports/stores/readers.ts";

export interface AccountNotFound {
  readonly kind: "account-not-found";
}

/** The caller means an account that is not in use, or no more. */
export interface AnotherAccount {
  readonly kind: "another-account";
  /** Of the one in use; undefined where there is none. */
  readonly label: string | undefined;
}

/** The account whose numbers and switches the user sees. */
export async function selectedAccount(
  { accounts }: Pick<Readers, "accounts">,
  userId: string,
): Promise<Result<Account, AccountNotFound>> {
  const account = await accounts.selectedOf(userId);
  return account ? ok(account) : refused({ kind: "account-not-found" });
}

/** The same, for a caller who may say which one is meant: no other will do. */
export async function meantAccount(
  { accounts }: Pick<Readers, "accounts">,
  { userId, accountId }: { readonly userId: string; readonly accountId?: string | undefined },
): Promise<Result<Account, AccountNotFound | AnotherAccount>> {
  const account = await accounts.selectedOf(userId);
  if (accountId !== undefined && account?.id !== accountId)
    return refused({ kind: "another-account", label: account?.label });
  return account ? ok(account) : refused({ kind: "account-not-found" });
}
