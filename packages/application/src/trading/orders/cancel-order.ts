import type { Instant } from "@sevenfold/domain/market";
import { applyOrderEvent, isOpen, type Order } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Account } from "../../ports/stores/account.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import { toldInDoubt } from "../account/told-in-doubt.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { auditOrder } from "./audit-order.ts";

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
  (needs: Needs): CancelOrder =>
  async ({ accountId, clientKey }) => {
    const { announcer, clock, storage } = needs;
    let userId = "";
    const announce = () => announcer.announce({ accountId, userId, topic: "orders" });
    const wish = storage.transact(async (tables): Promise<Result<Order, Refusal>> => {
      const account = await tables.accounts.lock(accountId);
      const order = await tables.orders.byKey(clientKey);
      if (!account || order?.accountId !== accountId)
        return refused({ kind: "order-not-found", clientKey });
      userId = account.userId;
      if (!isOpen(order)) return refused({ kind: "order-not-open", status: order.status });
      return wishCanceled(tables, account, { order, at: clock.now() });
    });
    // It may have ended it, and freed what it kept aside.
    const wanted = await toldInDoubt(wish, () => userId !== "" && announce());
    if (!wanted.ok) return wanted;
    announce();
    if (isOpen(wanted.value)) await askCanceled(needs)(wanted.value);
    return ok(wanted.value);
  };

/** Puts the wish on record, inside a transaction that has the account's row locked. */
export async function wishCanceled(
  tables: Tables,
  account: Account,
  { order, at }: { readonly order: Order; readonly at: Instant },
): Promise<Result<Order, Refusal>> {
  const changed = await tables.orders.change(order.clientKey, (current) =>
    applyOrderEvent(
      current,
      current.status === "intent"
        ? { type: "denied", message: CANCELED_UNSENT }
        : { type: "cancel-requested" },
      at,
    ),
  );
  if (changed.ok && order.status !== "cancel-pending")
    await auditOrder(tables, account, { action: "order-canceled", order: changed.value });
  return changed;
}

/** Tells the broker of a wish that is on record. Never throws: reconciliation asks again. */
export const askCanceled =
  ({ brokers, log }: Pick<Needs, "brokers" | "log">) =>
  async (order: Order): Promise<void> => {
    const { accountId, clientKey } = order;
    try {
      const broker = await brokers.connect(accountId);
      const answer = await broker.cancel(order);
      log.info("cancel-asked", { accountId, clientKey, answer });
    } catch (error) {
      log.warn("cancel-not-asked", { accountId, clientKey, error: String(error) });
    }
  };
