import type { Ticker } from "@sevenfold/domain/market";
import { isOpen, type Order } from "@sevenfold/domain/order";
import { ownStopIn } from "@sevenfold/domain/own-stop";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Account } from "../../ports/stores/account.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import type { AccountStanding } from "../account/account-standing.ts";
import type { OrderDraft } from "../account/order-draft.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { askCanceled, wishCanceled } from "../orders/cancel-order.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { askInStead } from "./ask-in-stead.ts";

/** How long an order waits for the end of the stop that is taken back for it. */
const WAIT_MAX_MS = 10_000;
const LOOK_EVERY_MS = 100;
/** Where no worker hears the broker, it is asked what became of the stop. */
const LOOKS_PER_ASKING = 20;

/** The standing as it will be once the symbol's resting stop has ended. */
export const withoutOwnStop = <Standing extends Pick<AccountStanding, "openOrders">>(
  standing: Standing,
  ticker: Ticker,
): Standing => {
  const stop = restingStopOf(standing, ticker);
  if (stop === undefined) return standing;
  return { ...standing, openOrders: standing.openOrders.filter((order) => order !== stop) };
};

/** The stop of ours that every other order of its symbol has to wait for. */
export const restingStopOf = (
  { openOrders }: Pick<AccountStanding, "openOrders">,
  ticker: Ticker,
): Order | undefined => ownStopIn(openOrders.filter((order) => order.ticker === ticker));

/**
 * Puts on record that the stop is wanted back, for an order that nothing else forbids. Inside a
 * transaction that has the account's row locked. Answers how the stop stands.
 */
export async function wantStopBack(
  tables: Tables,
  account: Account,
  { stop, at }: { readonly stop: Order; readonly at: Order["updatedAt"] },
): Promise<Order> {
  if (stop.status === "cancel-pending") return stop;
  const wanted = await wishCanceled(tables, account, { order: stop, at });
  return wanted.ok ? wanted.value : stop;
}

/**
 * Waits until the stop's end is on record, its fills with it. "open" when nobody knows it in time:
 * then nothing is sent, and the stop goes on protecting.
 */
export async function stopTakenBack(needs: TradingNeeds, stop: Order): Promise<"ended" | "open"> {
  const { announcer, clock, log, storage } = needs;
  const { accountId, clientKey } = stop;
  const [ask, reconcile] = [askCanceled(needs), askInStead(needs)];
  const untilMs = clock.monotonicMs() + WAIT_MAX_MS;
  let asked: string | undefined;
  const account = await storage.read.accounts.byId(accountId);
  if (account) announcer.announce({ accountId, userId: account.userId, topic: "orders" });
  for (let look = 1; ; look += 1) {
    const order = await storage.read.orders.byKey(clientKey);
    if (!order || !isOpen(order)) return "ended";
    // Not waited for, and once under each number the broker gives it. Reconciliation asks again.
    if (order.brokerOrderId !== undefined && order.brokerOrderId !== asked) {
      asked = order.brokerOrderId;
      void ask(order);
    }
    if (look % LOOKS_PER_ASKING === 0)
      reconcile(accountId).catch((error: unknown) =>
        log.warn("stop-not-asked-for", { accountId, clientKey, error: String(error) }),
      );
    if (untilMs <= clock.monotonicMs()) return "open";
    await clock.sleep(LOOK_EVERY_MS);
  }
}

/** The order as it may be sent after its symbol's stop has ended: what the stop has sold is sold. */
export async function afterStop<Draft extends OrderDraft>(
  { storage }: Pick<TradingNeeds, "storage">,
  draft: Draft,
  stop: Order,
): Promise<Result<Draft, Refusal>> {
  const order = await storage.read.orders.byKey(stop.clientKey);
  if (draft.origin === "manual" || draft.intent.side === "buy" || !order?.filled) return ok(draft);
  const { quantity, reason, ticker } = draft.intent;
  const held = (await storage.read.positions.of(draft.accountId)).find(
    (position) => position.ticker === ticker,
  );
  // The stop's fill began a cool-down, which binds every exit but the rule's own stop.
  if (!held || reason !== "stop-loss") return refused({ kind: "stop-sold", ticker });
  return ok({
    ...draft,
    intent: { ...draft.intent, quantity: held.quantity < quantity ? held.quantity : quantity },
  });
}
