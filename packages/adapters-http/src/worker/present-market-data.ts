import type { PriceProvider } from "@sevenfold/application/ports/market-data";
import {
  NO_REAL_PRICES,
  PRICES_ONLY_SHOWN,
} from "@sevenfold/application/trading/prices/venue-prices";
import type { SymbolStatus, WorkerStatus } from "@sevenfold/application/views/read-worker-status";
import type { MarketDataStateView } from "@sevenfold/contract/states";
import type { WorkerStatusView } from "@sevenfold/contract/worker";
import type { Instant } from "@sevenfold/domain/market";
import { orNull, timestampOf, timestampOrNull } from "../wire.ts";

type FailoverView = WorkerStatusView["worker_health"]["market_data_failover"];
type ProviderView = FailoverView["api_health"][string];

/** What of a worker's status tells of its prices. */
type PricesOf = Pick<WorkerStatus, "feed" | "marketData">;

/** The emergency cache: so long a price may be shown as one of just now. */
const CACHED_FOR_MS = 5 * 60_000;

const ROLES = ["primary", "secondary"] as const;

export function presentMarketData(status: PricesOf): MarketDataStateView {
  const { feed, marketData } = status;
  const used = feed.providers?.find(({ isActive }) => isActive)?.provider;
  const less = feed.servedLess;
  return {
    state: marketData.kind,
    message: messageOf(status),
    last_news: timestampOrNull(feed.lastNewsAt),
    provider: orNull(used?.name),
    provider_label: orNull(used?.label),
    delayed_by_sec: Math.ceil((used?.delayedByMs ?? 0) / 1_000),
    served_less: less
      ? {
          message: less.message,
          polled: [...less.polled],
          unserved: [...less.unserved],
          polled_every_sec: Math.ceil(less.polledEveryMs / 1_000),
        }
      : null,
    disputed: [...(feed.disputed ?? [])],
    halts: (feed.halts ?? []).map(({ because, resumedAt, since, ticker }) => ({
      symbol: ticker,
      because,
      since: timestampOf(since),
      resumed: timestampOrNull(resumedAt),
    })),
    halts_unheard: orNull(haltsUnheardOf(feed.haltsUnheard, used)),
  };
}

const haltsUnheardOf = (unheard: string | undefined, used: PriceProvider | undefined) =>
  unheard ?? (used?.halts === false ? `${used.name} tells no trading halts.` : undefined);

/** Who gives the prices, in the order of preference, and how each does. */
export function presentFailover(
  status: PricesOf & {
    readonly at: Instant;
    readonly symbols: readonly Pick<SymbolStatus, "pricedAt">[];
  },
): FailoverView {
  const { at, feed, marketData, symbols } = status;
  const isHealthy = marketData.kind !== "cached";
  const fresh = symbols.filter(
    ({ pricedAt }) => pricedAt !== undefined && at - pricedAt <= CACHED_FOR_MS,
  );
  return {
    overall_healthy: isHealthy,
    cache_size: fresh.length,
    no_switch_until: timestampOrNull(feed.noSwitchUntil),
    api_health: Object.fromEntries(
      (feed.providers ?? []).map(({ provider, ...standing }, index) => {
        // One that works here gives nobody prices while no worker follows them.
        const isUnheard = standing.isActive && standing.health === "healthy" && !isHealthy;
        const view: ProviderView = {
          healthy: standing.health === "healthy" && !isUnheard,
          consecutive_failures: standing.failures,
          last_error: orNull(
            standing.lastError ?? (standing.isActive ? messageOf(status) : undefined),
          ),
          state: isUnheard ? "warning" : standing.health,
          in_use: standing.isActive,
          role: ROLES[index] ?? "backup",
          label: orNull(provider.label),
        };
        return [provider.name, view];
      }),
    ),
  };
}

/** Why prices are not live, in sentences; null where they are, or where the market is closed. */
function messageOf({ feed, marketData }: PricesOf): string | null {
  if (marketData.kind === "shown") return PRICES_ONLY_SHOWN;
  if (marketData.kind !== "cached") return null;
  switch (marketData.because) {
    case "worker-offline":
      return "The trading worker is offline: nobody follows the prices, and nothing is traded on them.";
    case "not-set-up":
      return NO_REAL_PRICES;
    case "no-feed":
      return `No prices come in: the last ones known are shown, and nothing is traded on them. ${feed.message ?? ""}`.trim();
    case "worker-without-feed":
      return "The trading worker hears no prices: nothing is traded until it does.";
  }
}
