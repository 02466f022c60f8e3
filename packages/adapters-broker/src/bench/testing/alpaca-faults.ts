import {
  type Broker,
  type BrokerNotice,
  BrokerUnavailable,
} from "@sevenfold/application/ports/broker";
import { instant } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { alpacaBroker } from "../../alpaca/alpaca-broker.ts";
import type { AlpacaConnection } from "../../alpaca/alpaca-http.ts";
import { executionFromUpdate } from "../../alpaca/alpaca-mapping.ts";
import { CallBudget } from "../../call-budget.ts";
import { reconnectingFrames } from "../../reconnecting-socket.ts";

/** A sound adapter's change, and the rules that have to name it. */
export type WireFaultPlanted<Connection> = readonly [
  words: string,
  plant: (broker: Broker, connection: Connection) => Partial<Broker>,
  rules: readonly string[],
];

let told = 0;
const HALF_A_DAY_MS = 12 * 3_600_000;

/** Our adapter, a fault that only shows on a real line, and the rules that have to name it. */
export const ALPACA_FAULTS: readonly WireFaultPlanted<AlpacaConnection>[] = [
  [
    "asks for a cancel by the call that places orders",
    ({ cancel, submit }) => ({
      async cancel(order) {
        const answer = await submit(order);
        return answer.kind === "accepted" ? cancel(order) : "unknown";
      },
    }),
    ["echo/cancel-is-no-order"],
  ],
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
      "unknown/hang-up-before",
      "unknown/hang-up-after",
      "unknown/server-error-before",
      "unknown/server-error-after",
      "unknown/gateway-page-before",
      "unknown/refusal-page-before",
      "unknown/redirect-before",
      "unknown/half-answer-after",
      "unknown/empty-answer-after",
      "unknown/wrong-shape-after",
      "unknown/too-long-after",
      "unknown/sale-too",
      "unknown/others-go-on",
      "unknown/in-words",
      "duplicate/lookup-fails",
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
      "read/hang-up-before",
      "read/server-error-before",
      "read/gateway-page-before",
      "read/refusal-page-before",
      "read/redirect-before",
      "read/half-answer-after",
      "read/wrong-shape-after",
      "read/too-long-after",
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
    "takes its own full budget for a refusal",
    (_, connection) => ({
      submit: async (order) => {
        const broker = alpacaBroker(connection, new CallBudget({ perMinute: 0, reserve: 0 }));
        const answer = await broker.submit(order);
        return answer.kind === "not-sent"
          ? { ...answer, kind: "rejected", cause: "other" }
          : answer;
      },
    }),
    ["rate/submit", "rate/own-budget"],
  ],
  [
    "states a least worth of buys that is not the venue's",
    () => ({ terms: { buyNotionalMin: money(5_000) } }),
    ["refusal/least-worth"],
  ],
  [
    "lets reads use up what exits need",
    (_, connection) => alpacaBroker(connection, new CallBudget({ perMinute: 180, reserve: 0 })),
    ["rate/room-for-exits"],
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
    "tells this machine's time for the venue's",
    () => ({ clock: async () => instant(Date.now()) }),
    ["clock/venue-time"],
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
    "keeps the cash of parts of shares to itself",
    ({ foreign }) => ({
      foreign: async (...since) => ({ ...(await foreign(...since)), trades: [] }),
    }),
    ["foreign/parts-traded"],
  ],
  [
    "blames the keys for everything",
    ({ submit }) => ({
      async submit(order) {
        const answer = await submit(order);
        return answer.kind === "rejected" ? { ...answer, cause: "credentials" } : answer;
      },
    }),
    ["suspended/submit", "refusal/funds"],
  ],
  [
    "takes an unknown cancel for one that was asked for",
    ({ cancel }) => ({
      async cancel(order) {
        const answer = await cancel(order);
        return answer === "unknown" ? "requested" : answer;
      },
    }),
    ["cancel/lost-after", "cancel/server-error", "rate/cancel"],
  ],
  [
    "takes every attempt for the first",
    ({ submit }) => ({ submit: (order) => submit({ ...order, attempts: 1 }) }),
    ["keys/revoked-second-attempt", "refusal/of-second-attempt"],
  ],
  [
    "calls every failure the network's, in raw words",
    ({ account, positions }) => {
      const raw = (error: BrokerUnavailable) => {
        throw new BrokerUnavailable("network", `{"message":"${error.message}"}`);
      };
      return { account: () => account().catch(raw), positions: () => positions().catch(raw) };
    },
    ["rate/read", "read/failure-in-words", "keys/wrong-read"],
  ],
  [
    "never reads again after a failure",
    ({ positions }) => {
      let failure: unknown;
      return {
        async positions() {
          if (failure) throw failure;
          return positions().catch((error: unknown) => {
            failure = error;
            throw error;
          });
        },
      };
    },
    ["read/mends-itself"],
  ],
  [
    "takes an order that ended with the day for a working one",
    ({ find, notices }) => ({
      async find(order) {
        const report = await find(order);
        return report?.state === "expired" ? { ...report, state: "working" } : report;
      },
      async *notices(signal) {
        for await (const notice of notices(signal))
          if (notice.kind !== "order" || notice.report.state !== "expired") yield notice;
      },
    }),
    ["submit/for-the-day", "clock/day-end-keeps-fills", "clock/day-end-told"],
  ],
  [
    "sends every order for the day",
    ({ submit }) => ({ submit: ({ timeInForce: _, ...order }) => submit(order) }),
    ["stop/outlives-day", "stop/as-ordered"],
  ],
  [
    "lists the executions of the latest day only",
    ({ executionsSince }) => ({
      async executionsSince(since) {
        const listed = await executionsSince(since);
        const latest = listed.at(-1)?.at ?? 0;
        return listed.filter(({ at }) => latest - at < HALF_A_DAY_MS);
      },
    }),
    ["clock/across-a-day"],
  ],
  [
    "trusts every message to be one it knows",
    (_, connection) => ({ notices: (signal) => credulousNotices(connection, signal) }),
    ["notice/garbage"],
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

/** Reads each frame as if nothing else could come: the first one it does not know ends it. */
async function* credulousNotices(
  { keyId, secretKey, tradingStreamUrl }: AlpacaConnection,
  signal: AbortSignal,
): AsyncGenerator<BrokerNotice> {
  const socket = { url: tradingStreamUrl, retryMsMin: 500, retryMsMax: 1_000 };
  for await (const news of reconnectingFrames(socket, signal)) {
    if (news.kind === "closed") yield { kind: "disconnected", message: news.message };
    if (news.kind === "open") {
      news.send(
        JSON.stringify({ action: "authenticate", data: { key_id: keyId, secret_key: secretKey } }),
      );
      news.send(JSON.stringify({ action: "listen", data: { streams: ["trade_updates"] } }));
    }
    if (news.kind !== "frame") continue;
    const frame = JSON.parse(news.text);
    if (frame.stream === "listening") yield { kind: "connected" };
    const execution = frame.stream === "trade_updates" && executionFromUpdate(frame.data);
    if (execution) yield { kind: "execution", execution };
  }
}
