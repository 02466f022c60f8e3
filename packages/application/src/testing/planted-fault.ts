import type { Order } from "@sevenfold/domain/order";
import type {
  Broker,
  BrokerAccountReport,
  BrokerNotice,
  BrokerPosition,
  Execution,
  OrderReport,
  SubmitAnswer,
} from "../ports/broker.ts";

/** What a sound adapter is changed into, and the rules that have to name it. */
export type PlantedFault = readonly [
  /** Finishes "an adapter that …". */
  words: string,
  plant: Plant,
  rules: readonly string[],
];

export type Plant = (broker: Broker) => Partial<Broker>;

export const sending =
  (change: (order: Order) => Order): Plant =>
  ({ submit }) => ({ submit: (order) => submit(change(order)) });

export const answering =
  (change: (answer: SubmitAnswer, order: Order) => SubmitAnswer): Plant =>
  ({ submit }) => ({ submit: async (order) => change(await submit(order), order) });

/** Reports of `find`, and of lists as well. */
export const reporting =
  (change: (report: OrderReport) => OrderReport): Plant =>
  ({ find, ordersSince }) => ({
    find: async (order) => {
      const report = await find(order);
      return report && change(report);
    },
    ordersSince: async (since) => (await ordersSince(since)).map(change),
  });

export const listingOrders =
  (change: (orders: readonly OrderReport[]) => readonly OrderReport[]): Plant =>
  ({ ordersSince }) => ({ ordersSince: async (since) => change(await ordersSince(since)) });

export const listingExecutions =
  (change: (executions: readonly Execution[]) => readonly Execution[]): Plant =>
  ({ executionsSince }) => ({
    executionsSince: async (since) => change(await executionsSince(since)),
  });

export const holding =
  (change: (positions: readonly BrokerPosition[]) => readonly BrokerPosition[]): Plant =>
  ({ positions }) => ({ positions: async () => change(await positions()) });

export const accounting =
  (change: (report: BrokerAccountReport) => BrokerAccountReport): Plant =>
  ({ account }) => ({ account: async () => change(await account()) });

/** Each notice becomes those it is changed into. */
export const telling =
  (change: (notice: BrokerNotice) => readonly BrokerNotice[]): Plant =>
  ({ notices }) => ({
    async *notices(signal) {
      for await (const notice of notices(signal)) yield* change(notice);
    },
  });
