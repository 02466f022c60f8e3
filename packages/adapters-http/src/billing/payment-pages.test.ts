import { describe, expect, it } from "vitest";

import { openBillingWorld } from "../testing/billing-world.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

describe("the pages of a simulated payment provider", () => {
  it("say that no money moves, and stand under the policy of our own pages", async () => {
    const world = await openBillingWorld();
    const { browser, ...buyer } = await world.buyer();
    const page = await browser.get(await buyer.pageFor("premium"));

    expect(page.status).toBe(200);
    expect(page.text).toContain("No money moves");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect(page.text).not.toContain("<script");
  });

  it("take no form of another site, nor one that does not say where it is from", async () => {
    const world = await openBillingWorld();
    const buyer = await world.buyer();
    const page = await buyer.pageFor("premium");
    const sent = (headers: Record<string, string>) =>
      fetch(world.server.url + page, { method: "POST", body: "card=good", headers }).then(
        ({ status }) => status,
      );
    const statuses = [
      await sent({ ...FORM, "sec-fetch-site": "cross-site", origin: world.server.url }),
      await sent({ ...FORM, origin: "https://elsewhere.example" }),
      await sent({ ...FORM, origin: "null" }),
      await sent(FORM),
    ];

    expect(statuses).toEqual([403, 403, 403, 403]);
    expect(world.desk.state.subscriptions).toEqual([]);
    // As a browser sends it that knows of no Sec-Fetch-Site.
    const own = { method: "POST", body: "card=good", redirect: "manual" } as const;
    const taken = await fetch(world.server.url + page, {
      ...own,
      headers: { ...FORM, origin: world.server.url },
    });
    expect(taken.status).toBe(303);
  });

  it("show a customer's bills and card to nobody who does not know the word", async () => {
    const world = await openBillingWorld();
    const { browser, ...buyer } = await world.buyer();
    await buyer.buy("premium");
    const { json } = await browser.post("/api/billing/portal");
    const path = new URL(json.url).pathname;
    const guessed = path.replace(/[^/]+$/, "guessed");

    expect((await browser.get(path)).status).toBe(200);
    expect((await browser.get(guessed)).status).toBe(404);
    expect((await browser.get("/simulated-payments/portal/__proto__/x")).status).toBe(404);
    expect((await browser.get("/simulated-payments/")).status).toBe(404);
  });

  it("let the clock be moved where that is allowed, by so much and no more", async () => {
    const world = await openBillingWorld();
    const { browser, ...buyer } = await world.buyer();
    await buyer.buy("premium");
    expect((await buyer.onPortal({ does: "time", days: "8" })).status).toBe(303);
    await world.line.flushed();
    await expect.poll(buyer.status).toMatchObject({ status: "active" });
    expect((await buyer.onPortal({ does: "time", days: "100000" })).status).toBe(400);
    await browser.post("/api/subscription/cancel");
    await buyer.onPortal({ does: "time", days: "366" });
    await world.line.flushed();

    // It has ended there, though here the year is not over.
    await expect.poll(buyer.status).toMatchObject({
      ...{ status: "canceled", hasActiveSubscription: false },
    });
  });

  it("take no more than a form, and no other method", async () => {
    const world = await openBillingWorld();
    const buyer = await world.buyer();
    const page = await buyer.pageFor("premium");
    const large = await buyer.submit(page, { card: "x".repeat(9_000) });
    const put = await buyer.browser.send("PUT", page, { body: {} });

    expect([large.status, put.status]).toEqual([413, 405]);
  });
});
