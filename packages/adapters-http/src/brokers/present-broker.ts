import type { ListedBroker } from "@sevenfold/application/use-cases/read-brokers";
import { NO_REAL_PRICES, pricesOf } from "@sevenfold/application/use-cases/venue-prices";
import type { BrokerView } from "@sevenfold/contract/brokers";

import { dollarsOrNull, timestampOf, timestampOrNull } from "../wire.ts";
import { presentAccountState, statusMessageOf } from "./present-account-state.ts";
import { presentReduction } from "./present-reduction.ts";

export const presentBroker = (listed: ListedBroker): BrokerView => {
  const { account, equity, reductions, state } = listed;
  return {
    id: account.id,
    provider: account.provider,
    venue: account.venue,
    accountLabel: account.label,
    status: account.status,
    state: presentAccountState(state, listed),
    message: messageOf(listed),
    reductions: reductions.map(presentReduction),
    needsAuthorisation: account.statusReason === "needs-authorisation",
    authorisedUntil: timestampOrNull(account.authorisedUntil),
    apiKeyEnding: account.apiKeyEnding ?? "",
    isSelected: account.isSelected,
    equity: dollarsOrNull(equity),
    lastValidatedAt: timestampOrNull(account.lastValidatedAt),
    createdAt: timestampOf(account.createdAt),
  };
};

function messageOf(listed: ListedBroker): string | null {
  if (listed.account.status !== "active") return statusMessageOf(listed);
  return pricesOf(listed.account) === "none" ? NO_REAL_PRICES : null;
}
