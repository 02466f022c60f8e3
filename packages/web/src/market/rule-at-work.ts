import { explainVerdict } from "@sevenfold/domain/explain-verdict";
import { instant } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { triggerOnTick } from "@sevenfold/domain/reason";

/** The rule's fall from the high, in basis points. */
const FALL_BPS = 400;

export interface RuleAtWork {
  /** Of the hours shown, in dollars. */
  readonly high: number;
  /** The first price that would trade, as the sentence names it. */
  readonly trigger: number;
  /** As the product says it of a watched stock. */
  readonly sentence: string;
}

/** The 4% rule on the prices of the last hours, in dollars; undefined while there are none. */
export function ruleAtWork(
  spark: readonly number[],
  latest: number | null,
): RuleAtWork | undefined {
  if (latest === null || latest <= 0) return undefined;
  const high = unitsOf(Math.max(latest, ...spark));
  const last = unitsOf(latest);
  const trigger = Math.floor((high * (10_000 - FALL_BPS)) / 10_000);
  const isReached = last <= trigger;
  const facts = {
    reason: "trail-drop",
    last: price(last),
    reference: price(high),
    trigger: price(Math.max(1, trigger)),
  } as const;
  const sentence = isReached
    ? explainVerdict({ ...facts, verdict: "entered", price: facts.last }, instant(0))
    : explainVerdict(
        {
          ...facts,
          verdict: "waiting",
          distanceBps: Math.ceil(((last - trigger) * 10_000) / last),
        },
        instant(0),
      );
  const shown = triggerOnTick(facts.reason, facts.trigger);
  return { high: high / 10_000, trigger: shown / 10_000, sentence };
}

const unitsOf = (dollars: number): number => Math.max(1, Math.round(dollars * 10_000));
