import { type Price, shares } from "@sevenfold/domain/money";
import { describeCases } from "./describe-cases.ts";
import {
  AT,
  type Case,
  commit,
  commitAt,
  DOLLAR,
  LATER,
  position,
  sell,
  settings,
  stop,
} from "./judged-happenings.ts";
import type { stopInvariants } from "./stop-invariants.ts";

/** What breaks each of them, and what comes as near to it as it may. */
const CASES: Readonly<Record<keyof typeof stopInvariants, readonly Case[]>> = {
  I24: [
    {
      name: "a stop beside another order of its symbol",
      sound: [
        commit(position()),
        commit(sell({ quantity: shares(4), status: "canceled" })),
        commit(stop(LATER)),
      ],
      broken: [commit(position()), commit(sell({ quantity: shares(4) })), commit(stop(LATER))],
      says: "KEY2 rests beside KEY1, which is submitting",
    },
    {
      name: "a stop for other shares than are held",
      sound: [commit(position()), commit(stop())],
      broken: [commit(position()), commit(stop({ quantity: shares(9) }))],
      says: "KEY1 stops 9 of 10 held",
    },
    {
      name: "a stop that is sent again for fewer shares than were bought since",
      sound: [commit(position()), commit(stop()), commit(stop({ attempts: 2 }))],
      broken: [
        commit(position()),
        commit(stop()),
        commit(position({ quantity: shares(12) })),
        commit(stop({ attempts: 2 })),
      ],
      says: "KEY1 stops 10 of 12 held",
    },
    {
      name: "a stop that does not rest",
      sound: [commit(position()), commit(stop())],
      broken: [commit(position()), commit(stop({ limit: (80 * DOLLAR) as Price }))],
      says: "KEY1 is not a stop that rests",
    },
    {
      name: "a stop for another reason",
      sound: [commit(position()), commit(stop())],
      broken: [commit(position()), commit(stop({ reason: "stop-loss" }))],
      says: "KEY1 is for stop-loss",
    },
  ],
  I25: [
    {
      name: "a stop that nobody wants",
      sound: [commit(settings({ stopAtBroker: true })), commit(stop())],
      broken: [commit(settings({ stopAtBroker: false })), commit(stop())],
      says: "KEY1 was placed and not wanted",
    },
    {
      name: "a stop hard upon another",
      sound: [
        commit(settings({ stopAtBroker: true })),
        commit(stop({ status: "canceled" })),
        // Told of late.
        commitAt(AT + 2_000, stop({ status: "canceled", filled: shares(1) })),
        commitAt(AT + 5_000, stop({ clientKey: "KEY2" })),
      ],
      broken: [
        commit(settings({ stopAtBroker: true })),
        commit(stop({ status: "canceled" })),
        commitAt(AT + 4_999, stop({ clientKey: "KEY2" })),
      ],
      says: "KEY2 was placed 4999 ms after the one before",
    },
  ],
};

describeCases(CASES);
