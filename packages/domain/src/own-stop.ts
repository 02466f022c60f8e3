import { type Bps, mulDivCeil, type Price, type Quantity, tickOf } from "./money.ts";
import { isOpen, type Order, openQuantity } from "./order.ts";

/** A stop of ours that rests at the broker beside the rule: no other automated order has a stop price. */
export const isOwnStop = ({ origin, stop }: Pick<Order, "origin" | "stop">): boolean =>
  origin === "automated" && stop !== undefined;

/** A resting stop is replaced where the rule's has moved by more of its price than this. */
export const STOP_STEP_BPS = 10 as Bps;
/** After the end of one, the next waits so long: whoever took it back is to sell first. */
export const STOP_PAUSE_MS = 5_000;

/** Whether stops are kept in step, left as a safeguard found them, or not wanted at all. */
export type StopKeeping = "kept" | "left" | "unwanted";

/** What a symbol's resting stop is decided by. */
export interface StopFacts {
  readonly keeping: StopKeeping;
  readonly held: Quantity;
  readonly isManaged: boolean;
  /** The rule's trigger; 0 without a stop. */
  readonly stopAt: number;
  /** The latest price; undefined while none is known. */
  readonly last: Price | undefined;
  /** All open orders of the symbol. */
  readonly open: readonly Order[];
  /** How long ago its last resting stop ended, in milliseconds of a clock that never steps. */
  readonly endedMsAgo: number;
}

export type StopStep =
  | { readonly kind: "none" }
  | { readonly kind: "place"; readonly quantity: Quantity; readonly stop: Price }
  | { readonly kind: "take-back"; readonly order: Order };

/** The highest price on the tick that the rule's stop allows; undefined where there is none. */
export function stopPriceOf(stopAt: number): Price | undefined {
  const tick = tickOf(stopAt);
  const stop = Math.floor(stopAt / tick) * tick;
  return 0 < stop ? (stop as Price) : undefined;
}

/**
 * What is to be done about a symbol's resting stop: one for all shares, of what the worker manages,
 * while automation is on. One that fits is left alone; another takes its place only once it has ended.
 */
export function nextStop(facts: StopFacts): StopStep {
  const own = facts.open.filter((order) => isOpen(order) && isOwnStop(order));
  if (own.length === 0) return placed(facts);
  const excess = own.find((order) => order.status !== "cancel-pending" && !fits(order, facts));
  return excess ? { kind: "take-back", order: excess } : NONE;
}

const NONE: StopStep = { kind: "none" };

function placed({ endedMsAgo, held, isManaged, keeping, last, open, stopAt }: StopFacts): StopStep {
  const stop = stopPriceOf(stopAt);
  if (keeping !== "kept" || !isManaged || held === 0 || stop === undefined) return NONE;
  // Beside another order more could be for sale than is held; it waits for that to end.
  if (open.some(isOpen) || endedMsAgo < STOP_PAUSE_MS) return NONE;
  // At its price or below it, the rule itself sells; unknown, it might sell at once.
  return last !== undefined && stop < last ? { kind: "place", quantity: held, stop } : NONE;
}

/** Whether a stop that rests may go on resting. */
function fits(order: Order, { held, isManaged, keeping, open, stopAt }: StopFacts): boolean {
  const offered = open
    .filter((other) => other.side === "sell" && isOpen(other))
    .reduce((sum, other) => sum + openQuantity(other), 0);
  if (held < offered) return false;
  if (keeping !== "kept") return keeping === "left";
  const stop = stopPriceOf(stopAt);
  return (
    isManaged &&
    stop !== undefined &&
    openQuantity(order) === held &&
    Math.abs(order.stop! - stop) <= mulDivCeil(stop, STOP_STEP_BPS, 10_000)
  );
}

/** The resting stop of ours among open orders that every other order of the symbol has to wait for. */
export const ownStopIn = (open: readonly Order[]): Order | undefined =>
  open.find((order) => isOpen(order) && isOwnStop(order));
