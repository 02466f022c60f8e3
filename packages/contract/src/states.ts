import { z } from "zod";
import { Timestamp } from "./decimal.ts";

/** What keeps an account from being traded as its user has set it, the most thorough first. */
export const ACCOUNT_STATES = [
  "paused",
  "error",
  "needs-authorisation",
  "pending",
  "worker-offline",
  "broker-disconnected",
  "halted",
  "limit-orders-only",
  "reduced",
  "plan-over",
  "daily-loss",
  "active",
] as const;
export type AccountStateName = (typeof ACCOUNT_STATES)[number];

const StateWords = z.object({
  state: z.enum(ACCOUNT_STATES),
  /** In a word or three: "Paused". */
  label: z.string(),
  /** Why, what it means and what to do, in sentences; null where all is well. */
  message: z.string().nullable(),
});

/** What an account is: the same wherever it is shown. */
export const AccountStateView = StateWords.extend({
  /** Everything that keeps it from trading, the first of which is the state itself. */
  reasons: z.array(StateWords).max(ACCOUNT_STATES.length),
});
export type AccountStateView = z.infer<typeof AccountStateView>;

/**
 * What the prices shown are. "live": they come in and are followed. "quiet": the market is closed.
 * "cached": the last ones known; nothing is traded on them.
 */
export const MarketDataStateView = z.object({
  state: z.enum(["live", "quiet", "cached"]),
  /** Why they are cached, in a sentence; null otherwise. */
  message: z.string().nullable(),
  /** When the market last said anything here; null when it never did. */
  last_news: Timestamp.nullable(),
});
export type MarketDataStateView = z.infer<typeof MarketDataStateView>;
