import {
  type Broker,
  type BrokerNotice,
  BrokerUnavailable,
  type OrderReport,
  type SubmitAnswer,
} from "@sevenfold/application/ports/broker";
import { money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { CallBudget } from "../call-budget.ts";
import { activitiesSince } from "./alpaca-activities.ts";
import { executionsSince } from "./alpaca-fills.ts";
import { foreignReader } from "./alpaca-foreign-reading.ts";
import { type AlpacaCall, type AlpacaConnection, callAlpaca } from "./alpaca-http.ts";
import {
  accountFromWire,
  isDuplicateKey,
  isNoSuchOrder,
  orderFromWire,
  orderToWire,
  refusalFrom,
} from "./alpaca-mapping.ts";
import { alpacaNotices } from "./alpaca-notices.ts";
import { type Call, readAs, readable } from "./alpaca-reading.ts";
import { alpacaReference } from "./alpaca-reference.ts";
import { orderRows, ordersIn, positionRows, sharesIn } from "./alpaca-rows.ts";
import { AccountWire, OrderWire } from "./alpaca-wire.ts";

/** "cost basis must be >= minimal amount of order 1" */
const BUY_NOTIONAL_MIN = money(UNITS_PER_DOLLAR);

/** One Alpaca account: the real paper or live venue, or the built-in exchange that speaks like it. */
export function alpacaBroker(
  connection: AlpacaConnection,
  budget = new CallBudget({ perMinute: 180, reserve: 30 }),
): Broker {
  const call: Call = (wanted) => callAlpaca(connection, budget, { host: "trading", ...wanted });

  const read = async (wanted: Pick<AlpacaCall, "path" | "query">) => {
    const answer = await call({ method: "GET", ...wanted });
    if (answer.kind === "refused" && isNoSuchOrder(answer.status, answer.message)) return undefined;
    return readable(orderFromWire(readAs(OrderWire, answer)));
  };
  const find = (clientKey: string): Promise<OrderReport | undefined> =>
    read({ path: "/v2/orders:by_client_order_id", query: { client_order_id: clientKey } });

  const reference = alpacaReference(connection, budget);

  return {
    terms: { buyNotionalMin: BUY_NOTIONAL_MIN, takesStops: true, roundsToCents: true },
    returnsKeys: true,
    submit: (order) => submit(call, find, order),

    async cancel(order) {
      if (order.brokerOrderId === undefined) return "unknown";
      const answer = await call({
        method: "DELETE",
        path: `/v2/orders/${encodeURIComponent(order.brokerOrderId)}`,
        purpose: "lowers-risk",
      });
      if (answer.kind === "ok") return "requested";
      return answer.kind === "refused" && answer.status === 422 ? "too-late" : "unknown";
    },

    // One in the place of another has a key of Alpaca's.
    find: ({ brokerOrderId, clientKey }) =>
      brokerOrderId === undefined
        ? find(clientKey)
        : read({ path: `/v2/orders/${encodeURIComponent(brokerOrderId)}` }),
    ordersSince: async (since) => ordersIn(await orderRows(call, since)),
    executionsSince: (since) => executionsSince(call, since),

    activitiesSince: (since) => activitiesSince(call, since),

    account: async () =>
      readable(
        accountFromWire(readAs(AccountWire, await call({ method: "GET", path: "/v2/account" }))),
      ),

    positions: async () => sharesIn(await positionRows(call)),
    foreign: foreignReader(call),

    clock: async () => (await reference.clock()).at,
    hours: reference.sessions,

    notices: (signal): AsyncIterable<BrokerNotice> => alpacaNotices(connection, signal),
  };
}

async function submit(
  call: Call,
  find: (clientKey: string) => Promise<OrderReport | undefined>,
  order: Order,
): Promise<SubmitAnswer> {
  const answer = await call({
    method: "POST",
    path: "/v2/orders",
    body: orderToWire(order),
    // Never short: a sell only ever closes.
    purpose: order.side === "sell" ? "lowers-risk" : "ordinary",
  });
  if (answer.kind === "not-sent") return answer;
  if (answer.kind === "lost") return { kind: "unknown", message: answer.message };
  if (answer.kind === "ok") {
    const wire = OrderWire.safeParse(answer.body);
    return wire.success && wire.data.client_order_id === order.clientKey
      ? { kind: "accepted", brokerOrderId: wire.data.id }
      : { kind: "unknown", message: "The broker's answer could not be read." };
  }
  if (isDuplicateKey(answer.status, answer.message)) return alreadyThere(find, order);
  // A refusal of a second attempt says nothing about the first.
  if (1 < order.attempts) return { kind: "unknown", message: answer.message };
  return refusalFrom(answer.status, answer.message);
}

/** The venue knows the key: the first attempt landed. Its report gives the venue's id. */
async function alreadyThere(
  find: (clientKey: string) => Promise<OrderReport | undefined>,
  order: Order,
): Promise<SubmitAnswer> {
  try {
    const report = await find(order.clientKey);
    if (report) return { kind: "accepted", brokerOrderId: report.brokerOrderId };
  } catch (error) {
    if (!(error instanceof BrokerUnavailable)) throw error;
  }
  return { kind: "unknown", message: "The broker already has this order." };
}
