import { BROKER_CASES } from "@sevenfold/application/broker-kit/broker-cases";
import { runBrokerCases } from "@sevenfold/application/broker-kit/run-broker-cases";
import { type Broker, BrokerUnavailable } from "@sevenfold/application/ports/broker";
import { describe, expect, it } from "vitest";
import { alpacaBroker } from "../alpaca/alpaca-broker.ts";
import type { AlpacaConnection } from "../alpaca/alpaca-http.ts";
import { alpacaBench } from "./alpaca-bench.ts";

let told = 0;

/** Our adapter, a fault that only shows on a real line, and the rules that have to name it. */
const PLANTED: readonly (readonly [
  fault: string,
  plant: (broker: Broker, connection: AlpacaConnection) => Partial<Broker>,
  rules: readonly string[],
])[] = [
  [
    "sends again when it got no answer",
    ({ submit }) => ({
      async submit(order) {
        const answer = await submit(order);
        return answer.kind === "unknown" ? submit(order) : answer;
      },
    }),
    ["unknown/never-repeated"],
  ],
  [
    "takes a server's fault for a refusal",
    ({ submit }) => ({
      async submit(order) {
        const answer = await submit(order);
        if (answer.kind !== "unknown") return answer;
        return { kind: "rejected", message: answer.message, cause: "other" };
      },
    }),
    [
      "unknown/server-error-after",
      "unknown/gateway-page-before",
      "unknown/refusal-page-before",
      "unknown/half-answer-after",
      "unknown/redirect-before",
    ],
  ],
  [
    "takes an unreadable list for an empty one",
    ({ executionsSince, ordersSince, positions }) => ({
      ordersSince: (since) => ordersSince(since).catch(() => []),
      executionsSince: (since) => executionsSince(since).catch(() => []),
      positions: () => positions().catch(() => []),
    }),
    [
      "read/half-answer-after",
      "read/wrong-shape-after",
      "read/server-error-before",
      "list/later-page-fails",
      "list/later-page-of-executions-fails",
    ],
  ],
  [
    "takes a failed look for an order that is not there",
    ({ find }) => ({ find: (order) => find(order).catch(() => undefined) }),
    ["read/gateway-page-before", "keys/revoked-find"],
  ],
  [
    "goes on calling when it was told to slow down",
    (_, connection) => ({ positions: () => alpacaBroker(connection).positions() }),
    ["rate/backs-off"],
  ],
  [
    "tells what it signs with",
    ({ account }, { secretKey }) => ({
      account: () =>
        account().catch((error: BrokerUnavailable) => {
          throw new BrokerUnavailable(error.reason, `refused: ${secretKey}`);
        }),
    }),
    ["keys/kept-to-itself"],
  ],
  [
    "takes a message that comes twice for two executions",
    (broker) => ({
      async *notices(signal) {
        for await (const notice of broker.notices(signal)) {
          told += 1;
          yield notice.kind === "execution"
            ? { ...notice, execution: { ...notice.execution, executionId: `told-${told}` } }
            : notice;
        }
      },
    }),
    ["notice/repeated-message", "fill/one-id", "restart/same-execution-ids"],
  ],
  [
    "takes a state it does not know for an end",
    ({ find }) => ({
      async find(order) {
        const report = await find(order);
        return report?.state === "suspended" ? { ...report, state: "canceled" } : report;
      },
    }),
    ["notice/strange-state"],
  ],
  [
    "leaves fractions out",
    ({ positions }) => ({
      positions: async () =>
        (await positions()).map((position) => ({ ...position, fractionBillionths: 0 })),
    }),
    ["position/fraction-apart"],
  ],
  [
    "blames the keys for everything",
    ({ submit }) => ({
      async submit(order) {
        const answer = await submit(order);
        return answer.kind === "rejected" ? { ...answer, cause: "credentials" } : answer;
      },
    }),
    ["suspended/submit", "rate/submit", "refusal/funds"],
  ],
  [
    "waits for an end before it says requested",
    ({ cancel, find }) => ({
      async cancel(order) {
        await cancel(order);
        return (await find(order))?.state === "canceled" ? "requested" : "unknown";
      },
    }),
    ["cancel/asked-is-not-done", "cancel/filled-is-too-late"],
  ],
];

describe("the conformance kit on a real line", () => {
  it.each(PLANTED)("catches an adapter that %s, by the rule's name", async (_, plant, rules) => {
    const bench = alpacaBench("planted", (connection) => {
      const broker = alpacaBroker(connection);
      return { ...broker, ...plant(broker, connection) };
    });
    const cases = BROKER_CASES.filter(({ rule }) => rules.includes(rule));
    expect(cases).toHaveLength(rules.length);

    const results = await runBrokerCases(bench, cases, NO_HURRY);

    expect(results.filter(({ outcome }) => outcome !== "failed")).toEqual([]);
  });
});

/** The limit of a case is the test's own. */
const NO_HURRY = {
  monotonicMs: () => 0,
  sleep: (_: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve())),
};
