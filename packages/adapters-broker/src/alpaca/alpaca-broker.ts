import {
  type Broker,
  type BrokerNotice,
  BrokerUnavailable,
  type Execution,
  type OrderReport,
  type SubmitAnswer,
} from "@sevenfold/application/ports/broker";
import type { Instant } from "@sevenfold/domain/market";
import { money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { z } from "zod";
import { CallBudget } from "../call-budget.ts";
import { activitiesSince } from "./alpaca-activities.ts";
import { isForeignFill } from "./alpaca-foreign.ts";
import { foreignTradeFrom } from "./alpaca-foreign-trades.ts";
import {
  type AlpacaAnswer,
  type AlpacaCall,
  type AlpacaConnection,
  callAlpaca,
} from "./alpaca-http.ts";
import {
  accountFromWire,
  executionFromActivity,
  isDuplicateKey,
  orderFromWire,
  orderToWire,
  refusalFrom,
} from "./alpaca-mapping.ts";
import { alpacaNotices } from "./alpaca-notices.ts";
import { readAs, readable } from "./alpaca-reading.ts";
import { alpacaReference } from "./alpaca-reference.ts";
import {
  foreignHoldingsIn,
  foreignOrdersIn,
  orderRows,
  ordersIn,
  positionRows,
  sharesIn,
} from "./alpaca-rows.ts";
import { AccountWire, FillActivityWire, OrderWire } from "./alpaca-wire.ts";

const FILLS_PER_PAGE = 100;
const PAGES_MAX = 200;
/** "cost basis must be >= minimal amount of order 1" */
const BUY_NOTIONAL_MIN = money(UNITS_PER_DOLLAR);

/** One Alpaca account: the real paper or live venue, or the built-in exchange that speaks like it. */
export function alpacaBroker(
  connection: AlpacaConnection,
  budget = new CallBudget({ perMinute: 180, reserve: 30 }),
): Broker {
  const call = (wanted: Omit<AlpacaCall, "host">): Promise<AlpacaAnswer> =>
    callAlpaca(connection, budget, { host: "trading", ...wanted });

  const find = async (clientKey: string): Promise<OrderReport | undefined> => {
    const answer = await call({
      method: "GET",
      path: "/v2/orders:by_client_order_id",
      query: { client_order_id: clientKey },
    });
    if (answer.kind === "refused" && answer.status === 404) return undefined;
    return readable(orderFromWire(readAs(OrderWire, answer)));
  };

  const reference = alpacaReference(connection, budget);

  return {
    terms: { buyNotionalMin: BUY_NOTIONAL_MIN, takesStops: true },
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

    find: (order) => find(order.clientKey),
    ordersSince: async (since) => ordersIn(await orderRows(call, since)),
    executionsSince: (since) => executionsSince(call, since),

    activitiesSince: (since) => activitiesSince(call, since),

    account: async () =>
      readable(
        accountFromWire(readAs(AccountWire, await call({ method: "GET", path: "/v2/account" }))),
      ),

    positions: async () => sharesIn(await positionRows(call)),
    async foreign(since) {
      const holdings = foreignHoldingsIn(await positionRows(call));
      const orders = foreignOrdersIn(await orderRows(call, since));
      // Who has none traded none: nobody is asked once more.
      if (holdings.length === 0 && orders.length === 0) return { holdings, orders };
      const fills = (await fillRows(call, since)).filter(isForeignFill);
      return { holdings, orders, trades: fills.map((fill) => readable(foreignTradeFrom(fill))) };
    },

    clock: async () => (await reference.clock()).at,
    hours: reference.sessions,

    notices: (signal): AsyncIterable<BrokerNotice> => alpacaNotices(connection, signal),
  };
}

type Call = (wanted: Omit<AlpacaCall, "host">) => Promise<AlpacaAnswer>;

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

async function executionsSince(call: Call, since: Instant): Promise<readonly Execution[]> {
  const fills = await fillRows(call, since);
  return fills
    .filter((wire) => !isForeignFill(wire))
    .map((wire) => readable(executionFromActivity(wire)));
}

/** Every fill since, all pages, oldest first. */
async function fillRows(call: Call, since: Instant): Promise<readonly FillActivityWire[]> {
  const rows: FillActivityWire[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await call({
      method: "GET",
      path: "/v2/account/activities/FILL",
      query: {
        after: new Date(since - 1).toISOString(),
        direction: "asc",
        page_size: FILLS_PER_PAGE,
        page_token: pageToken,
      },
    });
    const fills = readAs(z.array(FillActivityWire), answer);
    rows.push(...fills);
    if (fills.length < FILLS_PER_PAGE) return rows;
    pageToken = fills.at(-1)?.id;
  }
  throw new BrokerUnavailable("unreadable", "The broker's list of executions does not end.");
}
