import { money, shares } from "@sevenfold/domain/money";
import type { Account } from "../../../ports/stores/account.ts";
import { describeCases } from "./describe-cases.ts";
import {
  AAPL,
  account,
  bookedSplit,
  type Case,
  commit,
  order,
  position,
  SPLIT,
  sell,
  stop,
} from "./judged-happenings.ts";
import type { shareInvariants } from "./share-invariants.ts";

const SHORT_ELSEWHERE: NonNullable<Account["foreign"]> = {
  value: money(-5_000_000),
  unpriced: 0,
  holdings: [
    {
      symbol: "AAPL",
      kind: "short",
      quantity: "-5",
      value: money(-5_000_000),
      tie: { ticker: AAPL, as: "short" },
    },
  ],
  orders: [],
  holdingsInAll: 1,
  ordersInAll: 0,
};

/** What breaks each of them, and what comes as near to it as it may. */
const CASES: Readonly<Record<keyof typeof shareInvariants, readonly Case[]>> = {
  I26: [
    {
      name: "an exit at the price of other shares",
      happened: [SPLIT],
      sound: [
        commit(position()),
        commit(bookedSplit(), position({ quantity: shares(20) })),
        commit(sell()),
      ],
      broken: [commit(position()), commit(sell())],
      says: "KEY1 sells 10 AAPL, which was split and is not told",
    },
    {
      name: "a stop at a price of before",
      happened: [SPLIT],
      sound: [commit(position()), commit(sell({ origin: "manual" }))],
      broken: [commit(position()), commit(stop())],
      says: "KEY1 sells 10 AAPL, which was split and is not told",
    },
    {
      name: "more of what the books hold",
      happened: [SPLIT],
      sound: [commit(order())],
      broken: [commit(position()), commit(order())],
      says: "KEY1 buys 10 AAPL, which was split and is not told",
    },
    {
      name: "an exit while the broker has other shares, by their number",
      happened: [SPLIT],
      sharesThere: 20,
      // Trades elsewhere left as many as the books have: nothing can tell that it was split.
      sound: [commit(position({ quantity: shares(20) })), commit(sell())],
      broken: [commit(position()), commit(sell())],
      says: "KEY1 sells 10 AAPL, which was split and is not told",
    },
  ],
  I27: [
    {
      name: "an order of what is sold short elsewhere",
      sound: [
        commit(order({ clientKey: "KEY2" })),
        commit(account({ foreign: SHORT_ELSEWHERE })),
        commit(order({ clientKey: "KEY2", attempts: 2 })),
        commit(order({ attempts: 0, status: "denied", reservedCash: money(0) })),
      ],
      broken: [commit(account({ foreign: SHORT_ELSEWHERE })), commit(order())],
      says: "KEY1 buys AAPL, which is sold short elsewhere",
    },
  ],
  I28: [
    {
      name: "an order of what its exchange has halted",
      halted: AAPL,
      sound: [
        commit(position()),
        commit(stop()),
        commit(sell({ clientKey: "KEY2", origin: "manual" })),
        commit(sell({ clientKey: "KEY3", attempts: 0, status: "denied" })),
      ],
      broken: [commit(position()), commit(sell())],
      says: "KEY1 sells AAPL, which is halted by its exchange",
    },
  ],
};

describeCases(CASES);
