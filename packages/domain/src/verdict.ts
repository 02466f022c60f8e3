import type { Book } from "./book.ts";
import { referenceOf, triggerOf } from "./decide.ts";
import { entryGate, type Gate, type Moment, standingGate } from "./gate.ts";
import type { Instant } from "./market.ts";
import { BPS_PER_ONE, mulDivCeil, type Price } from "./money.ts";
import { percentOf } from "./percent.ts";
import {
  QUIET,
  type ReasonCode,
  reasonOf,
  STOP_LOSS,
  TAKE_PROFIT,
  TRAIL_DROP,
  TRAIL_RISE,
} from "./reason.ts";
import { reachedAt } from "./step.ts";

export const VERDICTS = ["entered", "left", "blocked", "waiting", "no-price"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** How an order ends that was decided, and of which no share traded. */
export const UNTRADED_ENDS = ["broker-refused", "denied", "ended-unfilled"] as const;
export type UntradedEnd = (typeof UNTRADED_ENDS)[number];

/** Why a symbol did or did not trade at its last price. */
export interface VerdictFacts {
  readonly verdict: Verdict;
  /**
   * The first gate that blocks, or what an order that was decided came to instead of a trade; on a
   * waiting symbol "re-anchored" after twenty sessions below.
   */
  readonly gate?: Gate | UntradedEnd | "re-anchored";
  /** What the trigger is about. */
  readonly reason?: ReasonCode;
  /** The nearest trigger, and what it is measured from. */
  readonly trigger?: Price;
  readonly reference?: Price;
  readonly last?: Price;
  /** What the order at work was decided at. */
  readonly price?: Price;
  /** How far the price is from the trigger, in basis points of the price, rounded up; 0 when reached. */
  readonly distanceBps?: number;
  /** When a cool-down ends. */
  readonly until?: Instant;
  /** Why an order came to nothing, in the words of who said so. */
  readonly said?: string;
}

/**
 * How far the price has to go to its trigger in percent of the price, four decimals, for showing;
 * negative by how far it went beyond. Undefined where no trigger is known.
 */
export function percentToTrigger(facts: VerdictFacts): number | undefined {
  const { distanceBps, last, trigger } = facts;
  if (distanceBps === undefined || last === undefined || trigger === undefined) return undefined;
  const away = percentOf(Math.abs(trigger - last), last);
  return away === undefined || away === 0 || 0 < distanceBps ? away : -away;
}

/** Asks the gates decide asks, in the same order, and changes nothing. */
export function verdictOf(book: Book, slot: number, at: Instant, inSession: boolean): VerdictFacts {
  if (book.high[slot] === 0)
    return book.automation === "no-real-prices"
      ? { verdict: "blocked", gate: "no-real-prices" }
      : { verdict: "no-price" };
  const when: Moment = { at, inSession };
  const price = book.last[slot]!;
  if (book.orderWorking[slot] !== QUIET) return workingFacts(book, slot);
  const reason = reachedAt(book, slot, price);
  const facts = distanceFacts(book, slot, reason === QUIET ? nearestReason(book, slot) : reason);
  const standing = standingGate(book, slot, when, reason);
  if (standing !== undefined)
    return {
      verdict: "blocked",
      gate: standing,
      ...(standing === "cool-down" ? { until: book.coolDownUntil[slot] as Instant } : {}),
      ...facts,
    };
  const isDue = reason !== QUIET;
  if (book.held[slot] === 0 && (isDue || price < book.bandFloor[slot]!)) {
    const gate = entryGate(book, slot, when);
    if (gate !== undefined) return { verdict: "blocked", gate, ...facts };
  }
  return book.reanchored[slot] === 1
    ? { verdict: "waiting", gate: "re-anchored", ...facts }
    : { verdict: "waiting", ...facts };
}

/** The worker's own order at work, by what it was decided on: the trail has moved on since. */
function workingFacts(book: Book, slot: number): VerdictFacts {
  const reason = book.orderWorking[slot]!;
  const price = book.decidedPrice[slot]!;
  return {
    verdict: reason === TRAIL_DROP ? "entered" : "left",
    reason: reasonOf(reason)!,
    last: book.last[slot] as Price,
    ...(price === 0
      ? {}
      : {
          price: price as Price,
          reference: book.decidedReference[slot] as Price,
          trigger: book.decidedTrigger[slot] as Price,
        }),
  };
}

/** The reason whose trigger is the smallest move away. */
function nearestReason(book: Book, slot: number): number {
  if (book.held[slot] === 0) return TRAIL_DROP;
  const price = book.last[slot]!;
  const rise = book.targetAt[slot]! <= book.leaveAt[slot]! ? TAKE_PROFIT : TRAIL_RISE;
  const up = Math.min(book.targetAt[slot]!, book.leaveAt[slot]!) - price;
  const down = book.stopAt[slot] === 0 ? Number.POSITIVE_INFINITY : price - book.stopAt[slot]!;
  return down < up ? STOP_LOSS : rise;
}

function distanceFacts(book: Book, slot: number, reason: number): Omit<VerdictFacts, "verdict"> {
  const last = book.last[slot] as Price;
  const isBelowBand = reason === TRAIL_DROP && last < book.bandFloor[slot]!;
  const trigger = isBelowBand ? (book.bandFloor[slot] as Price) : triggerOf(book, slot, reason);
  const isRise = isBelowBand || reason === TRAIL_RISE || reason === TAKE_PROFIT;
  return {
    reason: reasonOf(reason)!,
    trigger,
    reference: referenceOf(book, slot, reason),
    last,
    distanceBps: distanceBpsOf(last, trigger, isRise),
  };
}

/** How far a price is from the trigger it has to rise or to fall to; 0 when it is there or beyond. */
export function distanceBpsOf(last: Price, trigger: Price, isRise: boolean): number {
  const isReached = isRise ? trigger <= last : last <= trigger;
  return isReached ? 0 : mulDivCeil(Math.abs(trigger - last), BPS_PER_ONE, last);
}
