import type { Payments } from "../ports/payments.ts";
import { PAYMENT_MODES, type User } from "../ports/stores/user-store.ts";

type Billed = Pick<User, "billingMode" | "customerId">;

/** Whether what is on record was bought where payments are asked for now. */
export const isOfMode = ({ billingMode, customerId }: Billed, { mode }: Pick<Payments, "mode">) =>
  customerId === undefined || billingMode === undefined || billingMode === mode;

/** Bought with less than now: in a simulation, or in the test mode of who takes money now. */
export const isOfLesserMode = (
  { billingMode }: Billed,
  { mode }: Pick<Payments, "mode">,
): boolean =>
  billingMode !== undefined && PAYMENT_MODES.indexOf(billingMode) < PAYMENT_MODES.indexOf(mode);

/** As if nothing had been bought: what cost no money counts for nothing where money is taken. */
export function withoutBilling(user: User): User {
  const {
    billingMode: _mode,
    billingReadAt: _read,
    customerId: _customer,
    plan: _plan,
    subscriptionCancelsAt: _cancels,
    subscriptionEndsAt: _ends,
    subscriptionId: _subscription,
    trialUsedAt: _used,
    ...rest
  } = user;
  return { ...rest, subscriptionStatus: "trial" };
}
