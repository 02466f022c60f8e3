import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import type { Instant } from "@sevenfold/domain/market";
import { type Price, shares } from "@sevenfold/domain/money";
import type { decisionInvariants } from "./decision-invariants.ts";
import { describeCases } from "./describe-cases.ts";
import {
  AT,
  account,
  type Case,
  commit,
  DAY,
  DOLLAR,
  decision,
  heard,
  lease,
  NIGHT,
  ofUser,
  order,
  position,
  SETTINGS,
  sell,
  settings,
  trail,
} from "./judged-happenings.ts";

/** What breaks each of them, and what comes as near to it as it may. */
const CASES: Readonly<Record<keyof typeof decisionInvariants, readonly Case[]>> = {
  I5: [
    {
      name: "more shares than an entry buys",
      sound: [commit(order({ quantity: shares(10) }))],
      broken: [commit(order({ quantity: shares(11) }))],
      says: "KEY1 buys 11, more than 10",
    },
    {
      name: "more shares than a position holds",
      sound: [commit(position({ quantity: shares(40) })), commit(order())],
      broken: [commit(position({ quantity: shares(41) })), commit(order())],
      says: "KEY1 makes 51 AAPL, more than 50",
    },
    {
      name: "a sale of more than an exit sells, but for a stop",
      sound: [
        commit(position({ quantity: shares(50) })),
        commit(sell({ quantity: shares(50), reason: "stop-loss" })),
      ],
      broken: [commit(position({ quantity: shares(50) })), commit(sell({ quantity: shares(11) }))],
      says: "KEY1 sells 11 of 50",
    },
    {
      name: "too large a share of equity",
      sound: [heard(250 * DOLLAR), commit(order())],
      broken: [heard(261 * DOLLAR), commit(order())],
      says: "KEY1 makes AAPL too large a share",
    },
    {
      name: "too large a share at a price that this worker heard, and not the one before it",
      sound: [commit(lease(1)), heard(261 * DOLLAR), commit(lease(2)), commit(order())],
      broken: [commit(lease(1)), commit(lease(2)), heard(261 * DOLLAR), commit(order())],
      says: "KEY1 makes AAPL too large a share",
    },
  ],
  I6: [
    {
      name: "an order of the night that is not allowed",
      calendar: NYSE_CALENDAR,
      sound: [
        commit(settings({ limits: { ...SETTINGS.limits, allowAfterHours: true } })),
        commit(order({ createdAt: NIGHT as Instant, limit: DOLLAR as Price, extendedHours: true })),
      ],
      broken: [
        commit(order({ createdAt: NIGHT as Instant, limit: DOLLAR as Price, extendedHours: true })),
      ],
      says: "KEY1 was made outside the session",
    },
    {
      name: "an order of the night without a limit",
      calendar: NYSE_CALENDAR,
      sound: [commit(order())],
      broken: [
        commit(settings({ limits: { ...SETTINGS.limits, allowAfterHours: true } })),
        commit(order({ createdAt: NIGHT as Instant })),
      ],
      says: "KEY1 was made outside the session",
    },
  ],
  I7: [
    {
      name: "an entry a ten-thousandth above its trigger",
      sound: [
        commit(settings({})),
        commit(decision({ price: 970_000 as Price, reference: 1_000_000 as Price })),
      ],
      broken: [
        commit(settings({})),
        commit(decision({ price: 970_001 as Price, reference: 1_000_000 as Price })),
      ],
      says: "AAPL was entered at 970001 of a high of 1000000",
    },
    {
      name: "an exit a ten-thousandth below its trigger",
      sound: [
        commit(settings({})),
        commit(
          decision({
            verdict: "left",
            reason: "trail-rise",
            price: 1_030_000 as Price,
            reference: 1_000_000 as Price,
          }),
        ),
      ],
      broken: [
        commit(settings({})),
        commit(
          decision({
            verdict: "left",
            reason: "trail-rise",
            price: 1_029_999 as Price,
            reference: 1_000_000 as Price,
          }),
        ),
      ],
      says: "AAPL was left at 1029999 of a low of 1000000",
    },
    {
      name: "a decision at no price",
      sound: [commit(decision({ verdict: "waiting" }))],
      broken: [commit(decision({ price: Number.NaN as Price }))],
      says: "AAPL was decided at NaN",
    },
    {
      name: "a last price above the high",
      sound: [commit(trail(DOLLAR, DOLLAR))],
      broken: [commit(trail(DOLLAR, DOLLAR + 1))],
      says: "AAPL is outside its own trail",
    },
  ],
  I8: [
    {
      name: "an entry at a price of half a minute ago",
      sound: [heard(DOLLAR, AT - 30_000), commit(order())],
      broken: [heard(DOLLAR, AT - 30_001), commit(order())],
      says: "KEY1 enters AAPL at a price of 30001 ms ago",
    },
    {
      name: "an entry at an old price by a clock that is ahead",
      sound: [heard(DOLLAR, AT - 30_000), commit(order({ createdAt: (AT + 60_000) as Instant }))],
      broken: [heard(DOLLAR, AT - 30_001), commit(order({ createdAt: (AT + 60_000) as Instant }))],
      says: "KEY1 enters AAPL at a price of 30001 ms ago",
    },
  ],
  I9: [
    {
      name: "an order while off",
      sound: [commit(settings({ automationEnabled: false })), commit(order({ origin: "manual" }))],
      broken: [commit(settings({ automationEnabled: false })), commit(order())],
      says: "KEY1 was sent while off",
    },
    {
      name: "an order of an account that is not active",
      sound: [commit(account()), commit(order())],
      broken: [commit(account({ status: "error" })), commit(order())],
      says: "KEY1 was sent while error",
    },
    {
      name: "an order by hand of an account that was let go of",
      sound: [commit(account({ status: "error" })), commit(order({ origin: "manual" }))],
      broken: [commit(account({ status: "disabled" })), commit(order({ origin: "manual" }))],
      says: "KEY1 was sent while disabled",
    },
    {
      name: "an entry after the trial",
      sound: [
        commit(ofUser({ subscriptionStatus: "trial_expired" })),
        commit(position()),
        commit(sell()),
      ],
      broken: [commit(ofUser({ subscriptionStatus: "trial_expired" })), commit(order())],
      says: "KEY1 enters without a subscription",
    },
    {
      name: "an entry on a halted day",
      calendar: NYSE_CALENDAR,
      sound: [commit(account({ haltedDay: "2026-03-10" as typeof DAY })), commit(order())],
      broken: [commit(account({ haltedDay: DAY })), commit(order())],
      says: "KEY1 enters on a halted day",
    },
  ],
  I18: [
    {
      name: "what the oracle missed",
      sound: [heard(DOLLAR)],
      broken: [{ kind: "missed", at: AT, words: "AAPL was wanted and not sent" }],
      says: "AAPL was wanted and not sent",
    },
  ],
};

describeCases(CASES);
