import { contextOf, type SecretVault } from "../ports/secret-vault.ts";
import type { Account, Credentials } from "../ports/storage.ts";

const ENDING = 4;

/** Enough to tell keys apart by, and never most of one. */
export const endingOf = (apiKey: string): string =>
  2 * ENDING <= apiKey.length ? apiKey.slice(-ENDING) : "";

/** Where an account's keys stand. */
export const placeOfKey = (
  { id, userId }: Pick<Account, "id" | "userId">,
  field: "apiKey" | "secretKey" | "accessToken",
): string => contextOf({ table: "user_broker_credentials", rowId: id, userId, field });

/** The keys as they are stored: each opens at this account of this user and nowhere else. */
export async function sealedKeys(
  vault: SecretVault,
  account: Pick<Account, "id" | "userId">,
  { apiKey, secretKey }: { readonly apiKey: string; readonly secretKey: string },
): Promise<Credentials> {
  return {
    accountId: account.id,
    sealedApiKey: await vault.seal(apiKey, placeOfKey(account, "apiKey")),
    sealedSecretKey: await vault.seal(secretKey, placeOfKey(account, "secretKey")),
  };
}
