import type { Instant } from "@sevenfold/domain/market";

import type { Account } from "../../ports/stores/account.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import { reduceAccount } from "./reduce-account.ts";
import { stopAutomation } from "./stop-automation.ts";

/**
 * The broker's word contradicts our books: the worker enters and leaves nothing more there until
 * somebody has looked and switched automation on again, and nothing is bought by hand for a while.
 */
export async function freezeAccount(
  tables: Tables,
  account: Account,
  at: Instant,
  about?: string,
): Promise<void> {
  await stopAutomation(tables, account.id, { by: "worker", at });
  const reason = { because: "books-contradicted", at } as const;
  await reduceAccount(tables, account, about === undefined ? reason : { ...reason, about });
}
