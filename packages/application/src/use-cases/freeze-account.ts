import type { Instant } from "@sevenfold/domain/market";

import type { Tables } from "../ports/storage.ts";
import { stopAutomation } from "./stop-automation.ts";

/**
 * The broker's word contradicts our books: the worker enters and leaves nothing more there until
 * somebody has looked and switched automation on again. Orders by hand go on.
 */
export const freezeAccount = (tables: Tables, accountId: string, at: Instant): Promise<void> =>
  stopAutomation(tables, accountId, { by: "worker", at });
