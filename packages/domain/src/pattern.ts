import type { Candle, CandleRule } from "./candle.ts";
import {
  isBullishEngulfing,
  isGapAndReclaim,
  isHammer,
  isInsideBarBreak,
  isMorningStar,
  RECLAIM_BARS,
} from "./candle-pattern.ts";
import { DOUBLE_BOTTOM_BARS, isDoubleBottom } from "./double-bottom.ts";
import { invariant } from "./invariant.ts";
import { MINUTE_MS } from "./market.ts";

/** The classic bar patterns we recognise, all of them upward. They describe; they predict nothing. */
export const PATTERN_NAMES = [
  "hammer",
  "bullish-engulfing",
  "morning-star",
  "double-bottom",
  "inside-bar-break",
  "gap-and-reclaim",
] as const;
export type PatternName = (typeof PATTERN_NAMES)[number];

interface Rule {
  readonly isAt: CandleRule;
  /** Bars it looks at, the one in question included. With fewer it is not asked. */
  readonly bars: number;
}

/** Each rule in words and numbers: docs/strategy.md, Patterns. */
// prettier-ignore
const RULES: Record<PatternName, Rule> = {
  hammer: { isAt: isHammer, bars: 5 },
  "bullish-engulfing": { isAt: isBullishEngulfing, bars: 5 },
  "morning-star": { isAt: isMorningStar, bars: 6 },
  "double-bottom": { isAt: isDoubleBottom, bars: DOUBLE_BOTTOM_BARS },
  "inside-bar-break": { isAt: isInsideBarBreak, bars: 3 },
  "gap-and-reclaim": { isAt: isGapAndReclaim, bars: RECLAIM_BARS + 1 },
};

/** No pattern looks further back: so many last bars are enough to keep. */
export const PATTERN_BARS_MAX = Math.max(...PATTERN_NAMES.map((name) => RULES[name].bars));

/** A pattern of a minute bar is news for so long after the bar; one of a daily bar, for a session. */
export const MINUTE_PATTERN_STANDS_MS = 5 * MINUTE_MS;

/**
 * The patterns that the bar at `index` completes, in the order of `PATTERN_NAMES`.
 * Bars are oldest first, all of one interval and one symbol; those after `index` are not looked at.
 */
export function patternsAt(bars: readonly Candle[], index: number): readonly PatternName[] {
  invariant(
    Number.isSafeInteger(index) && 0 <= index && index < bars.length,
    `there is no bar ${index} among ${bars.length}`,
  );
  return PATTERN_NAMES.filter((name) => {
    const { isAt, bars: needed } = RULES[name];
    return needed <= index + 1 && isAt(bars, index);
  });
}

const LABELS: Record<PatternName, string> = {
  hammer: "Hammer",
  "bullish-engulfing": "Bullish engulfing",
  "morning-star": "Morning star",
  "double-bottom": "Double bottom",
  "inside-bar-break": "Inside-bar break",
  "gap-and-reclaim": "Gap and reclaim",
};

/** What a trader reads: "Morning star". */
export const patternLabel = (name: PatternName): string => LABELS[name];
