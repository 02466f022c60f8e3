import { invariant } from "@sevenfold/domain/invariant";
import type { Instant } from "@sevenfold/domain/market";
import { applyOrderEvent, isOpen, type Order } from "@sevenfold/domain/order";

/**
 * The order as it goes on after news of it. One that we had given up and that arrived after all is to
 * be canceled: whoever wanted it was told that it came to nothing, and nothing is kept aside for it.
 */
export function unlessGivenUp(before: Order, after: Order, at: Instant): Order {
  if (before.status !== "rejected" || !isOpen(after)) return after;
  const wished = applyOrderEvent(after, { type: "cancel-requested" }, at);
  invariant(wished.ok, `what arrived after all can be canceled: ${after.clientKey}`);
  return wished.value;
}
