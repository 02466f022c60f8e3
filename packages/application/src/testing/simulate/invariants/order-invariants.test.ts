import type { Instant } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import type { StoredPosition } from "../../../ports/stores/position-store.ts";
import type { Happening } from "./account-history.ts";
import { describeCases } from "./describe-cases.ts";
import {
  AT,
  account,
  arrives,
  type Case,
  commit,
  commitAt,
  LATER,
  order,
  orders,
  position,
  rest,
  SETTINGS,
  sell,
} from "./judged-happenings.ts";
import type { orderInvariants } from "./order-invariants.ts";

/** At rest, but for the question which of two orders alike is ours. */
const asked: Happening = { kind: "at-rest", at: AT };
const COOL_DOWN_MS = 1_000 * SETTINGS.limits.coolDownSec;

/** A second entry so long after the first, by a clock that may be wrong. */
const entersAt = (sinceMs: number, { clockAheadMs = 0 } = {}) => {
  const at = (AT + sinceMs + clockAheadMs) as Instant;
  return commitAt(AT + sinceMs, order({ ...LATER, createdAt: at, updatedAt: at }));
};

/** What breaks each of them, and what comes as near to it as it may. */
const CASES: Readonly<Record<keyof typeof orderInvariants, readonly Case[]>> = {
  I1: [
    {
      name: "two orders at the broker for one key",
      sound: [commit(order()), arrives("order-1"), arrives("order-1")],
      broken: [commit(order()), arrives("order-1"), arrives("order-2")],
      says: "KEY1 is two orders at the broker, order-1 and order-2",
    },
    {
      name: "an order at the broker before it is on record",
      sound: [commit(order()), arrives("order-1")],
      broken: [arrives("order-1"), commit(order())],
      says: "KEY1 is at the broker and not on record",
    },
  ],
  I4: [
    {
      name: "two sells of the same shares",
      sound: [commit(position()), commit(sell())],
      broken: [
        commit(position()),
        commit(sell()),
        commit(sell({ clientKey: "KEY2", quantity: shares(1) })),
      ],
      says: "KEY2 makes 11 offered of 10 held",
    },
    {
      name: "a holding below nothing",
      sound: [commit(position({ quantity: shares(1) }))],
      broken: [commit(position({ quantity: -1 as StoredPosition["quantity"] }))],
      says: "AAPL is held short",
    },
  ],
  I10: [
    {
      name: "an ended order at work again",
      sound: [
        commit(order({ status: "rejected", reservedCash: money(0) })),
        commit(order({ status: "working" })),
      ],
      broken: [
        commit(order({ status: "canceled", reservedCash: money(0) })),
        commit(order({ status: "working" })),
      ],
      says: "KEY1 was canceled and is working",
    },
    {
      name: "time that goes back",
      sound: [commit(order()), commit(order({ status: "working" }))],
      broken: [commit(order()), commit(order({ updatedAt: (AT - 1) as Instant }))],
      says: "KEY1 was changed before it was",
    },
    {
      name: "a fill that is taken back",
      sound: [commit(order({ filled: shares(1) })), commit(order({ filled: shares(2) }))],
      broken: [commit(order({ filled: shares(2) })), commit(order({ filled: shares(1) }))],
      says: "KEY1 lost fills",
    },
    {
      name: "an automated order that never ends",
      sound: [commit(order({ origin: "manual" })), rest()],
      broken: [commit(order()), rest()],
      says: "KEY1 is still submitting",
    },
    {
      name: "an order to be canceled that never ends, unless a person has to say which one it is",
      sound: [commit(order({ status: "cancel-pending" })), asked],
      broken: [commit(order({ status: "cancel-pending", brokerOrderId: "order-1" })), asked],
      says: "KEY1 is still cancel-pending",
    },
  ],
  I11: [
    {
      name: "a second entry within the cool-down",
      sound: [commit(order()), entersAt(COOL_DOWN_MS)],
      broken: [commit(order()), entersAt(COOL_DOWN_MS - 1)],
      says: `KEY2 enters AAPL again after ${COOL_DOWN_MS - 1} ms`,
    },
    {
      name: "a second entry sooner than a clock may be ahead",
      sound: [commit(order()), entersAt(COOL_DOWN_MS - 15_000, { clockAheadMs: 15_000 })],
      broken: [commit(order()), entersAt(COOL_DOWN_MS - 15_001, { clockAheadMs: 20_000 })],
      says: `KEY2 enters AAPL again after ${COOL_DOWN_MS - 15_001} ms`,
    },
    {
      name: "a second entry by a clock that has stepped back",
      sound: [commit(order()), entersAt(COOL_DOWN_MS, { clockAheadMs: -3_600_000 })],
      broken: [commit(order()), entersAt(1_000, { clockAheadMs: -3_600_000 })],
      says: "KEY2 enters AAPL again after 1000 ms",
    },
  ],
  I22: [
    {
      name: "a 31st order within a minute",
      sound: orders(30),
      broken: orders(31),
      says: "KEY30 is the 31th order within a minute",
    },
    {
      name: "an entry of an account that is held back",
      sound: [
        commit(account({ reductions: [{ because: "too-many-orders-in-all", at: AT as Instant }] })),
        commit(order()),
      ],
      broken: [
        commit(account({ reductions: [{ because: "too-many-rejections", at: AT as Instant }] })),
        commit(order()),
      ],
      says: "KEY1 enters for an account held back for too-many-rejections",
    },
  ],
};

describeCases(CASES);
