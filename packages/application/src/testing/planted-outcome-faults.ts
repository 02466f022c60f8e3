import { instant } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";

import { type BrokerNotice, BrokerUnavailable, type OrderReport } from "../ports/broker.ts";
import { answering, type PlantedFault } from "./planted-fault.ts";

let reads = 0;

/** Faults in what an answer is taken for. */
export const OUTCOME_FAULTS: readonly PlantedFault[] = [
  [
    "takes no answer for a refusal",
    ({ submit }) => ({
      async submit(order) {
        const answer = await submit(order);
        if (answer.kind !== "unknown") return answer;
        return { kind: "rejected", message: answer.message, cause: "other" };
      },
    }),
    [
      "refusal/of-second-attempt",
      "duplicate/after-lost-answer",
      "unknown/silence-before",
      "unknown/silence-after",
      "keys/revoked-second-attempt",
    ],
  ],
  [
    "takes no answer for an acceptance",
    ({ submit }) => ({
      async submit(order) {
        const answer = await submit(order);
        return answer.kind === "unknown" ? { kind: "accepted", brokerOrderId: "?" } : answer;
      },
    }),
    [
      "refusal/of-second-attempt",
      "duplicate/after-lost-answer",
      "unknown/silence-before",
      "unknown/silence-after",
      "keys/revoked-second-attempt",
    ],
  ],
  [
    "takes one call too many for a refusal",
    answering((answer) =>
      answer.kind === "not-sent" ? { ...answer, kind: "rejected", cause: "other" } : answer,
    ),
    ["rate/submit", "rate/second-attempt"],
  ],
  [
    "sends again under a key of its own",
    ({ submit }) => ({
      submit: (order) =>
        submit({ ...order, clientKey: order.clientKey.slice(0, -1) + order.attempts }),
    }),
    ["duplicate/same-key-once", "duplicate/after-lost-answer", "submit/accepted"],
  ],
  [
    "calls a failed list an empty one",
    ({ executionsSince, positions }) => ({
      executionsSince: (since) => executionsSince(since).catch(() => []),
      positions: () => positions().catch(() => []),
    }),
    ["read/silence", "keys/wrong-read"],
  ],
  [
    "takes refused keys for an order that is not there",
    ({ find }) => ({ find: (order) => find(order).catch(() => undefined) }),
    ["keys/revoked-find"],
  ],
  [
    "says that every cancel was taken",
    () => ({ cancel: async () => "requested" as const }),
    [
      "duplicate/after-cancel",
      "cancel/working",
      "cancel/told",
      "cancel/keeps-fills",
      "cancel/filled-is-too-late",
      "cancel/twice",
      "cancel/one-only",
      "cancel/never-sent",
      "cancel/fill-wins",
      "cancel/late-fill-told",
      "cancel/late-fill-stays-ended",
      "cancel/lost-before",
      "list/every-state",
      "restart/cancels",
      "keys/revoked-cancel",
    ],
  ],
  [
    "reports canceled as soon as a cancel was asked for",
    ({ cancel, find }) => {
      const asked = new Set<string>();
      return {
        async cancel(order) {
          asked.add(order.clientKey);
          return cancel(order);
        },
        async find(order) {
          const report = await find(order);
          return report && asked.has(order.clientKey) ? { ...report, state: "canceled" } : report;
        },
      };
    },
    ["cancel/filled-is-too-late", "cancel/asked-is-not-done", "cancel/fill-wins"],
  ],
  [
    "leaves notices out that come after a cancel",
    (broker) => ({ notices: (signal) => withoutLateFills(broker.notices(signal)) }),
    ["cancel/told", "cancel/part-wins", "cancel/late-fill-told", "notice/canceled-elsewhere"],
  ],
  [
    "names an execution anew each time",
    ({ executionsSince }) => ({
      async executionsSince(since) {
        reads += 1;
        const listed = await executionsSince(since);
        return listed.map((each) => ({ ...each, executionId: `${each.executionId}-${reads}` }));
      },
    }),
    [
      "cancel/late-fill-told",
      "fill/same-id-everywhere",
      "fill/one-id",
      "fill/same-id-again",
      "restart/same-execution-ids",
    ],
  ],
  [
    "prices parts at their average",
    ({ executionsSince }) => ({
      async executionsSince(since) {
        const listed = await executionsSince(since);
        const sum = listed.reduce((total, each) => total + each.price, 0);
        return listed.map((each) => ({ ...each, price: price(Math.round(sum / listed.length)) }));
      },
    }),
    ["fill/price-in-cents", "partial/each-priced"],
  ],
  [
    "rounds prices to whole dollars",
    ({ executionsSince }) => ({
      executionsSince: async (since) =>
        (await executionsSince(since)).map((each) => ({
          ...each,
          price: price(Math.round(each.price / 10_000) * 10_000),
        })),
    }),
    [
      "fill/listed",
      "fill/sale",
      "fill/price-in-cents",
      "partial/each-priced",
      "restart/lists-executions",
    ],
  ],
  [
    "reads the first page only",
    ({ executionsSince, ordersSince }) => ({
      ordersSince: async (since) => (await ordersSince(since)).slice(0, 500),
      executionsSince: async (since) => (await executionsSince(since)).slice(0, 100),
    }),
    ["list/every-page-of-orders", "list/every-page-of-executions", "list/ties"],
  ],
  [
    "lists the newest first",
    ({ executionsSince, ordersSince }) => ({
      ordersSince: async (since) => (await ordersSince(since)).toReversed(),
      executionsSince: async (since) => (await executionsSince(since)).toReversed(),
    }),
    [
      "fill/same-id-everywhere",
      "fill/sale",
      "fill/price-in-cents",
      "partial/each-priced",
      "list/every-state",
      "list/orders-oldest-first",
      "list/executions-oldest-first",
      "list/executions-since",
      "list/long-in-order",
      "restart/lists-orders",
    ],
  ],
  [
    "asks for what came after the instant",
    ({ executionsSince }) => ({
      executionsSince: (since) => executionsSince(instant(since + 1)),
    }),
    ["list/executions-since", "list/every-page-of-executions"],
  ],
  [
    "forgets what was filled of an order that ended",
    ({ find }) => ({
      async find(order) {
        const report = await find(order);
        return report && hasEnded(report) ? { ...report, filled: shares(0) } : report;
      },
    }),
    [
      "cancel/keeps-fills",
      "cancel/fill-wins",
      "cancel/part-wins",
      "cancel/late-fill-stays-ended",
      "fill/order-is-filled",
      "partial/then-expired",
      "partial/large",
      "notice/missed-is-listed",
    ],
  ],
  [
    "swaps buys and sells",
    ({ submit }) => ({
      submit: (order) => submit({ ...order, side: order.side === "buy" ? "sell" : "buy" }),
    }),
    ["submit/accepted", "submit/as-ordered"],
  ],
  [
    "sends limits in whole dollars",
    ({ submit }) => ({
      submit: ({ limit, ...order }) =>
        submit(
          limit === undefined
            ? order
            : { ...order, limit: price(Math.ceil(limit / 10_000) * 10_000) },
        ),
    }),
    ["submit/limit-to-the-cent", "submit/limit-below-a-dollar"],
  ],
  [
    "counts cash in whole dollars",
    ({ account }) => ({
      async account() {
        const report = await account();
        return { ...report, cash: money(Math.floor(report.cash / 10_000) * 10_000) };
      },
    }),
    ["account/cash-after-buy", "account/cash-after-sale"],
  ],
  [
    "says connected once and for all",
    (broker) => ({ notices: (signal) => connectedOnce(broker.notices(signal)) }),
    ["notice/break-told", "notice/missed-is-listed", "notice/hears-again"],
  ],
  [
    "goes on when its reader has stopped",
    (broker) => ({ notices: () => broker.notices(new AbortController().signal) }),
    ["notice/never-begins", "notice/ends-when-told", "fill/told"],
  ],
  [
    "throws what it was not meant to",
    () => ({
      async positions() {
        throw new TypeError("Cannot read properties of undefined");
      },
    }),
    ["position/none", "read/silence"],
  ],
  [
    "shows raw answers",
    ({ account }) => ({
      account: () =>
        account().catch((error: BrokerUnavailable) => {
          throw new BrokerUnavailable(error.reason, `{"message":"${error.message}"}`);
        }),
    }),
    ["keys/revoked"],
  ],
];

const hasEnded = ({ state }: OrderReport): boolean => state !== "working" && state !== "suspended";

async function* withoutLateFills(notices: AsyncIterable<BrokerNotice>) {
  let wasCanceled = false;
  for await (const notice of notices) {
    if (notice.kind === "order" && notice.report.state === "canceled") wasCanceled = true;
    else if (!wasCanceled || notice.kind !== "execution") yield notice;
  }
}

async function* connectedOnce(notices: AsyncIterable<BrokerNotice>) {
  let said = false;
  for await (const notice of notices) {
    if (notice.kind === "connected" && said) continue;
    if (notice.kind === "connected") said = true;
    yield notice;
  }
}
