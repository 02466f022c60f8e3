import { invariant } from "@sevenfold/domain/invariant";
import type { Instant } from "@sevenfold/domain/market";
import { applyOrderEvent, type Order } from "@sevenfold/domain/order";
import { type Result, refused } from "@sevenfold/domain/result";
import type { LimitBroken } from "@sevenfold/domain/risk";

import type { Account } from "../../ports/stores/account.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import type { LetInAt } from "../account/account-failure.ts";
import { type Refusal, sentenceOf } from "../safeguards/refusal.ts";
import { auditOrder } from "./audit-order.ts";

/** An order on record, as it stands. */
export interface PlacedOrder {
  readonly order: Order;
  /** Limits of the account's own that a manual buy breaks. */
  readonly warnings: readonly LimitBroken[];
}

/**
 * Either an order that is on record and may now be sent, or the answer because none is, or the stop
 * that is wanted back first.
 */
export type Written =
  | { readonly kind: "stop-first"; readonly stop: Order }
  | ({
      readonly kind: "to-send";
      readonly userId: string;
      readonly letInAt: LetInAt;
    } & PlacedOrder)
  | { readonly kind: "answered"; readonly answer: Result<PlacedOrder, Refusal> };

type Owner = Pick<Account, "userId">;

/** Writes the order with its reservation and its first attempt: committed before a byte leaves. */
export async function submitting(tables: Tables, owner: Owner, intent: Order): Promise<Order> {
  const begun = applyOrderEvent(intent, { type: "submitting" }, intent.createdAt);
  invariant(begun.ok, `a new order can be sent: ${intent.clientKey}`);
  const { isNew, order } = await tables.orders.add(begun.value);
  // The same key on another account, in this very moment: that order is not ours to send.
  invariant(isNew, `${intent.clientKey} is on record already`);
  await auditOrder(tables, owner, { action: "order-placed", order: intent });
  return order;
}

/** Keeps what we refused to send, with the reason. */
export async function deny(
  tables: Tables,
  owner: Owner,
  { intent, refusal }: { readonly intent: Order; readonly refusal: Refusal },
): Promise<void> {
  const denied = applyOrderEvent(
    intent,
    { type: "denied", message: sentenceOf(refusal) },
    intent.createdAt,
  );
  invariant(denied.ok, `a new order can be denied: ${intent.clientKey}`);
  await tables.orders.add(denied.value);
  await auditOrder(tables, owner, { action: "order-denied", order: denied.value });
}

/** Ends an order that is on record and was never sent. Whatever was learned of it meanwhile counts for more. */
export async function denyWritten(
  tables: Tables,
  owner: Owner,
  {
    clientKey,
    message,
    at,
  }: { readonly clientKey: string; readonly message: string; readonly at: Instant },
): Promise<void> {
  const denied = await tables.orders.change(clientKey, (order) =>
    applyOrderEvent(order, { type: "denied", message }, at),
  );
  if (denied.ok) await auditOrder(tables, owner, { action: "order-denied", order: denied.value });
}

export const answered = (refusal: Refusal): Written => ({
  kind: "answered",
  answer: refused(refusal),
});
