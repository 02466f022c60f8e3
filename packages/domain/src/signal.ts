import { BPS_PER_ONE, type Bps, type Quantity } from "./money.ts";
import type { Position } from "./position.ts";
import type { ReasonCode } from "./reason.ts";
import type { Strategy } from "./strategy.ts";
import type { Trail } from "./trail.ts";

/** A pure opinion on a trail: it knows no cash, no limit and no session. */
export type Signal = "buy" | "sell" | "hold";

/** The drop and the rise behind the dashboard's red and green borders: fixed, whatever the strategy. */
export const DASHBOARD_SIGNAL_BPS = 400 as Bps;

/** The rates a signal depends on. */
export type SignalRule = Pick<
  Strategy,
  | "mode"
  | "buyDropBps"
  | "buyDropMaxBps"
  | "sellRiseBps"
  | "takeProfitBps"
  | "stopLossBps"
  | "stopLossEnabled"
>;

export function signalOf(trail: Trail, position: Position, rule: SignalRule): Signal {
  const reason = reasonOn(trail, position, rule);
  if (reason === undefined) return "hold";
  return reason === "trail-drop" ? "buy" : "sell";
}

/** The first rule of the mode that holds at the trail's last price. docs/strategy.md#modes */
export function reasonOn(
  trail: Trail,
  position: Position,
  rule: SignalRule,
): ReasonCode | undefined {
  if (position.shares === 0) return isInBand(trail, rule) ? "trail-drop" : undefined;
  if (rule.stopLossEnabled && hasLost(position, trail.last, rule.stopLossBps)) return "stop-loss";
  if (rule.mode !== "TRAILING" && hasGained(position, trail.last, rule.takeProfitBps))
    return "take-profit";
  if (rule.mode !== "SIMPLE" && hasRisen(trail, rule.sellRiseBps)) return "trail-rise";
  return undefined;
}

/** The dashboard's border: at 96% of the high and flat, or at 104% of the low and holding. */
export function dashboardSignalOf(trail: Trail, held: Quantity): Signal {
  if (held === 0) return hasFallen(trail, DASHBOARD_SIGNAL_BPS) ? "buy" : "hold";
  return hasRisen(trail, DASHBOARD_SIGNAL_BPS) ? "sell" : "hold";
}

function isInBand(trail: Trail, { mode, buyDropBps, buyDropMaxBps }: SignalRule): boolean {
  if (!hasFallen(trail, buyDropBps)) return false;
  return (
    mode !== "HYBRID" || trail.high * (BPS_PER_ONE - buyDropMaxBps) <= trail.last * BPS_PER_ONE
  );
}

// Multiplied out rather than divided, so that a fall of exactly 4% is a fall of 4%.
const hasFallen = ({ high, last }: Trail, dropBps: number): boolean =>
  last * BPS_PER_ONE <= high * (BPS_PER_ONE - dropBps);

const hasRisen = ({ low, last }: Trail, riseBps: number): boolean =>
  low * (BPS_PER_ONE + riseBps) <= last * BPS_PER_ONE;

const hasGained = ({ shares, costBasis }: Position, last: number, gainBps: number): boolean =>
  costBasis * (BPS_PER_ONE + gainBps) <= last * shares * BPS_PER_ONE;

const hasLost = ({ shares, costBasis }: Position, last: number, lossBps: number): boolean =>
  last * shares * BPS_PER_ONE <= costBasis * (BPS_PER_ONE - lossBps);
