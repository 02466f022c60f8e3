import { priceText, sharesText } from "../ui/figures.ts";
import type { Ticket } from "./use-ticket.ts";

/** The order in a sentence: "Buy 10 AAPL at market, day, DEMO". */
export function ReviewSentence({ ticket: { draft, mode } }: { readonly ticket: Ticket }) {
  if (draft.symbol === "" || !(1 <= draft.quantity)) return null;
  const at =
    draft.orderType === "market" ? "at market" : `at a limit of ${priceText(draft.limitPrice)}`;
  return (
    <p className="text-13 text-muted">
      Review:{" "}
      <span className="figure font-medium text-ink">
        {draft.side === "buy" ? "Buy" : "Sell"} {sharesText(draft.quantity)} {draft.symbol} {at},
        day, {mode?.toUpperCase() ?? "–"}
      </span>
    </p>
  );
}
