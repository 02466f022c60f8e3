import { mulDivHalfEven, type Price, priceText, tickOf } from "./money.ts";

/** Why the worker traded. A reason's code in the columns is its place here, counted from 1. */
export const REASON_CODES = [
  "trail-drop",
  "trail-rise",
  "take-profit",
  "stop-loss",
  "resting-stop",
  "target-raised",
  "target-lowered",
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

export const QUIET = 0;
export const TRAIL_DROP = 1;
export const TRAIL_RISE = 2;
export const TAKE_PROFIT = 3;
export const STOP_LOSS = 4;
export const TARGET_RAISED = 6;
export const TARGET_LOWERED = 7;

export const reasonOf = (code: number): ReasonCode | undefined => REASON_CODES[code - 1];
/** The column code of a reason. */
export const codeOf = (reason: ReasonCode): number => REASON_CODES.indexOf(reason) + 1;

/** The numbers behind a decision. An Intent is one. */
export interface ReasonFacts {
  readonly reason: ReasonCode;
  readonly price: Price;
  readonly reference: Price;
  readonly trigger: Price;
}

/** "Bought because $118.20 is 4.1% below the high of $123.25 (trigger $118.32)." */
export function explainReason(facts: ReasonFacts): string {
  const isEntry = facts.reason === "trail-drop" || facts.reason === "target-raised";
  const verb = isEntry ? "Bought" : "Sold";
  return `${verb} because ${becauseOf(facts)}.`;
}

const BRIEF: Record<ReasonCode, string> = {
  "trail-drop": "Bought after the fall from the high of its trail.",
  "trail-rise": "Sold after the rise from the low of its trail.",
  "take-profit": "Sold because it gained the wanted profit on its average cost.",
  "stop-loss": "Sold because it lost the tolerated part of its average cost.",
  "resting-stop": "Sold by the stop that rested at the broker.",
  "target-raised": "Bought because the strategy wants to hold more.",
  "target-lowered": "Sold because the strategy wants to hold less.",
};

/** Why the worker traded, where the numbers behind it are not kept. */
export const explainReasonBriefly = (reason: ReasonCode): string => BRIEF[reason];

/** Reasons that are no price at all: the strategy's own, of which we know no more. */
const WISHES: Partial<Record<ReasonCode, string>> = {
  "target-raised": "the strategy wants to hold more",
  "target-lowered": "the strategy wants to hold less",
};

const REFERENCES: Partial<Record<ReasonCode, readonly [reference: string, trigger: string]>> = {
  "trail-drop": ["the high", "trigger"],
  "trail-rise": ["the low", "trigger"],
  "take-profit": ["the average cost", "take profit at"],
  "stop-loss": ["the average cost", "stop at"],
  "resting-stop": ["the average cost", "stop at"],
};

/** "$118.20 is 4.1% below the high of $123.25 (trigger $118.32)". */
export function becauseOf({ reason, price, reference, trigger }: ReasonFacts): string {
  const [from, at] = REFERENCES[reason] ?? [];
  if (from === undefined) return `${WISHES[reason]} at ${priceText(price)}`;
  const side = price < reference ? "below" : "above";
  const distance = percentOf(Math.abs(price - reference), reference);
  return (
    `${priceText(price)} is ${distance} ${side} ${from} of ${priceText(reference)} ` +
    `(${at} ${triggerText(reason, trigger)})`
  );
}

export const triggerText = (reason: ReasonCode | undefined, trigger: Price): string =>
  priceText(triggerOnTick(reason, trigger));

/** The price on the tick at which the reason begins to hold: a trigger itself may lie between ticks. */
export function triggerOnTick(reason: ReasonCode | undefined, trigger: Price): Price {
  const tick = tickOf(trigger);
  const isFall = reason === "trail-drop" || reason === "stop-loss";
  const ticks = isFall ? Math.floor(trigger / tick) : Math.ceil(trigger / tick);
  return (ticks * tick) as Price;
}

/** Parts of a whole as "4.1%", half-even. */
export function percentOf(part: number, whole: number): string {
  const tenths = mulDivHalfEven(part, 1_000, whole);
  return `${Math.floor(tenths / 10)}.${tenths % 10}%`;
}
