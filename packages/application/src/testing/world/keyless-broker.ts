import { money, NO_MONEY, notionalOf, type Price, shares } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import type { Order } from "@sevenfold/domain/order";
import type { SimulatedVenue } from "../../broker-kit/simulated/simulated-venue.ts";
import type { Activity } from "../../ports/activity.ts";
import {
  type Broker,
  type BrokerNotice,
  BrokerUnavailable,
  type Execution,
  type OrderReport,
} from "../../ports/broker.ts";
import { mayBe } from "../../trading/orders/order-match.ts";

/**
 * The same broker as one that takes our keys and returns none, and tells fills in one sum of their
 * order, as E*TRADE does.
 */
export function keylessBroker(broker: Broker, venue: SimulatedVenue): Broker {
  const sumOf = (execution: Execution): readonly Execution[] => {
    const order = venue.orders.find(
      ({ brokerOrderId }) => brokerOrderId === execution.brokerOrderId,
    );
    return order ? [wholeOf(order, venue.executions)] : [];
  };
  return {
    ...broker,
    returnsKeys: false,
    find: async (order) => matched(order, await broker.ordersSince(FOREVER)),
    ordersSince: async (since) => (await broker.ordersSince(since)).map(withoutKey),
    async executionsSince(since) {
      const sums = new Map<string, Execution>();
      for (const execution of await broker.executionsSince(since))
        for (const sum of sumOf(execution)) sums.set(sum.brokerOrderId, sum);
      return [...sums.values()].sort((left, right) => left.at - right.at);
    },
    // What a sum leaves out: the fee of each fill.
    async activitiesSince(since) {
      const [told, executions] = await Promise.all([
        broker.activitiesSince(since),
        broker.executionsSince(dayBoundsOf(since).starts),
      ]);
      const fees = executions.filter(({ fee }) => fee !== 0).map(feeOf);
      return [...told, ...fees].sort((left, right) => left.at - right.at);
    },
    async *notices(signal) {
      for await (const notice of broker.notices(signal)) yield* told(notice, sumOf);
    },
  };
}

const feeOf = ({ at, executionId, fee, ticker }: Execution): Activity => ({
  kind: "fee",
  id: `fee of ${executionId}`,
  at,
  ticker,
  amount: money(-fee),
});

const FOREVER = 0 as Execution["at"];

function* told(
  notice: BrokerNotice,
  sumOf: (execution: Execution) => readonly Execution[],
): Generator<BrokerNotice> {
  if (notice.kind === "order") yield { ...notice, report: withoutKey(notice.report) };
  else if (notice.kind === "execution")
    for (const execution of sumOf(notice.execution)) yield { kind: "execution", execution };
  else yield notice;
}

function withoutKey({ clientKey: _, ...report }: OrderReport): OrderReport {
  return report;
}

function matched(order: Order, all: readonly OrderReport[]): OrderReport | undefined {
  const found = all
    .map(withoutKey)
    .filter((report) =>
      order.brokerOrderId === undefined
        ? mayBe(report, order)
        : report.brokerOrderId === order.brokerOrderId,
    );
  if (1 < found.length) throw new BrokerUnavailable("unreadable", "More than one may be it.");
  return found[0] && { ...found[0], clientKey: order.clientKey };
}

/** All fills of an order so far, at their average. */
function wholeOf(order: OrderReport, all: readonly Execution[]): Execution {
  const parts = all.filter(({ brokerOrderId }) => brokerOrderId === order.brokerOrderId);
  const filled = parts.reduce((sum, { quantity }) => sum + quantity, 0);
  const paid = parts.reduce((sum, { price, quantity }) => sum + notionalOf(price, quantity), 0);
  return {
    executionId: `${order.brokerOrderId}:${filled}`,
    brokerOrderId: order.brokerOrderId,
    ticker: order.ticker,
    side: order.side,
    quantity: shares(filled),
    price: Math.round(paid / filled) as Price,
    fee: NO_MONEY,
    at: parts.at(-1)!.at,
    asSum: { ordered: order.quantity, placedAt: order.submittedAt },
  };
}
