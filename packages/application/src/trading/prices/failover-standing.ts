import type { Instant } from "@sevenfold/domain/market";
import type { Clock } from "../../ports/clock.ts";
import type { MarketData, PriceProvider } from "../../ports/market-data.ts";
import { type FailoverState, isCritical, switchBarredUntilMs } from "./failover-state.ts";
import type { ProviderStanding, ServedLess, SourceStanding } from "./feed-state.ts";
import type { openOpinions } from "./opinions.ts";

interface Providers {
  readonly clock: Clock;
  readonly isForOrders?: (provider: PriceProvider) => boolean;
  readonly providers: readonly MarketData[];
}

export const streamsAtOnce = ({ delayedByMs, streams }: PriceProvider): boolean =>
  streams && delayedByMs === 0;

/** How the several stand together: as the one in use does. */
export function standingOf(
  { clock, isForOrders = streamsAtOnce, providers }: Providers,
  {
    opinions,
    servedLess,
    standingLines,
    state,
  }: {
    readonly standingLines: ReadonlySet<number>;
    readonly state: FailoverState;
    readonly opinions: ReturnType<typeof openOpinions>;
    readonly servedLess: ServedLess | undefined;
  },
): SourceStanding {
  const nowMs = clock.monotonicMs();
  const active = state.providers[state.active]!;
  const { provider } = providers[state.active]!;
  const isWell = active.wellSinceMs !== undefined;
  const isConnected = isUp(state, state.active, standingLines);
  const barredMs = isConnected ? undefined : switchBarredUntilMs(state, nowMs);
  return {
    isConnected,
    isForOrders: isWell && provider.delayedByMs === 0 && isForOrders(provider),
    failures: active.failures,
    providers: providers.map((one, index) =>
      providerStanding(state, one, { index, isUp: isUp(state, index, standingLines) }),
    ),
    disputed: opinions.disputed(nowMs),
    ...(isConnected || active.lastError === undefined ? {} : { message: active.lastError }),
    ...(servedLess === undefined ? {} : { servedLess }),
    ...(barredMs === undefined
      ? {}
      : { noSwitchUntil: (clock.now() + barredMs - nowMs) as Instant }),
  };
}

/** Its last word was good, or its line stands and none was bad. */
function isUp(state: FailoverState, index: number, standingLines: ReadonlySet<number>): boolean {
  const { failures, wellSinceMs } = state.providers[index]!;
  return wellSinceMs !== undefined || (failures === 0 && standingLines.has(index));
}

function providerStanding(
  state: FailoverState,
  { provider }: MarketData,
  { index, isUp }: { readonly index: number; readonly isUp: boolean },
): ProviderStanding {
  const health = state.providers[index]!;
  const { failures, lastError } = health;
  const isActive = index === state.active;
  const isStandby = !isActive && failures === 0 && !isUp;
  return {
    provider,
    isActive,
    failures,
    health: isStandby ? "standby" : isCritical(health) ? "critical" : isUp ? "healthy" : "warning",
    ...(lastError === undefined ? {} : { lastError }),
  };
}
