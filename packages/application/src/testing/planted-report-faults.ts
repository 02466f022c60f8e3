import { instant, type Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";

import type { BrokerAccountReport, BrokerNotice, OrderReport } from "../ports/broker.ts";
import {
  accounting,
  holding,
  listingExecutions,
  listingOrders,
  type PlantedFault,
  telling,
} from "./planted-fault.ts";

let reads = 0;
const DAY_MS = 86_400_000;

/** Faults in what is told of the account, of lists and by notices. */
export const REPORT_FAULTS: readonly PlantedFault[] = [
  [
    "counts no positions into the equity",
    accounting((report) => ({ ...report, equity: report.cash })),
    ["account/equity-has-positions"],
  ],
  [
    "counts borrowed money into the buying power",
    accounting((report) => ({ ...report, buyingPower: money(report.cash * 2) })),
    ["account/buying-power", "account/fresh"],
  ],
  [
    "numbers the account anew each time",
    accounting((report) => {
      reads += 1;
      return { ...report, accountNumber: `${report.accountNumber}-${reads}` };
    }),
    ["account/number"],
  ],
  [
    "lets every account trade",
    accounting(({ restriction: _, ...report }) => ({ ...report, canTrade: true })),
    ["suspended/told"],
  ],
  [
    "shows the account it saw last when it sees none",
    ({ account }) => {
      let last: BrokerAccountReport | undefined;
      return {
        async account() {
          last = await account().catch((error: unknown) => {
            if (last) return last;
            throw error;
          });
          return last;
        },
      };
    },
    ["keys/revoked"],
  ],
  [
    "shows a position that is not there",
    holding((positions) => [
      ...positions,
      {
        ticker: "GME" as Ticker,
        quantity: shares(1),
        costBasis: money(10_000),
        fractionBillionths: 0,
      },
    ]),
    ["position/none", "position/sold-out"],
  ],
  [
    "overlooks small positions",
    holding((positions) => positions.filter(({ quantity }) => 5 <= quantity)),
    ["position/several", "position/part-fills-held"],
  ],
  [
    "gives the cost of one share for the cost of all",
    holding((positions) =>
      positions.map((each) => ({
        ...each,
        costBasis: money(Math.round(each.costBasis / each.quantity)),
      })),
    ),
    ["position/bought", "position/sold-in-part"],
  ],
  [
    "counts a cent more at every reading",
    holding((positions) => {
      reads += 1;
      return positions.map((each) => ({ ...each, costBasis: money(each.costBasis + reads) }));
    }),
    ["restart/same-account"],
  ],
  [
    "lists all orders there ever were",
    ({ ordersSince }) => ({ ordersSince: () => ordersSince(instant(0)) }),
    ["list/orders-since"],
  ],
  [
    "lists orders as they were sent",
    listingOrders((orders) =>
      orders.map((order) => ({ ...order, state: "working", filled: shares(0) })),
    ),
    ["list/order-ended-later", "list/every-state"],
  ],
  [
    "lists its own orders only",
    listingOrders((orders) => orders.filter(({ clientKey }) => clientKey !== undefined)),
    ["list/other-hands"],
  ],
  [
    "finds its own orders only",
    ({ find }) => ({
      find: async (order) => (order.origin === "external" ? undefined : find(order)),
    }),
    ["list/other-hands-found"],
  ],
  [
    "lists an order that nobody sent",
    listingOrders((orders) => [...orders, MADE_UP]),
    ["list/empty"],
  ],
  [
    "tells negative fees",
    listingExecutions((all) => all.map((each) => ({ ...each, fee: money(-1) }))),
    ["fill/fee-not-negative"],
  ],
  [
    "lists one execution of each order",
    listingExecutions((all) =>
      all.filter(
        ({ brokerOrderId }, index) =>
          all.findIndex((other) => other.brokerOrderId === brokerOrderId) === index,
      ),
    ),
    ["fill/several-orders", "partial/adds-up", "partial/ids-differ"],
  ],
  [
    "dates executions a day late",
    listingExecutions((all) => all.map((each) => ({ ...each, at: instant(each.at + DAY_MS) }))),
    ["clock/execution-time", "clock/told-as-listed"],
  ],
  [
    "asks for executions by a clock that is ahead",
    ({ executionsSince }) => ({
      executionsSince: (since) => executionsSince(instant(since + DAY_MS / 4)),
    }),
    ["clock/ahead-of-ours"],
  ],
  [
    "tells no executions",
    telling((notice) => (notice.kind === "execution" ? [] : [notice])),
    ["fill/told", "partial/each-told", "restart/hears", "notice/of-other-hands"],
  ],
  [
    "tells no reports",
    telling((notice) => (notice.kind === "order" ? [] : [notice])),
    ["fill/end-told", "notice/order-told", "notice/rejected-later", "notice/expired"],
  ],
  [
    "tells the report before the execution it counts",
    ({ notices }) => ({
      async *notices(signal) {
        let held: BrokerNotice[] = [];
        for await (const notice of notices(signal)) {
          if (notice.kind === "execution") held.push(notice);
          else {
            yield notice;
            yield* held;
            held = [];
          }
        }
      },
    }),
    ["fill/execution-first"],
  ],
  [
    "begins with a break",
    telling((notice) =>
      notice.kind === "connected"
        ? [{ kind: "disconnected", message: "not yet" }, notice]
        : [notice],
    ),
    ["notice/connected-first"],
  ],
  [
    "keeps it to itself that its keys are refused",
    telling((notice) => (notice.kind === "disconnected" ? [] : [notice])),
    ["keys/wrong-notices"],
  ],
  [
    "can be listened to once",
    ({ notices }) => {
      let isHeard = false;
      return {
        async *notices(signal) {
          if (isHeard) return;
          isHeard = true;
          yield* notices(signal);
        },
      };
    },
    ["notice/read-anew"],
  ],
];

const MADE_UP: OrderReport = {
  brokerOrderId: "made-up",
  ticker: "GME" as Ticker,
  side: "buy",
  quantity: shares(1),
  extendedHours: false,
  state: "working",
  filled: shares(0),
  submittedAt: instant(0),
};
