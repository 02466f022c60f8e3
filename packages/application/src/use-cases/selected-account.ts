import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Account, Tables } from "../ports/storage.ts";

export interface AccountNotFound {
  readonly kind: "account-not-found";
}

/** The account whose numbers and switches the user sees. */
export async function selectedAccount(
  { accounts }: Pick<Tables, "accounts">,
  userId: string,
): Promise<Result<Account, AccountNotFound>> {
  const account = await accounts.selectedOf(userId);
  return account ? ok(account) : refused({ kind: "account-not-found" });
}
