import type { Instant } from "@sevenfold/domain/market";
import {
  applyOrderEvent,
  isOpen,
  type Order,
  type OrderEventRefusal,
} from "@sevenfold/domain/order";
import { ok, type Result } from "@sevenfold/domain/result";

/**
 * The order as it goes on after news of it. One that we had given up and that arrived after all is to
 * be canceled: whoever wanted it was told that it came to nothing, and nothing is kept aside for it.
 */
export const unlessGivenUp = (
  before: Order,
  after: Order,
  at: Instant,
): Result<Order, OrderEventRefusal> =>
  before.status === "rejected" && isOpen(after)
    ? applyOrderEvent(after, { type: "cancel-requested" }, at)
    : ok(after);
