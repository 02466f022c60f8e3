import { describe, expect, it } from "vitest";

import { openBillingWorld } from "../testing/billing-world.ts";
import { eventOf, signatureOf } from "../testing/payment-message.ts";

describe("W4: a message that Stripe did not send, or long ago", () => {
  it("is refused with 400 and changes nothing", async () => {
    const world = await openBillingWorld({ faults: { isLost: true } });
    const buyer = await world.buyer();
    await buyer.buy("premium");
    const body = JSON.stringify(eventOf(world));
    const now = Math.floor(world.needs.clock.now() / 1_000);
    const signed = signatureOf(body, now);
    const spaced = JSON.stringify(JSON.parse(body), undefined, 1);
    const answers = [
      await world.deliver(body, ""),
      await world.deliver(body, signatureOf(body, now, "whsec_of_another")),
      await world.deliver(body, signatureOf(body, now - 301)),
      await world.deliver(spaced, signed),
      await world.deliver(body, signed.replace("v1=", "v0=")),
    ];

    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(400));
    expect(await world.storage.read.paymentNotices.waiting(10)).toEqual([]);
    expect((await world.deliver(body, signed)).status).toBe(200);
    await expect.poll(buyer.status).toMatchObject({ status: "trialing" });
  });

  it("needs neither a sign-in nor a header of our pages, and takes 256 KiB at most", async () => {
    const world = await openBillingWorld();
    const large = await world.deliver(" ".repeat(256 * 1_024 + 1), "t=1,v1=0");
    const asked = await world.browser().get("/api/webhooks/stripe");

    expect(large.status).toBe(413);
    expect([asked.status, asked.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("W9: a message of another mode", () => {
  it("is acknowledged and does nothing", async () => {
    const world = await openBillingWorld({ faults: { isLost: true } });
    const buyer = await world.buyer();
    await buyer.buy("premium");
    const body = JSON.stringify({ ...eventOf(world), livemode: true });
    const heard = await world.deliver(
      body,
      signatureOf(body, Math.floor(world.needs.clock.now() / 1_000)),
    );

    expect(heard.status).toBe(200);
    expect(await world.storage.read.paymentNotices.waiting(10)).toEqual([]);
    expect(world.logged.join("\n")).toContain("other-mode");
    expect(await buyer.status()).toMatchObject({ status: "trial" });
  });
});
