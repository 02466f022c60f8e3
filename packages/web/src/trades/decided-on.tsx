import type { OrderView } from "@sevenfold/contract/orders";
import { ageText, clockText } from "../ui/eastern-time.ts";

/** A price that was older when it was decided on was late: no entry is made on such by the rules. */
const LATE_MS = 15_000;

/** Whose price, of when, an order was decided on, as it was recorded with it; or why there is none. */
export function DecidedOn({ order }: { readonly order: OrderView }) {
  const { createdAt, origin, priceAt, providerName } = order;
  if (providerName === null || priceAt === null)
    return (
      <span className="text-muted">
        {origin === "external" ? "Nothing here: placed at the broker" : "No price: none was known"}
      </span>
    );
  const ageMs = Date.parse(createdAt) - Date.parse(priceAt);
  return (
    <span className="figure">
      {providerName} · <time dateTime={priceAt}>{clockText(priceAt)} ET</time>
      {LATE_MS < ageMs && <span className="text-amber"> · late: {ageText(ageMs)} old by then</span>}
    </span>
  );
}
