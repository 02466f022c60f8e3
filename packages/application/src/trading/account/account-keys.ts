import type { OpenKeys } from "../../ports/broker.ts";
import type { BrokerAccess } from "../../ports/broker-access.ts";
import { contextOf, type SecretVault } from "../../ports/secret-vault.ts";
import type { Account, Credentials } from "../../ports/stores/account.ts";

const ENDING = 4;

/** Enough to tell keys apart by, and never most of one. */
export const endingOf = (apiKey: string): string =>
  2 * ENDING <= apiKey.length ? apiKey.slice(-ENDING) : "";

/** Where an account's keys stand. */
export const placeOfKey = (
  { id, userId }: Pick<Account, "id" | "userId">,
  field: "apiKey" | "secretKey" | "accessToken",
): string => contextOf({ table: "user_broker_credentials", rowId: id, userId, field });

/** What stands sealed, opened. Rejects where any of it does not open. */
export async function openedKeys(
  vault: SecretVault,
  account: Pick<Account, "id" | "userId">,
  { accessExpiresAt, sealedAccess, sealedApiKey, sealedSecretKey }: Credentials,
): Promise<Pick<OpenKeys, "access" | "apiKey" | "secretKey">> {
  const apiKey = await vault.open(sealedApiKey, placeOfKey(account, "apiKey"));
  const secretKey = await vault.open(sealedSecretKey, placeOfKey(account, "secretKey"));
  if (sealedAccess === undefined || accessExpiresAt === undefined) return { apiKey, secretKey };
  const text = await vault.open(sealedAccess, placeOfKey(account, "accessToken"));
  const [token, secret] = JSON.parse(text) as readonly [string, string];
  return { apiKey, secretKey, access: { token, secret, expiresAt: accessExpiresAt } };
}

/** The access as it is stored beside the keys. */
export const sealedAccess = async (
  vault: SecretVault,
  account: Pick<Account, "id" | "userId">,
  { expiresAt, secret, token }: BrokerAccess,
): Promise<Pick<Credentials, "accessExpiresAt" | "sealedAccess">> => ({
  sealedAccess: await vault.seal(
    JSON.stringify([token, secret]),
    placeOfKey(account, "accessToken"),
  ),
  accessExpiresAt: expiresAt,
});

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
