import type { SymbolStateView, TrailView, WorkerStatusView } from "@sevenfold/contract/worker";
import { isClosed } from "../worker/account-state.ts";

export interface WatchedSymbol {
  readonly state: SymbolStateView;
  readonly trail: TrailView | undefined;
  readonly quality: DataQuality;
  /** Its broker has shown what the account holds: nothing held is nothing, and not unknown. */
  readonly isHoldingKnown: boolean;
}

export type DataQuality = "live_data" | "price_only" | "cached" | "no_data";

/** Every watched and held symbol once, in alphabetical order. */
export function watchedSymbolsOf(status: WorkerStatusView): readonly WatchedSymbol[] {
  const isHoldingKnown = status.equity !== null || !isClosed(status.account_state);
  const states = new Map(status.positions.map((state) => [state.ticker, state]));
  return [...states.values()]
    .sort((left, right) => (left.ticker < right.ticker ? -1 : 1))
    .map((state) => {
      const trail = status.trails[state.ticker];
      return { state, trail, quality: qualityOf(state, trail, status), isHoldingKnown };
    });
}

function qualityOf(
  state: SymbolStateView,
  trail: TrailView | undefined,
  { market_data }: WorkerStatusView,
): DataQuality {
  const hasTrail = trail !== undefined && 0 < trail.last_price;
  if (!hasTrail) return state.current_price === null ? "no_data" : "price_only";
  return market_data.state === "live" ? "live_data" : "cached";
}

/** The words of a trail's state; minutes of a cool-down are rounded up. */
export function trailWordsOf({
  trail_status,
  cooldown_remaining,
}: Pick<SymbolStateView, "cooldown_remaining"> & { readonly trail_status: string }): string {
  switch (trail_status) {
    case "armed":
      return "Armed";
    case "cooldown":
      return `Cooldown ${Math.ceil(cooldown_remaining / 60)}m`;
    case "halted":
      return "Risk Limit";
    default:
      return "Unknown";
  }
}
