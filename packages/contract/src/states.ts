import { z } from "zod";
import { seconds } from "./counts.ts";
import { Timestamp } from "./decimal.ts";

const SECONDS_OF_A_DAY = 86_400;
const SYMBOLS_MAX = 10_000;

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
  "worth-unknown",
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
 * What the prices shown are. "live": they come in and are followed. "shown": they come in late or now
 * and then, and nothing is bought on them. "quiet": the market is closed.
 * "cached": the last ones known; nothing is traded on them.
 */
export const MarketDataStateView = z.object({
  state: z.enum(["live", "shown", "quiet", "cached"]),
  /** Why they are cached or only shown, in a sentence; null otherwise. */
  message: z.string().nullable(),
  /** When the market last said anything here; null when it never did. */
  last_news: Timestamp.nullable(),
  /** Who tells them; null where nobody does. */
  provider: z.string().nullable(),
  /** What is to be said beside them: "Trades on IEX only"; null where there is nothing. */
  provider_label: z.string().nullable(),
  /** How long after a trade the provider tells of it. */
  delayed_by_sec: seconds(SECONDS_OF_A_DAY),
  /** What the provider's plan serves less well than asked for; null where it serves all. */
  served_less: z
    .object({
      message: z.string(),
      polled: z.array(z.string()).max(SYMBOLS_MAX),
      unserved: z.array(z.string()).max(SYMBOLS_MAX),
      polled_every_sec: seconds(SECONDS_OF_A_DAY),
    })
    .nullable(),
  /** Symbols that two providers disagree about: nothing is bought in them by the rule. */
  disputed: z.array(z.string()).max(SYMBOLS_MAX),
  /** Symbols that their exchange halted: nothing is ordered in them by the rule, and no buy by hand. */
  halts: z
    .array(
      z.object({
        symbol: z.string(),
        /** Why, in the market's words. */
        because: z.string(),
        since: Timestamp,
        /** Trading goes on since then, and no new quote of both sides has come yet; null while it stands still. */
        resumed: Timestamp.nullable(),
      }),
    )
    .max(SYMBOLS_MAX),
  /** Why no halts are told, in a sentence; null where they are. */
  halts_unheard: z.string().nullable(),
});
export type MarketDataStateView = z.infer<typeof MarketDataStateView>;
