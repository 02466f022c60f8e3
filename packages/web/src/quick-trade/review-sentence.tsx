import { OrderTicket } from "@sevenfold/contract/orders";
import { priceText, sharesText } from "../ui/figures.ts";
import type { Ticket } from "./use-ticket.ts";

/** The order in a sentence, and where it goes: "Buy 10 AAPL at market, day, PAPER · Savings". */
export function ReviewSentence({ ticket }: { readonly ticket: Ticket }) {
  const { accountLabel, draft, mode } = ticket;
  // Nothing to review in what could not be sent.
  const { data: order } = OrderTicket.safeParse(draft);
  if (order === undefined) return null;
  const { side, quantity, symbol, orderType, limitPrice } = order;
  const at = orderType === "market" ? "at market" : `at a limit of ${priceText(limitPrice)}`;
  return (
    <p className="text-13 break-words text-muted">
      Review: {/* A label is as long as its owner wrote it: it goes on in the next line. */}
      <span className="figure font-medium !whitespace-normal text-ink">
        {side === "buy" ? "Buy" : "Sell"} {sharesText(quantity)} {symbol} {at}, day,{" "}
        {mode?.toUpperCase() ?? "–"}
        {accountLabel !== undefined && ` · ${accountLabel}`}
      </span>
    </p>
  );
}
