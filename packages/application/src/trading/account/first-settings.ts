import type { Instant } from "@sevenfold/domain/market";
import { AUTOMATION_DEFAULTS, RISK_DEFAULTS, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";

import type { Settings } from "../../ports/stores/settings-store.ts";

/** What a newly connected account is told to do: the stored defaults, with automation off. */
export const firstSettings = (accountId: string, at: Instant): Settings => ({
  accountId,
  strategy: STRATEGY_DEFAULTS,
  limits: RISK_DEFAULTS,
  ...AUTOMATION_DEFAULTS,
  version: 1,
  updatedAt: at,
});
