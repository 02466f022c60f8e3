import { BPS_PER_ONE, type Bps, type Quantity } from "./money.ts";
import type { Trail } from "./trail.ts";

/** A pure opinion on a trail: it knows no cash, no limit and no session. */
export type Signal = "buy" | "sell" | "hold";

/** The drop and the rise behind the dashboard's red and green borders: fixed, whatever the strategy. */
export const DASHBOARD_SIGNAL_BPS = 400 as Bps;

/** The dashboard's border: at 96% of the high and flat, or at 104% of the low and holding. */
export function dashboardSignalOf({ high, low, last }: Trail, held: Quantity): Signal {
  // Multiplied out rather than divided, so that a fall of exactly 4% is a fall of 4%.
  const price = last * BPS_PER_ONE;
  if (held === 0) return price <= high * (BPS_PER_ONE - DASHBOARD_SIGNAL_BPS) ? "buy" : "hold";
  return low * (BPS_PER_ONE + DASHBOARD_SIGNAL_BPS) <= price ? "sell" : "hold";
}
