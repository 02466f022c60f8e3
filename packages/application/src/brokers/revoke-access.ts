import type { Account } from "../ports/stores/account.ts";
import type { Ports } from "../ports.ts";
import { openedKeys } from "../trading/account/account-keys.ts";

type Needs = Pick<Ports, "authorisations" | "log" | "storage" | "vault">;

/**
 * What gives an account's access back at its broker, once its user has let go of it: held before the
 * keys are erased, called after. A broker that does not hear of it ends the access by itself.
 */
export async function holdRevocation(
  { authorisations, log, storage, vault }: Needs,
  account: Account,
): Promise<() => Promise<void>> {
  const { id, provider, venue } = account;
  const sealed = await storage.read.accounts.credentialsOf(id);
  if (sealed?.sealedAccess === undefined) return async () => undefined;
  const opened = await openedKeys(vault, account, sealed).catch(() => undefined);
  return async () => {
    if (!opened?.access) return;
    const { access, ...keys } = opened;
    await authorisations
      .revoke({ provider, venue, ...keys }, access)
      .catch((error: unknown) =>
        log.warn("access-not-revoked", { accountId: id, error: String(error) }),
      );
  };
}
