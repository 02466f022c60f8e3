import type { Money, Price } from "@sevenfold/domain/money";
import { mulDivFloor } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";
import type { OrderTerms as WrittenTerms } from "../backtest/order-at-work.ts";
import type { OrderAtWork } from "../backtest/sent-order.ts";
import type { OrderState } from "./strategy-interface.ts";

export type OrderKind = OrderState["type"];

/** How far a trailing stop stays behind the best price since it was sent: one of the two. */
export interface Trail {
  readonly amount?: Money;
  readonly bps?: number;
}

/** When and at what an order trades. */
export interface OrderTerms {
  readonly kind: OrderKind;
  readonly limit?: Price;
  readonly stop?: Price;
  readonly trail?: Trail;
}

/** As the order table writes them down: nothing of a market order for the day, as most are. */
export function writtenTerms(
  { limit, stop }: OrderTerms,
  isGtc: boolean,
): WrittenTerms | undefined {
  if (limit === undefined && stop === undefined && !isGtc) return undefined;
  return {
    ...(limit !== undefined && { limit }),
    ...(stop !== undefined && { stop }),
    ...(isGtc && { timeInForce: "until-canceled" }),
  };
}

/** What a fill of an order sends. */
export interface Bracket {
  readonly takeProfit?: Price;
  readonly stopLoss?: OrderTerms;
}

/** An order of a strategy's own, from the venue's taking it to its end. */
export interface RestingOrder {
  readonly id: number;
  readonly slot: number;
  readonly side: OrderSide;
  readonly terms: OrderTerms;
  /** What it is by now: a stop that was reached is a market or a limit order. */
  kind: OrderKind;
  readonly isGtc: boolean;
  readonly bracket: Bracket | undefined;
  readonly parentId: number | undefined;
  /** It takes a profit: as the built-in rule's target it rests while no cool-down runs. */
  readonly isTarget: boolean;
  readonly work: OrderAtWork;
  /** Cash kept aside for it. */
  reserved: number;
  /** The best price since it was sent, for a trailing stop. */
  extreme: number;
  /** The first bar at whose opening it may fill, and the first it may fill within. */
  readonly opensFrom: number;
  readonly restsFrom: number;
  /** The price at which its life begins within the bar `restsFrom`; of none, that bar's open. */
  readonly bornAt: number | undefined;
  /** The last bar within which it was reached. */
  triedBar: number;
  /** A bar that reached it had too little volume for all of it. */
  isVolumeShort: boolean;
  /** The other order of its pair. */
  pair: RestingOrder | undefined;
  /** Why it ended, where it was not filled. */
  endedBy: string | undefined;
}

/** Where the stop of an order stands: a trailing one's moves. Infinity or 0 where it has none. */
export function stopOf({ terms, side, extreme }: RestingOrder): number {
  const { trail } = terms;
  if (trail === undefined) return terms.stop!;
  const { amount, bps = 0 } = trail;
  if (side === "sell")
    return Math.max(1, amount === undefined ? atRate(extreme, -bps) : extreme - amount);
  return amount === undefined ? -atRate(-extreme, bps) : extreme + amount;
}

const ONE_BPS = 10_000;
const atRate = (extreme: number, bps: number): number =>
  mulDivFloor(extreme, ONE_BPS + bps, ONE_BPS);

/** Lets a trailing stop follow a price that is better than all before. */
export function followBest(order: RestingOrder, price: number): void {
  if (order.terms.trail === undefined) return;
  order.extreme =
    order.side === "sell" ? Math.max(order.extreme, price) : Math.min(order.extreme, price);
}

export const isStopKind = (kind: OrderKind): boolean =>
  kind === "stop" || kind === "stop-limit" || kind === "trailing-stop";
