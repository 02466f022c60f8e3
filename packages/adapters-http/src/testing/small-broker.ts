import type { Broker, BrokerConnections, SubmitAnswer } from "@sevenfold/application/ports/broker";
import { NO_MONEY } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";

export interface SmallBroker extends BrokerConnections {
  /** Every order that reached it. */
  readonly received: Order[];
  /** What it says to orders from now on. */
  answerWith(answer: SubmitAnswer): void;
}

/** Takes every order and fills none: what it was sent can be looked at. */
export function smallBroker(): SmallBroker {
  const received: Order[] = [];
  let answer: SubmitAnswer | undefined;
  const broker: Broker = {
    async submit(order) {
      received.push(order);
      return answer ?? { kind: "accepted", brokerOrderId: `B-${order.clientKey}` };
    },
    cancel: async () => "requested",
    find: async () => undefined,
    ordersSince: async () => [],
    executionsSince: async () => [],
    account: async () => ({
      accountNumber: "1",
      cash: NO_MONEY,
      equity: NO_MONEY,
      buyingPower: NO_MONEY,
      canTrade: true,
    }),
    positions: async () => [],
    async *notices() {},
  };
  return {
    received,
    answerWith(next) {
      answer = next;
    },
    connect: async () => broker,
    release() {},
  };
}
