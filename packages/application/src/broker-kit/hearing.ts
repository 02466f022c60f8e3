import type { Order } from "@sevenfold/domain/order";

import type { Broker, BrokerNotice, Execution, OrderReport } from "../ports/broker.ts";
import { RuleBroken } from "./rule-broken.ts";

/** Everything a reader of notices was told. */
export interface Hearing {
  readonly all: readonly BrokerNotice[];
  executionsOf(order: Order): readonly Execution[];
  reportsOf(order: Order): readonly OrderReport[];
  lastReportOf(order: Order): OrderReport | undefined;
  count(kind: BrokerNotice["kind"]): number;
  /** Ends the reading; resolves when the adapter has let go. */
  stop(): Promise<void>;
  hasEnded(): boolean;
}

/** Reads an adapter's notices until it is stopped. Whoever asks for them hears how it failed. */
export function listen(broker: Broker): Hearing {
  const all: BrokerNotice[] = [];
  const ending = new AbortController();
  let failure: unknown;
  let isOver = false;
  const reading = (async () => {
    for await (const notice of broker.notices(ending.signal)) all.push(notice);
  })()
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => {
      isOver = true;
    });
  const told = (): readonly BrokerNotice[] => {
    if (failure !== undefined) throw new RuleBroken(`notices ended with ${String(failure)}`);
    return all;
  };
  const reportsOf = ({ brokerOrderId }: Order) =>
    told()
      .flatMap((notice) => (notice.kind === "order" ? [notice.report] : []))
      .filter((report) => report.brokerOrderId === brokerOrderId);
  return {
    get all() {
      return told();
    },
    executionsOf: ({ brokerOrderId }) =>
      told()
        .flatMap((notice) => (notice.kind === "execution" ? [notice.execution] : []))
        .filter((execution) => execution.brokerOrderId === brokerOrderId),
    reportsOf,
    lastReportOf: (order) => reportsOf(order).at(-1),
    count: (kind) => told().filter((notice) => notice.kind === kind).length,
    stop() {
      ending.abort();
      return reading;
    },
    hasEnded: () => isOver,
  };
}
