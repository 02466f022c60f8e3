import type { ChoiceRow } from "./setting-row.ts";

/** Which of the three rules. */
export const MODE_SETTING = {
  name: "strategyMode",
  unit: "choice",
  choices: [
    {
      value: "TRAILING",
      words: "Trailing",
      title: "Trailing",
      hint: "Trails price lows: sells once the price has risen from the lowest it saw.",
    },
    {
      value: "SIMPLE",
      words: "Simple",
      title: "Simple 4% rule",
      hint: "A fixed 4% profit from entry, or the percentage you set.",
    },
    {
      value: "HYBRID",
      words: "Hybrid",
      title: "Hybrid",
      hint: "Multiple exits plus stop-loss, and an entry band in place of a single drop.",
    },
  ],
  default: "TRAILING",
  refusal: "Please select a strategy",
  words: "Strategy",
  measure: "`TRAILING`, `SIMPLE`, `HYBRID`",
  field: { card: "strategy", place: 1, label: "How the agent buys and sells" },
  flag: { name: "mode", value: "mode", words: "strategy" },
  axis: { name: "mode" },
} as const satisfies ChoiceRow;

/** What a recognised bar pattern means for an entry. */
export const PATTERN_SETTING = {
  name: "patternConfirmation",
  unit: "choice",
  choices: [
    {
      value: "off",
      words: "Off",
      title: "Off",
      hint: "Patterns are neither shown nor asked for.",
    },
    {
      value: "annotate",
      words: "Annotate",
      title: "Annotate",
      hint: "Shown on charts and beside decisions.",
    },
    {
      value: "require",
      words: "Require",
      title: "Require",
      hint: "An entry waits until one confirms it.",
    },
  ],
  default: "annotate",
  words: "Pattern confirmation",
  measure: "`off`, `annotate`, `require`",
  field: {
    card: "pattern",
    place: 1,
    label:
      "Hammers, engulfings, double bottoms and their like: descriptions of bars, not predictions",
  },
  flag: {
    name: "pattern-confirmation",
    value: "rule",
    words: "bar patterns: not asked for, named beside decisions, or waited for by entries",
    default: "off",
  },
} as const satisfies ChoiceRow;
