import { afterEach, describe, expect, it } from "vitest";
import type { Browser } from "./testing/browser.ts";
import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

describe("rates", () => {
  it("are limited by address", async () => {
    world = await openHttpWorld({
      rateLimits: { perAddress: { requests: 3, perSeconds: 60 } },
    });
    const browser = world.browser();
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await browser.get("/api/market/panel"));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(Number(answers[3]!.headers.get("retry-after"))).toBeGreaterThan(0);
    // A header of the sender's own making is no other address.
    const disguised = { headers: { "x-forwarded-for": "203.0.113.9" } };
    expect((await browser.get("/api/market/panel", disguised)).status).toBe(429);
  });

  it("are limited by user", async () => {
    world = await openHttpWorld({ rateLimits: { perUser: { requests: 2, perSeconds: 60 } } });
    const { browser } = await world.visitor();
    const { browser: other } = await world.visitor();
    const answers = [];
    for (let count = 0; count < 3; count += 1) answers.push(await browser.get("/api/user"));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect((await other.get("/api/user")).status).toBe(200);
  });

  it("of demo accounts are limited by address, but not on one's own machine", async () => {
    const demoPerAddress = { requests: 2, perSeconds: 3_600 };
    world = await openHttpWorld({ isEmbedded: false, rateLimits: { demoPerAddress } });
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await world.browser().post("/api/demo-login")).status);
    expect(statuses).toEqual([200, 200, 429]);
    await world.close();

    world = await openHttpWorld({ isEmbedded: true, rateLimits: { demoPerAddress } });
    for (let count = 0; count < 3; count += 1)
      expect((await world.browser().post("/api/demo-login")).status).toBe(200);
  });

  it("of what is asked of the payment provider are limited by user", async () => {
    world = await openHttpWorld({
      rateLimits: { paymentsPerUser: { requests: 2, perSeconds: 60 } },
    });
    const { browser } = await world.visitor();
    const { browser: other } = await world.visitor();
    const answers = [];
    for (let count = 0; count < 3; count += 1)
      answers.push(await browser.post("/api/billing/sync"));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect((await other.post("/api/billing/sync")).status).toBe(200);
  });

  it("count the addresses the trusted proxy tells, the last one only", async () => {
    world = await openHttpWorld({
      trustProxy: true,
      rateLimits: { perAddress: { requests: 1, perSeconds: 60 } },
    });
    const browser = world.browser();
    const statusFor = async (addresses: string) =>
      (await browser.get("/api/market/panel", { headers: { "x-forwarded-for": addresses } }))
        .status;

    expect(await statusFor("203.0.113.9")).toBe(200);
    expect(await statusFor("1.1.1.1, 203.0.113.9")).toBe(429);
    expect(await statusFor("2001:db8:1:2::7")).toBe(200);
    expect(await statusFor("2001:db8:1:2:aaaa::8")).toBe(429);
    expect(await statusFor("2001:db8:1:3::7")).toBe(200);
  });
});

describe("headers", () => {
  const EXPECTED = {
    "content-security-policy":
      "default-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';font-src 'self';" +
      "manifest-src 'self';worker-src 'self';img-src 'self' data:;connect-src 'self';" +
      "frame-ancestors 'none';base-uri 'none';form-action 'self';object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "SAMEORIGIN",
    "permissions-policy": expect.stringContaining("camera=()"),
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  };

  it("guard every answer, failed ones too", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const paths = [
      "/",
      "/assets/gone.js",
      "/healthz",
      "/metrics",
      "/api/user",
      "/api/nothing",
      "/api/live",
    ];

    for (const path of paths) {
      const { headers } = await head(browser, path);
      expect(Object.fromEntries(headers), path).toMatchObject(EXPECTED);
      expect(headers.has("x-powered-by")).toBe(false);
      expect(headers.has("strict-transport-security")).toBe(false);
      expect(headers.has("access-control-allow-origin")).toBe(false);
      if (path.startsWith("/api")) expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  it("demand HTTPS where cookies do", async () => {
    world = await openHttpWorld({ secureCookies: true });

    expect((await world.browser().get("/healthz")).headers.get("strict-transport-security")).toBe(
      "max-age=31536000; includeSubDomains",
    );
  });
});

/** Only the head of an answer: a stream never ends. */

async function head(browser: Browser, path: string): Promise<Response> {
  const ending = new AbortController();
  const response = await fetch(browser.url + path, {
    headers: { cookie: browser.cookieHeader },
    signal: ending.signal,
  });
  ending.abort();
  await response.text().catch(() => "");
  return response;
}
