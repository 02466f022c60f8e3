import type { DemoRefusal } from "@sevenfold/application/people/demo/sign-in-as-demo";
import type { Refusal } from "@sevenfold/application/trading/safeguards/refusal";
import type { SaleRefusal } from "@sevenfold/application/trading/sales/sell-all";
import type { ChoiceRefusal } from "@sevenfold/application/trading/settings/automated-symbols";
import type { WatchlistRefusal } from "@sevenfold/application/trading/settings/change-watchlist";
import type { HandOverRefusal } from "@sevenfold/application/trading/settings/manage-holding";
import type { PreviewRefusal } from "@sevenfold/application/views/preview-settings";
import { ENTRY_RANGE_INVALID } from "@sevenfold/contract/settings";
import type { GoalRefusal } from "@sevenfold/domain/goal";
import { dollarsText } from "@sevenfold/domain/money";
import type { StrategyRefusal } from "@sevenfold/domain/strategy-changes";

import type { WordsFor } from "../refusals.ts";

type Chosen =
  | DemoRefusal
  | WatchlistRefusal
  | StrategyRefusal
  | GoalRefusal
  | ChoiceRefusal
  | PreviewRefusal
  | SaleRefusal
  | HandOverRefusal;

/** What is said of what a user chose: symbols, rules, goal, a holding. */
export const CHOICE_WORDS: WordsFor<Exclude<Chosen["kind"], Refusal["kind"] | "another-account">> =
  {
    "too-many-demo-accounts": ({ max }) => [
      "The demo is full",
      `All ${max} demo accounts are in use. Please try again later.`,
    ],
    "watchlist-full": ({ max }) => ["The watchlist is full", `It holds ${max} symbols at most.`],
    "entry-range-invalid": () => ["The request is not valid", ENTRY_RANGE_INVALID],
    "goal-not-above-start": ({ start }) => [
      "The request is not valid",
      `Goal must be above the start, ${dollarsText(start)}.`,
    ],
    "goal-too-large": ({ limit }) => [
      "The request is not valid",
      `Goal must be at most ${dollarsText(limit)}.`,
    ],
    "too-many-symbols": ({ max }) => [
      "Too many symbols",
      `Your plan lets the agent trade ${max} symbols. Choose fewer, or upgrade.`,
    ],
    "last-chosen": ({ ticker }) => [
      "The agent enters only this one",
      `${ticker} is the last of the stocks you chose for the agent, which would enter all you watch without it. Choose others in the settings first.`,
    ],
    "not-watched": ({ ticker }) => [
      "Not on your watchlist",
      `Add ${ticker} to the watchlist before you choose it.`,
    ],
    "no-bars": () => [
      "Nothing to look back on",
      "There are no daily prices of your symbols yet. Add symbols, or try again in a minute.",
    ],
    "preview-busy": () => [
      "Still at work",
      "Other previews are being made. Please try again in a few seconds.",
    ],
    "nothing-to-sell": () => ["No positions to clear", "No positions to clear"],
    "position-not-found": ({ ticker }) => ["No such position", `${ticker} is not held.`],
  };
