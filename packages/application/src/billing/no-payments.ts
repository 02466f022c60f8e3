import { type Payments, PaymentsUnavailable } from "../ports/payments.ts";

/** Where nobody takes money: nothing can be bought, and whoever asks is told why. */
export function noPayments(why: string): Payments {
  const none = async (): Promise<never> => {
    throw new PaymentsUnavailable("credentials", why);
  };
  return {
    mode: "none",
    offers: none,
    customerOf: none,
    openCheckout: none,
    endCheckouts: none,
    openPortal: none,
    subscription: none,
    subscriptionsOf: none,
    changePlan: none,
    setCanceling: none,
    endNow: none,
    invoicesOf: none,
    readNotice: () => ({ ok: false, refusal: { kind: "bad-signature", message: why } }),
  };
}
