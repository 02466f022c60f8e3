import type { InstalledStrategy } from "@sevenfold/application/ports/stores/account";
import { sentenceOf } from "@sevenfold/application/trading/safeguards/refusal";
import type { ListedBroker } from "@sevenfold/application/views/read-brokers";
import type { BrokerView } from "@sevenfold/contract/brokers";

import { dollarsOrNull, timestampOf, timestampOrNull } from "../wire.ts";
import { presentAccountState, statusMessageOf } from "./present-account-state.ts";
import { presentReduction } from "./present-reduction.ts";

export const presentBroker = (listed: ListedBroker): BrokerView => {
  const { account, equity, reductions, state } = listed;
  return {
    id: account.id,
    provider: account.provider,
    providerName: listed.providerName,
    venue: account.venue,
    accountLabel: account.label,
    status: account.status,
    state: presentAccountState(state, listed),
    message: messageOf(listed),
    reductions: reductions.map(presentReduction),
    strategy: strategyOf(account.own),
    needsAuthorisation: account.statusReason === "needs-authorisation",
    takesAuthorisation: listed.letsInByUser,
    authorisedUntil: timestampOrNull(account.authorisedUntil),
    apiKeyEnding: account.apiKeyEnding ?? "",
    isSelected: account.isSelected,
    equity: dollarsOrNull(equity),
    lastValidatedAt: timestampOrNull(account.lastValidatedAt),
    createdAt: timestampOf(account.createdAt),
  };
};

const strategyOf = (own: InstalledStrategy | undefined): BrokerView["strategy"] =>
  own === undefined
    ? null
    : {
        name: own.name,
        sha256: own.sha256,
        parameters: own.parameters,
        installedAt: timestampOf(own.installedAt),
      };

function messageOf(listed: ListedBroker): string | null {
  if (listed.account.status !== "active") return statusMessageOf(listed);
  return listed.priceless ? sentenceOf(listed.priceless) : null;
}
