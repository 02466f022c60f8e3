import type { SymbolStateView, TrailView } from "@sevenfold/contract/worker";
import { usePrice } from "../live/price-store.ts";

/** A symbol's figures at a newer price than its view was made at. All in dollars and percent. */
export interface LiveFigures {
  readonly price: number | undefined;
  readonly change: number | undefined;
  readonly changePercent: number | undefined;
  readonly gain: number | undefined;
  readonly gainPercent: number | undefined;
}

/** The view's own figures where no newer price is known; unknown stays unknown. */
export function figuresAt(state: SymbolStateView, newer: number | undefined): LiveFigures {
  const price = newer ?? state.current_price ?? undefined;
  const { current_price, change, cost_basis: cost, shares } = state;
  const close = current_price === null || change === null ? undefined : current_price - change;
  const moved = price === undefined || close === undefined ? undefined : price - close;
  const gain =
    price === undefined || cost === null || !(0 < shares) ? undefined : price * shares - cost;
  return {
    price,
    change: moved,
    changePercent: moved === undefined || !close ? undefined : (moved / close) * 100,
    gain,
    gainPercent: gain === undefined || !cost ? undefined : (gain / cost) * 100,
  };
}

/** How far a price is from the trail's trigger, in percent of the price; negative once crossed. */
export function distanceAt(trail: TrailView, price: number | undefined): number | undefined {
  if (trail.trigger_price === null || trail.trigger_side === null) return undefined;
  if (price === undefined) return trail.trigger_distance_percent ?? undefined;
  const gap =
    trail.trigger_side === "buy" ? price - trail.trigger_price : trail.trigger_price - price;
  return (gap / price) * 100;
}

/** Re-renders with this symbol's prices only. */
export function useLiveFigures(state: SymbolStateView): LiveFigures {
  return figuresAt(state, usePrice(state.ticker)?.price);
}
