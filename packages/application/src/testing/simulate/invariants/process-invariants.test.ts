import { describeCases } from "./describe-cases.ts";
import {
  AT,
  account,
  accountId,
  audit,
  type Case,
  calls,
  commit,
  credentials,
  decision,
  fenced,
  keys,
  lease,
  order,
  position,
  rest,
} from "./judged-happenings.ts";
import type { processInvariants } from "./process-invariants.ts";

const OTHERS_ORDER = order({ accountId: "other", clientKey: "KEY2" });

const REFUSED = { status: "error", statusReason: "keys-refused" } as const;

/** What breaks each of them, and what comes as near to it as it may. */
const CASES: Readonly<Record<keyof typeof processInvariants, readonly Case[]>> = {
  I13: [
    {
      name: "a 201st call within a minute",
      sound: calls(201, "answered", 301),
      broken: calls(201, "answered", 299),
      says: "the broker was called 201 times a minute",
    },
    {
      name: "a call before the rest is over",
      sound: calls(2, "too-many", 90_000),
      broken: calls(2, "too-many", 89_999),
      says: "the broker was called before its rest was over",
    },
    {
      name: "refused keys a fourth time",
      sound: calls(3, "keys-refused", 1_000),
      broken: calls(4, "keys-refused", 1_000),
      says: "refused keys were tried 4 times an hour",
    },
  ],
  I14: [
    {
      name: "more than there may be",
      sound: [{ kind: "kept", at: AT, kept: { what: "notices", count: 10, most: 10 } }],
      broken: [{ kind: "kept", at: AT, kept: { what: "notices", count: 11, most: 10 } }],
      says: "11 notices are kept, 10 at most",
    },
    {
      name: "a word too long",
      sound: [commit(decision({ verdict: "blocked", said: "x".repeat(300) }))],
      broken: [commit(decision({ verdict: "blocked", said: "x".repeat(301) }))],
      says: "a decision says 301 characters",
    },
  ],
  I15: [
    {
      name: "a worker whose lease was taken",
      sound: [commit(lease(1)), commit(lease(2)), commit(fenced(2), order())],
      broken: [commit(lease(1)), commit(lease(2)), commit(fenced(1), order())],
      says: "KEY1 was written under epoch 1 of 2",
    },
    {
      name: "a worker that does not ask",
      sound: [commit(lease(1)), commit(order({ origin: "manual" }))],
      broken: [commit(lease(1)), commit(order())],
      says: "KEY1 was written without a lease",
    },
  ],
  I16: [
    {
      name: "orders of two accounts, one of them without a lease",
      sound: [commit(fenced(1), fenced(1, "other"), order(), OTHERS_ORDER)],
      broken: [commit(fenced(1), order(), OTHERS_ORDER)],
      says: `one transaction changed the books of ${accountId} and other`,
    },
    {
      name: "holdings with another account's order",
      sound: [commit(fenced(1), position()), commit(fenced(1, "other"), OTHERS_ORDER)],
      broken: [commit(fenced(1), fenced(1, "other"), position(), OTHERS_ORDER)],
      says: `one transaction changed the books of ${accountId} and other`,
    },
  ],
  I20: [
    {
      name: "an order that was told of twice",
      sound: [commit(order(), audit("order-placed")), commit(audit("order-denied"))],
      broken: [commit(order(), audit("order-placed")), commit(audit("order-placed"))],
      says: 'KEY1 has two lines "order-placed"',
    },
    {
      name: "an order nobody was told of",
      sound: [commit(order(), audit("order-placed")), rest()],
      broken: [commit(order()), rest()],
      says: "KEY1 is submitting, and the audit does not say so",
    },
  ],
  I29: [
    {
      name: "an account that is stopped for the keys of before",
      sound: [
        commit(account(REFUSED)),
        commit(account()),
        commit(credentials("OLD"), account(REFUSED)),
      ],
      broken: [commit(credentials("NEW"), account()), commit(account(REFUSED))],
      letsIn: (keys) => keys?.sealedApiKey === "NEW",
      says: "the account was stopped for keys that are on record no more",
    },
  ],
  I21: [
    {
      name: "another hash",
      sound: keys(2, () => ({ kind: "ran", at: AT, hash: "a" })),
      broken: keys(2, (hash) => ({ kind: "ran", at: AT, hash })),
      says: "the same plan ran as KEY0 and as KEY1",
    },
  ],
};

describeCases(CASES);
