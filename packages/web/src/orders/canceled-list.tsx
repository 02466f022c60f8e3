import type { CanceledOrderView } from "@sevenfold/contract/orders";
import { Badge } from "../ui/badge.tsx";
import { sharesText } from "../ui/figures.ts";
import { toneOfCanceled, wordOfCanceled } from "./canceled-words.ts";

/** One line per order that is taken back: what became of it. */
export const CanceledList = ({ orders }: { readonly orders: readonly CanceledOrderView[] }) => (
  <ul aria-label="Orders taken back" className="divide-y divide-line border-t border-line">
    {orders.map(({ clientKey, filled, message, quantity, side, state, ticker }) => (
      <li key={clientKey} className="px-5 py-2.5">
        <p className="flex items-center justify-between gap-3">
          <span className="font-semibold">{ticker}</span>
          <span className="figure ml-auto text-13 text-muted">
            {side === "BUY" ? "Buy" : "Sell"} {sharesText(quantity)}, {sharesText(filled)} filled
          </span>
          <Badge tone={toneOfCanceled(state)}>{wordOfCanceled(state)}</Badge>
        </p>
        {message !== null && <p className="text-13 text-muted">{message}</p>}
      </li>
    ))}
  </ul>
);
