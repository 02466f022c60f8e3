import type { Ticker } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";

import type { OrderReport } from "../ports/broker.ts";
import { answering, type PlantedFault, reporting, sending } from "./planted-fault.ts";

let lastOrder: Order | undefined;
let isShut = false;

/** Faults in sending orders and in finding them again. */
export const ORDER_FAULTS: readonly PlantedFault[] = [
  [
    "orders one share more",
    sending((order) => ({ ...order, quantity: shares(order.quantity + 1) })),
    ["submit/as-ordered", "fill/order-is-filled"],
  ],
  [
    "puts a limit on every order",
    sending((order) => ({ ...order, limit: order.limit ?? price(5_000_000) })),
    ["submit/market-has-no-limit"],
  ],
  [
    "leaves out the price of a stop",
    sending(({ stop: _, ...order }) => order),
    ["stop/as-ordered", "stop/never-another-kind"],
  ],
  [
    "says of a stop that it was asked to cancel, and asks nobody",
    ({ cancel }) => ({
      cancel: async (order) => (order.stop === undefined ? cancel(order) : "requested"),
    }),
    ["stop/cancel"],
  ],
  [
    "forgets what a stop sold",
    reporting((report) => (report.stop === undefined ? report : { ...report, filled: shares(0) })),
    ["stop/fill"],
  ],
  [
    "knows of no refusal why it came",
    answering((answer) => (answer.kind === "rejected" ? { ...answer, cause: "other" } : answer)),
    ["stop/holds-shares"],
  ],
  [
    "buys what it should sell",
    sending((order) => ({ ...order, side: "buy" })),
    ["submit/sell", "refusal/shares", "refusal/more-than-held", "refusal/shares-in-open-sales"],
  ],
  [
    "lets every order leave the regular session",
    sending((order) => ({ ...order, extendedHours: true })),
    ["submit/regular-hours-only"],
  ],
  [
    "keeps every order to the regular session",
    sending((order) => ({ ...order, extendedHours: false })),
    ["submit/extended-hours"],
  ],
  [
    "drops what stands behind a dot",
    sending((order) => ({ ...order, ticker: order.ticker.split(".")[0] as Ticker })),
    ["submit/dotted-symbol"],
  ],
  [
    "sends one order at a time and forgets the others",
    ({ submit }) => {
      let isBusy = false;
      return {
        async submit(order) {
          if (isBusy) return { kind: "unknown", message: "Busy." };
          isBusy = true;
          const answer = await submit(order);
          isBusy = false;
          return answer;
        },
      };
    },
    ["submit/several-at-once"],
  ],
  [
    "sends every order twice",
    ({ submit }) => ({
      async submit(order) {
        await submit({ ...order, clientKey: `${order.clientKey.slice(0, -1)}Z` });
        return submit(order);
      },
    }),
    ["submit/accepted", "duplicate/two-keys-two-orders", "duplicate/same-key-once"],
  ],
  [
    "gives second attempts a key of their own",
    sending((order) =>
      order.attempts === 1 ? order : { ...order, clientKey: `${order.clientKey.slice(0, -1)}Y` },
    ),
    ["duplicate/at-once", "duplicate/after-restart", "duplicate/after-fill"],
  ],
  [
    "gives every order the same id",
    answering((answer) =>
      answer.kind === "accepted" ? { ...answer, brokerOrderId: "one" } : answer,
    ),
    ["submit/own-ids"],
  ],
  [
    "makes no second attempts",
    ({ submit }) => ({
      submit: async (order) =>
        order.attempts === 1 ? submit(order) : { kind: "unknown", message: "Never again." },
    }),
    ["unknown/second-attempt-lands"],
  ],
  [
    "sends nothing more after a refusal",
    ({ submit }) => ({
      async submit(order) {
        if (isShut) return { kind: "unknown", message: "Shut." };
        const answer = await submit(order);
        isShut = answer.kind === "rejected";
        return answer;
      },
    }),
    ["refusal/then-sound"],
  ],
  [
    "shows a raw refusal",
    answering((answer) =>
      answer.kind === "rejected" ? { ...answer, message: JSON.stringify(answer) } : answer,
    ),
    ["refusal/in-words"],
  ],
  [
    "blames the symbol for every refusal",
    answering((answer) =>
      answer.kind === "rejected" ? { ...answer, cause: "symbol", message: "No." } : answer,
    ),
    ["refusal/funds", "keys/wrong-submit", "suspended/submit"],
  ],
  [
    "blames the funds for every refusal",
    answering((answer) => (answer.kind === "rejected" ? { ...answer, cause: "funds" } : answer)),
    ["refusal/symbol"],
  ],
  [
    "finds an order that nobody sent",
    ({ find }) => ({
      find: async (order) => (await find(order)) ?? someReport(order),
    }),
    ["read/unknown-key", "refusal/leaves-nothing"],
  ],
  [
    "finds only what it sent itself",
    ({ find, submit }) => {
      const sent = new Set<string>();
      return {
        submit(order) {
          sent.add(order.clientKey);
          return submit(order);
        },
        find: async (order) => (sent.has(order.clientKey) ? find(order) : undefined),
      };
    },
    [
      "restart/finds-working",
      "restart/finds-unanswered",
      "restart/finds-part",
      "restart/finds-end",
    ],
  ],
  [
    "takes an order for filled as soon as it was taken",
    reporting((report) => (report.state === "working" ? { ...report, state: "filled" } : report)),
    ["submit/working-first", "stop/rests"],
  ],
  [
    "forgets what was filled while an order works",
    reporting((report) => (report.state === "working" ? { ...report, filled: shares(0) } : report)),
    ["partial/still-working"],
  ],
  [
    "tells when it asked, not when the order was submitted",
    reporting((report) => ({
      ...report,
      submittedAt: (report.submittedAt - 7_200_000) as OrderReport["submittedAt"],
    })),
    ["submit/venue-time"],
  ],
  [
    "orders by reading",
    ({ account, submit }) => ({
      submit(order) {
        lastOrder = order;
        return submit(order);
      },
      async account() {
        if (lastOrder) await submit({ ...lastOrder, clientKey: "READINGISNOTORDERING" });
        return account();
      },
    }),
    ["read/changes-nothing"],
  ],
];

const someReport = (order: Order): OrderReport => ({
  brokerOrderId: "made-up",
  ticker: order.ticker,
  side: order.side,
  quantity: order.quantity,
  extendedHours: false,
  state: "working",
  filled: shares(0),
  submittedAt: order.createdAt,
});
