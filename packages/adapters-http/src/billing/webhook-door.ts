import { PAYMENT_MESSAGES_PATH } from "@sevenfold/contract/payment-messages";

import type { HttpContext, HttpNeeds, Next } from "../http-needs.ts";
import { RequestRefused } from "../refusals.ts";
import { bytesOf } from "../request-bytes.ts";

export const WEBHOOK_BYTES_MAX = 256 * 1_024;

/**
 * Messages of the payment provider: their signature says who sent them, so neither a sign-in nor a
 * header of our pages is asked for. The bytes are read as they came, or no signature would fit.
 * Whatever is signed is acknowledged, or it would be sent again for days; what it says is read anew.
 */
export function webhookDoor({ billing, log }: Pick<HttpNeeds, "billing" | "log">) {
  const hear = async (ctx: HttpContext): Promise<void> => {
    ctx.state.routePath = PAYMENT_MESSAGES_PATH;
    if (ctx.method !== "POST")
      throw new RequestRefused({ kind: "method-not-allowed", allowed: ["POST"] });
    const body = await bytesOf(ctx, WEBHOOK_BYTES_MAX);
    const heard = await billing.hear(body.toString("utf8"), ctx.get("Stripe-Signature"));
    if (!heard.ok) {
      log.warn("payment-message-refused", { ...heard.refusal });
      if (heard.refusal.kind === "bad-signature")
        throw new RequestRefused({
          kind: "invalid-request",
          details: "The signature does not fit, or is more than five minutes old.",
        });
    }
    ctx.set("Cache-Control", "no-store");
    ctx.body = { received: true };
  };
  return (ctx: HttpContext, next: Next): Promise<unknown> =>
    ctx.path === PAYMENT_MESSAGES_PATH ? hear(ctx) : next();
}
