import { isOpenReport } from "../account/broker-snapshot.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import type { BrokerWord } from "./read-broker.ts";

/**
 * Asks again for the end of every order that is to be canceled and that the broker still shows as
 * open: the first wish may have been lost, or have come before the broker's number of it was known.
 */
export async function repeatCancels(
  { log, storage }: Pick<TradingNeeds, "log" | "storage">,
  { accountId, broker, orders: reports }: Pick<BrokerWord, "accountId" | "broker" | "orders">,
): Promise<void> {
  const shown = new Set(reports.filter(isOpenReport).map(({ brokerOrderId }) => brokerOrderId));
  if (shown.size === 0) return;
  for (const order of await storage.read.orders.open(accountId)) {
    const { brokerOrderId, clientKey, status } = order;
    if (status !== "cancel-pending" || brokerOrderId === undefined || !shown.has(brokerOrderId))
      continue;
    const answer = await broker.cancel(order);
    log.info("cancel-asked-again", { accountId, clientKey, answer });
  }
}
