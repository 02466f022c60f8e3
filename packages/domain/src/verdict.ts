import type { Book } from "./book.ts";
import { referenceOf, triggerOf } from "./decide.ts";
import { entryGate, GATES, type Gate, type Moment, standingGate } from "./gate.ts";
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

/** What a symbol came to, without the numbers behind it. Two that say the same are the same object. */
export type Outcome = Pick<VerdictFacts, "verdict" | "gate">;

const NO_PRICE: Outcome = { verdict: "no-price" };
const ENTERED: Outcome = { verdict: "entered" };
const LEFT: Outcome = { verdict: "left" };
const WAITING: Outcome = { verdict: "waiting" };
const REANCHORED: Outcome = { verdict: "waiting", gate: "re-anchored" };
const BLOCKED = Object.fromEntries(
  GATES.map((gate): [Gate, Outcome] => [gate, { verdict: "blocked", gate }]),
) as Readonly<Record<Gate, Outcome>>;

/** Asks the gates decide asks, in the same order, and changes nothing; builds no object. */
export function outcomeOf(book: Book, slot: number, when: Moment): Outcome {
  if (book.high[slot] === 0)
    return book.automation === "no-real-prices" ? BLOCKED["no-real-prices"] : NO_PRICE;
  const working = book.orderWorking[slot]!;
  if (working !== QUIET) return working === TRAIL_DROP ? ENTERED : LEFT;
  const price = book.last[slot]!;
  const reason = reachedAt(book, slot, price);
  const standing = standingGate(book, slot, when, reason);
  if (standing !== undefined) return BLOCKED[standing];
  const isDue = reason !== QUIET;
  if (book.held[slot] === 0 && (isDue || price < book.bandFloor[slot]!)) {
    const gate = entryGate(book, slot, when);
    if (gate !== undefined) return BLOCKED[gate];
  }
  return book.reanchored[slot] === 1 ? REANCHORED : WAITING;
}

/** The outcome with the numbers behind it. Made at once, not put together: it is asked of every symbol. */
export function verdictOf(book: Book, slot: number, at: Instant, inSession: boolean): VerdictFacts {
  const outcome = outcomeOf(book, slot, { at, inSession });
  if (book.high[slot] === 0) return outcome;
  const { gate, verdict } = outcome;
  if (book.orderWorking[slot] !== QUIET) return workingFacts(book, slot, verdict);
  const { distanceBps, last, reason, reference, trigger } = distanceFacts(book, slot);
  // Below the smallest price there is stands none: no fall is waited for.
  if (trigger === 0) return { ...outcome, reason, reference, last };
  if (gate === undefined) return { verdict, reason, trigger, reference, last, distanceBps };
  if (gate !== "cool-down") return { verdict, gate, reason, trigger, reference, last, distanceBps };
  const until = book.coolDownUntil[slot] as Instant;
  return { verdict, gate, until, reason, trigger, reference, last, distanceBps };
}

/** The worker's own order at work, by what it was decided on: the trail has moved on since. */
function workingFacts(book: Book, slot: number, verdict: Verdict): VerdictFacts {
  const reason = reasonOf(book.orderWorking[slot]!)!;
  const last = book.last[slot] as Price;
  const price = book.decidedPrice[slot]!;
  if (price === 0) return { verdict, reason, last };
  return {
    verdict,
    reason,
    last,
    price: price as Price,
    reference: book.decidedReference[slot] as Price,
    trigger: book.decidedTrigger[slot] as Price,
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

function distanceFacts(book: Book, slot: number) {
  const last = book.last[slot] as Price;
  const reached = reachedAt(book, slot, last);
  const reason = reached === QUIET ? nearestReason(book, slot) : reached;
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
