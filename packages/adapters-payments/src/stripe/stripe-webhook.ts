import type { NoticeRefusal, PaymentNotice } from "@sevenfold/application/ports/payments";
import type { Instant } from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import Stripe from "stripe";

import { noticeFrom } from "./stripe-mapping.ts";
import { WireEvent } from "./stripe-wire.ts";

/** An older signature proves nothing: who recorded it could send it again. */
const SIGNATURE_SECONDS = 300;

export interface WebhookSettings {
  /** The newest first; while they are being changed two are in use. */
  readonly secrets: readonly string[];
  readonly isLive: boolean;
}

/** Reads what came to the door: signed by one of the secrets, fresh, and of this mode. */
export function webhookReader(
  { webhooks }: Pick<Stripe, "webhooks">,
  { secrets, isLive }: WebhookSettings,
) {
  return (body: string, signature: string, at: Instant): Result<PaymentNotice, NoticeRefusal> => {
    let complaint = "no secret for webhooks is set";
    for (const secret of secrets)
      try {
        // Stripe's own check: constant time, several signatures, five minutes.
        const event = webhooks.constructEvent(
          body,
          signature,
          secret,
          SIGNATURE_SECONDS,
          undefined,
          at,
        );
        return noticeOf(event, isLive);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError))
          return refused({ kind: "unreadable", message: "The message could not be read." });
        complaint = error.message;
      }
    return refused({ kind: "bad-signature", message: complaint });
  };
}

function noticeOf(event: unknown, isLive: boolean): Result<PaymentNotice, NoticeRefusal> {
  const read = WireEvent.safeParse(event);
  if (!read.success) {
    const [issue] = read.error.issues;
    return refused({ kind: "unreadable", message: `${issue?.path.join(".")}: ${issue?.message}` });
  }
  if (read.data.livemode !== isLive) return refused({ kind: "other-mode" });
  return ok(noticeFrom(read.data));
}
