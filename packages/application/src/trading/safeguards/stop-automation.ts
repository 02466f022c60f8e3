import type { Instant } from "@sevenfold/domain/market";

import type { Tables } from "../../ports/stores/storage.ts";

/** Switches the account's automation off, if it is on. Inside a transaction that has its row locked. */
export async function stopAutomation(
  tables: Tables,
  accountId: string,
  { by, at }: { readonly by: string; readonly at: Instant },
): Promise<void> {
  const settings = await tables.settings.of(accountId);
  if (!settings?.automationEnabled) return;
  await tables.settings.change(accountId, by, (current) => ({
    ...current,
    automationEnabled: false,
    updatedAt: at,
  }));
}
