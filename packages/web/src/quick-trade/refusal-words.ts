import type { OrderCheckView } from "@sevenfold/contract/orders";
import { isRefusedAs } from "../api/problem-error.ts";
import { TO_ORDERS } from "../orders/placed-orders.ts";
import { tell } from "../ui/notices.ts";
import { tellFailed } from "../ui/tell-failed.ts";

const NAMES_FREE_CASH = "insufficient-buying-power";

type Problem = NonNullable<OrderCheckView["problem"]>;

/** What the check says against an order; in short where it would name the free cash, and values are hidden. */
export const checkWords = ({ code, details, error }: Problem, isHidden: boolean): string =>
  isHidden && code === NAMES_FREE_CASH ? error : (details ?? error);

const FAILED = "Order Failed";
const LOST =
  "No answer came: the order may have been placed. Pressing the button of this ticket again places no second one; before you open another ticket, look at Orders.";

/** Tells the same of an order that was sent and failed; its sentence says what it was. */
export function tellFailure(thrown: unknown, sentence: string): void {
  if (isRefusedAs(thrown, "idempotency-key-reused")) tellSentBefore(sentence);
  else tellFailedOrLost(thrown, sentence);
}

/** The answer to the first order was lost, and the ticket changed since. */
const tellSentBefore = (sentence: string): void =>
  tell({
    tone: "error",
    title: FAILED,
    details: `${sentence.replace(/\.$/, "")} was not sent: this ticket's order went out before it was changed. Look at Orders, then open another ticket.`,
    action: TO_ORDERS,
  });

function tellFailedOrLost(thrown: unknown, sentence: string): void {
  tellFailed(thrown, {
    seenAt: TO_ORDERS,
    title: FAILED,
    fallback: "Failed to place order",
    lost: `${sentence} ${LOST}`,
    covered: isRefusedAs(thrown, NAMES_FREE_CASH) ? thrown.brief : undefined,
  });
}
