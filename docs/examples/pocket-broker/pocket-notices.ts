import { setTimeout as after } from "node:timers/promises";
import {
  type Broker,
  type BrokerNotice,
  BrokerUnavailable,
  type Execution,
  type OrderReport,
} from "@sevenfold/application/ports/broker";
import { type Instant, instant } from "@sevenfold/domain/market";

/** Pocket tells nobody anything by itself: its lists are read again and again, and compared. */
export async function* pocketNotices(
  broker: Pick<Broker, "executionsSince" | "ordersSince">,
  pollMs: number,
  signal: AbortSignal,
): AsyncGenerator<BrokerNotice, void, undefined> {
  let seen: Seen | undefined;
  let isDown = false;
  while (!signal.aborted) {
    const lists = await read(broker);
    if (lists instanceof BrokerUnavailable) {
      if (!isDown) yield disconnected(lists);
      isDown = true;
      seen = undefined;
    } else {
      isDown = false;
      if (seen) yield* newIn(lists, seen);
      else yield { kind: "connected" };
      seen = seenIn(lists);
    }
    await after(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

interface Lists {
  readonly orders: readonly OrderReport[];
  readonly executions: readonly Execution[];
}

interface Seen {
  /** State and shares of each order. */
  readonly orders: ReadonlyMap<string, string>;
  readonly executions: ReadonlySet<string>;
}

const EVER: Instant = instant(0);

/** The executions last: what an order counts, they already show. */
async function read(
  broker: Pick<Broker, "executionsSince" | "ordersSince">,
): Promise<Lists | BrokerUnavailable> {
  try {
    const orders = await broker.ordersSince(EVER);
    return { orders, executions: await broker.executionsSince(EVER) };
  } catch (error) {
    if (error instanceof BrokerUnavailable) return error;
    throw error;
  }
}

const standing = ({ filled, state }: OrderReport): string => `${state} ${filled}`;

const seenIn = ({ executions, orders }: Lists): Seen => ({
  orders: new Map(orders.map((order) => [order.brokerOrderId, standing(order)])),
  executions: new Set(executions.map(({ executionId }) => executionId)),
});

/** The executions first: an order's count is only true together with them. */
function* newIn({ executions, orders }: Lists, seen: Seen): Generator<BrokerNotice> {
  for (const execution of executions)
    if (!seen.executions.has(execution.executionId)) yield { kind: "execution", execution };
  for (const report of orders)
    if (seen.orders.get(report.brokerOrderId) !== standing(report)) yield { kind: "order", report };
}

const disconnected = ({ message, reason }: BrokerUnavailable): BrokerNotice => ({
  kind: "disconnected",
  message,
  ...(reason === "credentials" ? { areKeysRefused: true } : {}),
});
