import { instant } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import type { Broker, BrokerNotice, OrderReport } from "../ports/broker.ts";
import { BrokerUnavailable } from "../ports/broker.ts";
import { simulatedBench } from "../simulation/simulated-bench.ts";
import { drain } from "../testing/trading-world.ts";
import { BROKER_CASES } from "./broker-cases.ts";
import { runBrokerCases } from "./run-broker-cases.ts";
import type { VenueBench } from "./venue-bench.ts";

let reads = 0;

/** A sound adapter, its planted fault, and the rules that have to name it. */
const PLANTED: readonly (readonly [
  fault: string,
  plant: (broker: Broker) => Partial<Broker>,
  rules: readonly string[],
])[] = [
  [
    "takes no answer for a refusal",
    ({ submit }) => ({
      async submit(order) {
        const answer = await submit(order);
        if (answer.kind !== "unknown") return answer;
        return { kind: "rejected", message: answer.message, cause: "other" };
      },
    }),
    ["unknown/silence-after", "unknown/silence-before", "refusal/of-second-attempt"],
  ],
  [
    "takes no answer for an acceptance",
    ({ submit }) => ({
      async submit(order) {
        const answer = await submit(order);
        return answer.kind === "unknown" ? { kind: "accepted", brokerOrderId: "?" } : answer;
      },
    }),
    ["unknown/silence-before", "keys/revoked-second-attempt"],
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
    ["keys/wrong-read", "read/silence"],
  ],
  [
    "takes refused keys for an order that is not there",
    ({ find }) => ({ find: (order) => find(order).catch(() => undefined) }),
    ["keys/revoked-find"],
  ],
  [
    "says that every cancel was taken",
    () => ({ cancel: async () => "requested" as const }),
    ["cancel/filled-is-too-late", "cancel/never-sent", "cancel/working", "keys/revoked-cancel"],
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
    ["cancel/asked-is-not-done", "cancel/fill-wins"],
  ],
  [
    "leaves notices out that come after a cancel",
    (broker) => ({ notices: (signal) => withoutLateFills(broker.notices(signal)) }),
    ["cancel/late-fill-told", "cancel/part-wins"],
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
    ["fill/same-id-everywhere", "fill/same-id-again", "restart/same-execution-ids"],
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
    ["partial/each-priced"],
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
    ["fill/price-in-cents"],
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
    ["list/orders-oldest-first", "list/executions-oldest-first", "list/long-in-order"],
  ],
  [
    "asks for what came after the instant",
    ({ executionsSince }) => ({
      executionsSince: (since) => executionsSince(instant(since + 1)),
    }),
    ["list/executions-since"],
  ],
  [
    "forgets what was filled of an order that ended",
    ({ find }) => ({
      async find(order) {
        const report = await find(order);
        return report && hasEnded(report) ? { ...report, filled: shares(0) } : report;
      },
    }),
    ["cancel/keeps-fills", "partial/then-expired", "fill/order-is-filled"],
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
    ["account/cash-after-sale"],
  ],
  [
    "says connected once and for all",
    (broker) => ({ notices: (signal) => connectedOnce(broker.notices(signal)) }),
    ["notice/break-told", "notice/hears-again"],
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

describe("the conformance kit", () => {
  it.each(PLANTED)("catches an adapter that %s, by the rule's name", async (_, plant, rules) => {
    const bench = planted(plant);
    const cases = BROKER_CASES.filter(({ rule }) => rules.includes(rule));
    expect(cases).toHaveLength(rules.length);

    const results = await runBrokerCases(bench, cases, NO_HURRY);

    expect(results.filter(({ outcome }) => outcome !== "failed")).toEqual([]);
  });

  it("gives every rule a name of its own, and a sentence", () => {
    const rules = BROKER_CASES.map(({ rule }) => rule);
    expect(new Set(rules).size).toBe(rules.length);
    for (const { promise, rule } of BROKER_CASES) {
      expect(rule).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
      expect(promise).toMatch(/^[a-z].*[^.]$/);
    }
  });

  it("lets no case pass whose fault the bench cannot bring about", async () => {
    const sound = simulatedBench(drain);
    const bench: VenueBench = {
      ...sound,
      capabilities: [...sound.capabilities, "day-end"],
    };
    const cases = BROKER_CASES.filter(({ rule }) => rule === "clock/across-a-day");

    expect(await runBrokerCases(bench, cases, NO_HURRY)).toMatchObject([
      { outcome: "failed", message: "the bench claims day-end and has no passDayEnd()" },
    ]);
  });

  it("ends a case that never comes to an end", async () => {
    const bench = planted(() => ({ positions: () => new Promise(() => undefined) }));
    const cases = BROKER_CASES.filter(({ rule }) => rule === "position/none");
    const hurry = { monotonicMs: () => 0, sleep: async () => drain() };

    expect(await runBrokerCases(bench, cases, hurry)).toMatchObject([
      { outcome: "failed", message: "no end after 30 seconds" },
    ]);
  });
});

/** The limit of a case is never reached. */
const NO_HURRY = {
  monotonicMs: () => 0,
  sleep: (_: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve())),
};

function planted(plant: (broker: Broker) => Partial<Broker>): VenueBench {
  const sound = simulatedBench(drain);
  return {
    ...sound,
    async open() {
      const venue = await sound.open();
      return {
        ...venue,
        connect(options) {
          const broker = venue.connect(options);
          return { ...broker, ...plant(broker) };
        },
      };
    },
  };
}

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
