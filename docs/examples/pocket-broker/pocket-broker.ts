import {
  type Broker,
  BrokerUnavailable,
  type OrderReport,
  type SubmitAnswer,
} from "@sevenfold/application/ports/broker";
import { NOTHING_FOREIGN } from "@sevenfold/application/ports/foreign";
import type { Order } from "@sevenfold/domain/order";
import { z } from "zod";
import { type CallPocket, type PocketConnection, pocketCalls, readAs } from "./pocket-http.ts";
import {
  accountFromWire,
  executionFromWire,
  orderFromWire,
  orderToWire,
  positionFromWire,
} from "./pocket-mapping.ts";
import { pocketNotices } from "./pocket-notices.ts";
import { AccountWire, FillWire, HoldingWire, OrderWire, pageOf } from "./pocket-wire.ts";

const PAGES_MAX = 200;

/** One account at Pocket. */
export function pocketBroker(connection: PocketConnection): Broker {
  const call = pocketCalls(connection);

  const find = async ({ brokerOrderId, clientKey, origin }: Order) => {
    const isOthers = origin === "external" && brokerOrderId !== undefined;
    const answer = await call("GET", `/orders/${isOthers ? brokerOrderId : `by-key/${clientKey}`}`);
    if (answer.kind === "refused" && answer.status === 404) return undefined;
    return readable(orderFromWire(readAs(OrderWire, answer)));
  };

  const broker: Broker = {
    submit: async (order) =>
      order.stop === undefined
        ? submitted(order, await call("POST", "/orders", orderToWire(order)), find)
        : { kind: "rejected", cause: "other", message: "Pocket takes no stop orders." },

    async cancel({ brokerOrderId }) {
      if (brokerOrderId === undefined) return "unknown";
      const answer = await call("DELETE", `/orders/${brokerOrderId}`);
      if (answer.kind === "ok") return "requested";
      return answer.kind === "refused" && answer.status === 409 ? "too-late" : "unknown";
    },

    find,
    ordersSince: async (since) =>
      (await allRows(call, `/orders?since=${since}`, OrderWire)).map((wire) =>
        readable(orderFromWire(wire)),
      ),
    executionsSince: async (since) =>
      (await allRows(call, `/fills?since=${since}`, FillWire)).map((wire) =>
        readable(executionFromWire(wire)),
      ),
    // Pocket pays no dividends, and takes and gives no money but by trading.
    activitiesSince: async () => [],
    account: async () =>
      readable(accountFromWire(readAs(AccountWire, await call("GET", "/account")))),
    positions: async () =>
      readAs(z.array(HoldingWire), await call("GET", "/holdings")).map((wire) =>
        readable(positionFromWire(wire)),
      ),
    // Pocket has nothing but whole shares.
    foreign: async () => NOTHING_FOREIGN,
    notices: (signal) => pocketNotices(broker, connection.pollMs, signal),
  };
  return broker;
}

async function submitted(
  order: Order,
  answer: Awaited<ReturnType<CallPocket>>,
  find: (order: Order) => Promise<OrderReport | undefined>,
): Promise<SubmitAnswer> {
  if (answer.kind === "not-sent") return answer;
  if (answer.kind === "lost") return { kind: "unknown", message: answer.message };
  if (answer.kind === "ok") {
    const wire = OrderWire.safeParse(answer.body);
    return wire.success && wire.data.key === order.clientKey
      ? { kind: "accepted", brokerOrderId: wire.data.id }
      : { kind: "unknown", message: "Pocket's answer could not be read." };
  }
  if (answer.why === "key-exists") {
    // The first attempt landed; its report gives the venue's id.
    const report = await find(order).catch(() => undefined);
    if (report) return { kind: "accepted", brokerOrderId: report.brokerOrderId };
    return { kind: "unknown", message: answer.error };
  }
  // A refusal of a second attempt says nothing about the first.
  if (1 < order.attempts) return { kind: "unknown", message: answer.error };
  return { kind: "rejected", message: answer.error, cause: causeOf(answer) };
}

function causeOf({
  status,
  why,
}: Extract<Awaited<ReturnType<CallPocket>>, { kind: "refused" }>): Extract<
  SubmitAnswer,
  { kind: "rejected" }
>["cause"] {
  if (status === 401) return "credentials";
  return why === "key-exists" ? "other" : why;
}

/** Every page or none: a list that breaks off is no list. */
async function allRows<Row extends z.ZodType>(
  call: CallPocket,
  path: string,
  row: Row,
): Promise<readonly z.output<Row>[]> {
  const rows: z.output<Row>[] = [];
  let next: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await call("GET", next === undefined ? path : `${path}&from=${next}`);
    const read = readAs(pageOf(row), answer);
    rows.push(...read.rows);
    next = read.next;
    if (next === undefined) return rows;
  }
  throw new BrokerUnavailable("unreadable", "Pocket's list does not end.");
}

function readable<Value>(value: Value | undefined): Value {
  if (value !== undefined) return value;
  throw new BrokerUnavailable("unreadable", "Pocket reported something we do not understand.");
}
