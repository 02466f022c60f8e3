import { applyOrderEvent, isOpen, type Order } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Refusal } from "../refusal.ts";
import { auditOrder } from "./audit-order.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/** Said of an order that was taken back before it left. */
export const CANCELED_UNSENT = "Canceled before it was sent.";

export type CancelOrder = (wanted: {
  readonly accountId: string;
  readonly clientKey: string;
}) => Promise<Result<Order, Refusal>>;

type Needs = Pick<TradingNeeds, "announcer" | "brokers" | "clock" | "log" | "storage">;

/**
 * Records the wish, then asks the broker. The order stays open until the broker tells its end; one
 * that was never sent is denied at once.
 */
export const cancelOrder =
  ({ announcer, brokers, clock, log, storage }: Needs): CancelOrder =>
  async ({ accountId, clientKey }) => {
    let userId = "";
    const wanted = await storage.transact(async (tables): Promise<Result<Order, Refusal>> => {
      const account = await tables.accounts.lock(accountId);
      const order = await tables.orders.byKey(clientKey);
      if (!account || order?.accountId !== accountId)
        return refused({ kind: "order-not-found", clientKey });
      userId = account.userId;
      if (!isOpen(order)) return refused({ kind: "order-not-open", status: order.status });
      const changed = await tables.orders.change(clientKey, (current) =>
        applyOrderEvent(
          current,
          current.status === "intent"
            ? { type: "denied", message: CANCELED_UNSENT }
            : { type: "cancel-requested" },
          clock.now(),
        ),
      );
      if (changed.ok && order.status !== "cancel-pending")
        await auditOrder(tables, account, { action: "order-canceled", order: changed.value });
      return changed;
    });
    if (!wanted.ok) return wanted;
    announcer.announce({ accountId, userId, topic: "orders" });
    if (!isOpen(wanted.value)) return wanted;
    try {
      const broker = await brokers.connect(accountId);
      const answer = await broker.cancel(wanted.value);
      log.info("cancel-asked", { accountId, clientKey, answer });
    } catch (error) {
      // The wish is on record; reconciliation asks what became of the order.
      log.warn("cancel-not-asked", { accountId, clientKey, error: String(error) });
    }
    return ok(wanted.value);
  };
