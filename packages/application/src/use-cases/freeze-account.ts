import type { Tables } from "../ports/storage.ts";

/**
 * The broker's word contradicts our books: the worker enters and leaves nothing more there until
 * somebody has looked and switched automation on again. Orders by hand go on.
 */
export async function freezeAccount(tables: Tables, accountId: string): Promise<void> {
  const settings = await tables.settings.of(accountId);
  if (!settings?.automationEnabled) return;
  await tables.settings.change(accountId, "worker", (current) => ({
    ...current,
    automationEnabled: false,
  }));
}
