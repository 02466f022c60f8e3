import type { ForeignKind } from "@sevenfold/application/ports/foreign";
import type { ForeignAtBroker } from "@sevenfold/application/ports/stores/foreign-at-broker";
import type { ForeignView } from "@sevenfold/contract/foreign";

import { dollarsOrNull, orNull, timestampOf } from "../wire.ts";

/** What each is called, and why Sevenfold leaves it alone. */
const WORDS: Readonly<Record<ForeignKind, readonly [label: string, because: string]>> = {
  short: [
    "Short sale",
    "Sevenfold holds shares long only, and neither opens nor closes a short sale.",
  ],
  option: ["Option", "Sevenfold trades no options."],
  spread: ["Several legs", "Sevenfold trades no options, and nothing of several legs."],
  coin: ["Crypto", "Sevenfold trades no crypto."],
  fund: ["Fund", "Sevenfold trades no mutual or money market funds."],
  bond: ["Bond", "Sevenfold trades no bonds."],
  fraction: ["Part of a share", "Sevenfold trades whole shares only."],
  notional: ["Order in dollars", "Sevenfold trades whole shares only, and never for an amount."],
  other: ["Other", "Sevenfold does not know what this is, and leaves it alone."],
};

export function presentForeign(foreign: ForeignAtBroker | undefined): ForeignView {
  if (!foreign) return { holdings: [], orders: [], holdingsCount: 0, ordersCount: 0, value: 0 };
  return {
    holdings: foreign.holdings.map((holding) => ({
      ...saidOf(holding),
      value: dollarsOrNull(holding.value),
    })),
    orders: foreign.orders.map((order) => ({
      ...saidOf(order),
      id: cut(order.brokerOrderId),
      side: orNull(order.side),
      submittedAt: order.submittedAt === undefined ? null : timestampOf(order.submittedAt),
    })),
    holdingsCount: foreign.holdingsInAll,
    ordersCount: foreign.ordersInAll,
    value: dollarsOrNull(0 < foreign.unpriced ? undefined : foreign.value),
  };
}

const saidOf = ({
  kind,
  quantity,
  symbol,
}: Pick<ForeignAtBroker["holdings"][number], "kind" | "quantity" | "symbol">) => {
  const [label, because] = WORDS[kind];
  return { symbol: cut(symbol), kind, label, quantity: cut(quantity), because };
};

/** As long as a broker writes, and shorter than what breaks a page. */
const cut = (text: string): string => text.slice(0, 64);
