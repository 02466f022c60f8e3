import type { Broker } from "../../ports/broker.ts";
import type { EventLog } from "./event-log.ts";

/** The same broker; every call and every notice is an event. */
export function toldBroker(broker: Broker, name: string, log: EventLog): Broker {
  const told = async <Answer>(
    call: string,
    answer: Promise<Answer>,
    words: (answer: Answer) => string,
  ): Promise<Answer> => {
    try {
      const given = await answer;
      log.note(`${name} ${call}: ${words(given)}`);
      return given;
    } catch (error) {
      log.note(`${name} ${call}: ${String(error)}`);
      throw error;
    }
  };
  const count = (rows: readonly unknown[]) => String(rows.length);
  return {
    ...broker,
    submit: (order) =>
      told(
        `submit ${order.clientKey} ${order.side} ${order.quantity} ${order.ticker}`,
        broker.submit(order),
        ({ kind }) => kind,
      ),
    cancel: (order) => told(`cancel ${order.clientKey}`, broker.cancel(order), String),
    find: (order) =>
      told(`find ${order.clientKey}`, broker.find(order), (found) => found?.state ?? "none"),
    ordersSince: (since) => told("orders", broker.ordersSince(since), count),
    activitiesSince: (since) => told("activities", broker.activitiesSince(since), count),
    executionsSince: (since) => told("executions", broker.executionsSince(since), count),
    account: () => told("account", broker.account(), ({ cash }) => String(cash)),
    positions: () => told("positions", broker.positions(), count),
    async *notices(signal) {
      for await (const notice of broker.notices(signal)) {
        if (notice.kind === "order")
          log.note(`${name} notice ${notice.report.brokerOrderId} ${notice.report.state}`);
        else if (notice.kind === "execution")
          log.note(`${name} notice ${notice.execution.executionId}`);
        else log.note(`${name} notice ${notice.kind}`);
        yield notice;
      }
    },
  };
}
