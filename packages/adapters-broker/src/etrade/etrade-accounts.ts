import { BrokerUnavailable } from "@sevenfold/application/ports/broker";

import { isActive } from "./etrade-mapping.ts";
import type { AccountWire } from "./etrade-wire.ts";

/**
 * The account that is meant, of those behind a user's word: the one of the number, or the only one
 * that may trade. Of several nobody picks one for their owner: an order in the wrong one is real.
 * Where the one of the number is gone, another one's number tells that this is not our account.
 */
export function ourAccount(
  all: readonly AccountWire[],
  accountNumber: string | undefined,
): AccountWire {
  const brokerage = all.filter(({ institutionType }) => institutionType === "BROKERAGE");
  const active = brokerage.filter(isActive);
  const meant = brokerage.find(({ accountId }) => accountId === accountNumber);
  const first = meant ?? active[0] ?? brokerage[0];
  if (!first)
    throw new BrokerUnavailable("unreadable", "E*TRADE shows no brokerage account there.");
  if (accountNumber !== undefined || active.length === 1 || brokerage.length === 1) return first;
  const shown = brokerage.slice(0, SHOWN_MAX).map(nameOf).join(", ");
  throw new BrokerUnavailable("account-not-chosen", `E*TRADE shows these accounts: ${shown}.`);
}

const SHOWN_MAX = 10;

/** "…4290 (Individual Brokerage)": enough to know it by. */
const nameOf = ({ accountDesc, accountId, accountName }: AccountWire): string =>
  `…${accountId.slice(-4)} (${accountName || accountDesc || "no name"})`;
