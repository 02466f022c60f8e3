import { createHmac } from "node:crypto";
import { WEBHOOK_SECRET } from "@sevenfold/adapters-payments/testing/opened-stand-in";

import type { openBillingWorld } from "./billing-world.ts";

type World = Awaited<ReturnType<typeof openBillingWorld>>;

/** The message of a checkout that was paid, as it would have been sent. */
export function eventOf({ desk }: World): object {
  const { id, type, created, object } = desk.state.events.find(
    (each) => each.type === "checkout.session.completed",
  )!;
  return { ...{ id, object: "event", type, created, livemode: false }, data: { object } };
}

/** As Stripe signs. */
export function signatureOf(body: string, seconds: number, secret = WEBHOOK_SECRET): string {
  const hash = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${hash}`;
}
