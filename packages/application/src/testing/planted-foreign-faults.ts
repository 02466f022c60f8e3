import { instant, type Ticker } from "@sevenfold/domain/market";
import { NO_MONEY, shares } from "@sevenfold/domain/money";

import type { Broker, OrderReport } from "../ports/broker.ts";
import { type ForeignThings, NOTHING_FOREIGN } from "../ports/foreign.ts";
import { listingExecutions, type Plant, type PlantedFault } from "./planted-fault.ts";

const changing =
  (change: (things: ForeignThings) => ForeignThings): Plant =>
  ({ foreign }) => ({ foreign: async (since) => change(await foreign(since)) });

const isAnyThere = async ({ foreign }: Broker): Promise<boolean> =>
  0 < (await foreign(0 as never)).holdings.length;

/** Reads that give up where something foreign stands in them. */
const refusing =
  <Call extends "account" | "positions" | "ordersSince">(call: Call): Plant =>
  (broker) => ({
    [call]: async (...asked: unknown[]) => {
      if (await isAnyThere(broker)) throw new Error("one row has another shape");
      return (broker[call] as (...given: unknown[]) => unknown)(...asked);
    },
  });

/** Faults in telling what is ours to trade from what is not. */
export const FOREIGN_FAULTS: readonly PlantedFault[] = [
  [
    "leaves what is foreign out everywhere",
    () => ({ foreign: async () => NOTHING_FOREIGN }),
    ["foreign/holdings-told", "foreign/orders-told", "foreign/ties-told", "foreign/worth-unknown"],
  ],
  [
    "takes an unknown worth for none",
    changing(({ holdings, orders }) => ({
      holdings: holdings.map((each) => ({ ...each, value: each.value ?? NO_MONEY })),
      orders,
    })),
    ["foreign/worth-unknown", "foreign/holdings-told"],
  ],
  [
    "counts what is owed as if it were owned",
    changing(({ holdings, orders }) => ({
      holdings: holdings.map(({ value, ...each }) => ({
        ...each,
        ...(value === undefined ? {} : { value: Math.abs(value) as typeof value }),
      })),
      orders,
    })),
    ["foreign/holdings-told"],
  ],
  [
    "does not say what a short sale is about",
    changing(({ holdings, orders }) => ({
      holdings: holdings.map(({ tie: _, ...each }) => each),
      orders,
    })),
    ["foreign/ties-told"],
  ],
  [
    "shows an order as open for ever",
    changing(({ holdings, orders }) => ({
      holdings,
      orders: orders.map((order) => ({ ...order, isOpen: !order.isOpen })),
    })),
    ["foreign/orders-told"],
  ],
  [
    "always shows something foreign",
    changing(({ holdings, orders }) => ({
      holdings: [...holdings, { symbol: "CASH", kind: "other", quantity: "1" }],
      orders,
    })),
    ["foreign/none", "foreign/holdings-told"],
  ],
  [
    "calls its own shares foreign",
    ({ foreign, positions }) => ({
      async foreign(since) {
        const { holdings, orders } = await foreign(since);
        const own = (await positions()).map(({ quantity, ticker }) => ({
          symbol: ticker,
          kind: "other" as const,
          quantity: String(quantity),
        }));
        return { holdings: [...holdings, ...own], orders };
      },
    }),
    ["foreign/shares-are-not"],
  ],
  ["gives the account up over a short sale", refusing("account"), ["foreign/account-is-read"]],
  ["gives positions up over a short sale", refusing("positions"), ["foreign/positions-apart"]],
  ["gives orders up over one of several legs", refusing("ordersSince"), ["foreign/orders-apart"]],
  [
    "takes a short sale for a position",
    ({ foreign, positions }) => ({
      async positions() {
        const { holdings } = await foreign(0 as never);
        const sold = holdings.flatMap(({ tie }) =>
          tie?.as === "short"
            ? {
                ticker: tie.ticker,
                quantity: shares(5),
                costBasis: NO_MONEY,
                fractionBillionths: 0,
              }
            : [],
        );
        return [...(await positions()), ...sold];
      },
    }),
    ["foreign/positions-apart"],
  ],
  [
    "takes a foreign order for one of shares",
    ({ foreign, ordersSince }) => ({
      async ordersSince(since) {
        const { orders } = await foreign(since);
        return [...(await ordersSince(since)), ...orders.map(asIfOfShares)];
      },
    }),
    ["foreign/orders-apart"],
  ],
  [
    "books what was traded of something foreign",
    listingExecutions((executions) =>
      executions.flatMap((each) => [
        each,
        { ...each, executionId: `${each.executionId}-coin`, brokerOrderId: "coin" },
      ]),
    ),
    ["foreign/executions-apart"],
  ],
  [
    "sends nothing beside what is foreign",
    (broker) => ({
      submit: async (order) =>
        (await isAnyThere(broker))
          ? { kind: "not-sent", message: "The account is unusual." }
          : broker.submit(order),
    }),
    ["foreign/trading-goes-on"],
  ],
  [
    "drops an order it cannot read",
    ({ ordersSince }) => ({ ordersSince: (since) => ordersSince(since).catch(() => []) }),
    ["foreign/own-unreadable"],
  ],
];

const asIfOfShares = ({
  brokerOrderId,
  submittedAt = instant(0),
}: ForeignThings["orders"][number]): OrderReport => ({
  brokerOrderId,
  ticker: "AAPL" as Ticker,
  side: "buy",
  quantity: shares(1),
  extendedHours: false,
  state: "working",
  filled: shares(0),
  submittedAt,
});
