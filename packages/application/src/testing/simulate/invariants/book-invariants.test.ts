import type { Instant } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import type { bookInvariants } from "./book-invariants.ts";
import { describeCases } from "./describe-cases.ts";
import {
  ACCOUNT,
  AT,
  account,
  accountId,
  bookedDeposit,
  type Case,
  commit,
  DAY,
  DEPOSIT,
  DOLLAR,
  fill,
  HELD,
  order,
  position,
  rest,
  sells,
} from "./judged-happenings.ts";

/** What breaks each of them, and what comes as near to it as it may. */
const CASES: Readonly<Record<keyof typeof bookInvariants, readonly Case[]>> = {
  I2: [
    {
      name: "an execution booked twice",
      sound: [commit(fill()), commit(fill({ executionId: "execution-2" }))],
      broken: [commit(fill()), commit(fill())],
      says: "execution-1 is booked twice",
    },
    {
      name: "an execution never booked",
      sound: [commit(fill()), rest({ executions: [{ executionId: "execution-1" }] })],
      broken: [rest({ executions: [{ executionId: "execution-1" }] })],
      says: "execution-1 is not booked",
    },
    {
      name: "a share more there",
      sound: [commit(position()), rest(HELD)],
      broken: [commit(position({ quantity: shares(9) })), rest(HELD)],
      says: "9 AAPL are held here, 10 there",
    },
    {
      name: "a cost that differs by more than a ten-thousandth a share",
      sound: [commit(position({ costBasis: money(1_000 * DOLLAR + 10) })), rest(HELD)],
      broken: [commit(position({ costBasis: money(1_000 * DOLLAR + 11) })), rest(HELD)],
      says: "AAPL cost 11 more or less there",
    },
    {
      name: "a cent",
      sound: [rest({ cash: ACCOUNT.cash + 99 })],
      broken: [rest({ cash: ACCOUNT.cash + 100 })],
      says: `cash is ${ACCOUNT.cash} here, ${ACCOUNT.cash + 100} there`,
    },
  ],
  I3: [
    {
      name: "a reservation into the cash reserve",
      sound: [commit(order({ reservedCash: money(19_000 * DOLLAR) }))],
      broken: [commit(order({ reservedCash: money(19_000 * DOLLAR + 1) }))],
      says: "KEY1 leaves 9999999 of 10000000 to be kept",
    },
    {
      name: "cash below zero",
      sound: [commit(account({ cash: money(0) }))],
      broken: [commit(account({ cash: money(-1) }))],
      says: "cash is -1",
    },
    {
      name: "more cash spent than came in at the broker and is not told",
      happened: [DEPOSIT],
      sound: [commit(account({ cash: money(-7) }))],
      broken: [commit(account({ cash: money(-8) }))],
      says: "cash is -8",
    },
    {
      name: "more cash spent than a purchase that was taken back and is not told",
      happened: [{ kind: "bust", id: "bust-1", at: AT as Instant, executionId: "execution-1" }],
      sound: [commit(fill({ fee: money(7) }), account({ cash: money(-1_000 * DOLLAR - 7) }))],
      broken: [commit(fill({ fee: money(7) }), account({ cash: money(-1_000 * DOLLAR - 8) }))],
      says: "cash is -10000008",
    },
    {
      name: "cash of a purchase that was taken back before anybody had it",
      happened: [{ kind: "bust", id: "bust-1", at: AT as Instant, executionId: "execution-2" }],
      sound: [commit(fill(), account({ cash: money(0) }))],
      broken: [commit(fill(), account({ cash: money(-1) }))],
      says: "cash is -1",
    },
    {
      name: "more cash spent than a sale brings that is not told",
      sound: [sells(), commit(account({ cash: money(-1_000 * DOLLAR) }))],
      broken: [sells(), commit(account({ cash: money(-1_000 * DOLLAR - 1) }))],
      says: `cash is ${-1_000 * DOLLAR - 1}`,
    },
    {
      name: "cash of a sale that is in the books already",
      sound: [sells(), commit(fill({ side: "sell" }), account({ cash: money(0) }))],
      broken: [sells(), commit(fill({ side: "sell" }), account({ cash: money(-1) }))],
      says: "cash is -1",
    },
    {
      name: "cash of a sale that was taken back before anybody had it",
      happened: [{ kind: "bust", id: "bust-1", at: AT as Instant, executionId: "execution-1" }],
      sound: [sells(), commit(account({ cash: money(0) }))],
      broken: [sells(), commit(account({ cash: money(-1) }))],
      says: "cash is -1",
    },
    {
      name: "cash spent that is in the books already",
      happened: [DEPOSIT],
      sound: [
        commit(account({ cash: money(-7) })),
        commit(bookedDeposit(), account({ cash: money(0) })),
      ],
      broken: [commit(bookedDeposit(), account({ cash: money(-7) }))],
      says: "cash is -7",
    },
  ],
  I12: [
    {
      name: "a fill without the cash it cost",
      sound: [commit(fill(), order(), position(), account())],
      broken: [commit(fill(), order(), position())],
      says: "a fill was committed without accounts",
    },
    {
      name: "an ended order that keeps cash aside",
      sound: [commit(order({ status: "canceled", reservedCash: money(0) }))],
      broken: [commit(order({ status: "canceled" }))],
      says: `KEY1 has ended and keeps ${1_030 * DOLLAR}`,
    },
  ],
  I19: [
    {
      name: "a baseline that moves by itself",
      sound: [
        commit(account({ baseline: money(100), baselineDay: DAY })),
        commit(
          {
            table: "capital",
            of: accountId,
            row: { accountId, cause: "a", at: AT as Instant, amount: money(5) },
          },
          account({ baseline: money(105), baselineDay: DAY }),
        ),
      ],
      broken: [
        commit(account({ baseline: money(100), baselineDay: DAY })),
        commit(account({ baseline: money(105), baselineDay: DAY })),
      ],
      says: "the baseline is 105, not 100",
    },
  ],
};

describeCases(CASES);
