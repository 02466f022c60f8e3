import type { Payments } from "../ports/payments.ts";
import type { Ports } from "../ports.ts";

/** What billing asks of the world. */
export type BillingNeeds = Pick<
  Ports,
  "announcer" | "clock" | "identifiers" | "log" | "storage"
> & {
  readonly payments: Payments;
};
