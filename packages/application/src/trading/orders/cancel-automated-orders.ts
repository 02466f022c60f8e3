import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { cancelOrder } from "./cancel-order.ts";

/** A market order is done within seconds; one that rests this long without news is taken back. */
export const SILENT_MAX_MS = 5 * MINUTE_MS;

type Needs = Pick<TradingNeeds, "announcer" | "brokers" | "clock" | "log" | "storage">;

/** Takes back what the worker still has at the broker: all of it, or the orders of the kind asked for. */
export const cancelAutomatedOrders =
  (needs: Needs, isMeant: (order: Order) => boolean = () => true) =>
  async (accountId: string): Promise<void> => {
    const open = await needs.storage.read.orders.open(accountId);
    for (const order of open)
      if (order.origin === "automated" && order.status !== "cancel-pending" && isMeant(order))
        await cancelOrder(needs)({ accountId, clientKey: order.clientKey });
  };

/** Whether it is the rule's: a stop beside the rule is kept by other reasons. */
export const isOfRule = (order: Order): boolean => !isOwnStop(order);

/** Whether an order rests at the broker and nothing has been heard of it for too long. */
export const isSilent =
  (now: Instant) =>
  ({ status, updatedAt }: Pick<Order, "status" | "updatedAt">): boolean =>
    (status === "working" || status === "partially-filled" || status === "suspended") &&
    SILENT_MAX_MS < now - updatedAt;
