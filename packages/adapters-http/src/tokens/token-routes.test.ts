import { createHash } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

const BUY = { symbol: "AAPL", side: "buy", orderType: "limit", quantity: 1, limitPrice: 150 };
const wish = (scope: "read" | "trade") => ({ name: "My script", scope });

async function withToken(scope: "read" | "trade") {
  world = await openHttpWorld();
  const { browser, user } = await world.member("pro");
  const created = (await browser.post("/api/tokens", wish(scope))).json;
  return { browser, user, created, program: world.program(created.token) };
}

describe("an API token", () => {
  it("is shown once, and kept as a hash", async () => {
    const { browser, user, created } = await withToken("read");

    expect(created).toMatchObject({ name: "My script", scope: "read", lastUsedAt: null });
    expect(created.token).toMatch(/^sf_[\w-]{43}$/);
    expect(created.token.startsWith(created.prefix)).toBe(true);
    const { token, ...listed } = created;
    expect((await browser.get("/api/tokens")).json).toEqual([listed]);
    const [stored] = await world.storage.read.apiTokens.ofUser(user.id);
    expect(stored?.tokenHash).toBe(createHash("sha256").update(token).digest("hex"));
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it("acts for its user without a cookie and without the headers of our pages", async () => {
    const { browser, user, program } = await withToken("trade");

    expect((await program.get("/api/user")).json.id).toBe(user.id);
    const placed = await program.post("/api/orders", BUY);
    expect(placed.status).toBe(200);
    expect((await browser.get("/api/orders")).json[0].clientKey).toBe(placed.json.order.clientKey);
    expect(program.latestCookies).toEqual([]);
    expect((await browser.get("/api/tokens")).json[0].lastUsedAt).not.toBeNull();
  });

  it("that may only read changes nothing", async () => {
    const { program } = await withToken("read");

    expect((await program.get("/api/account")).status).toBe(200);
    expect((await program.get("/api/trades.csv")).status).toBe(200);
    expect(await program.post("/api/orders", BUY)).toMatchObject({
      status: 403,
      json: { code: "token-scope-too-small" },
    });
    expect(world.broker.received).toEqual([]);
  });

  it("ends when it is revoked", async () => {
    const { browser, created, program } = await withToken("trade");

    expect((await browser.delete(`/api/tokens/${created.id}`)).json).toEqual([]);
    expect(await program.get("/api/user")).toMatchObject({
      status: 401,
      json: { code: "token-refused" },
    });
    expect((await browser.delete(`/api/tokens/${created.id}`)).status).toBe(404);
  });

  it("ends on its day", async () => {
    world = await openHttpWorld();
    const { browser } = await world.member("pro");
    const { token } = (await browser.post("/api/tokens", { ...wish("read"), expiresInDays: 2 }))
      .json;
    world.passTime(47 * 3_600_000);
    expect((await world.program(token).get("/api/user")).status).toBe(200);

    world.passTime(3_600_000);
    expect((await world.program(token).get("/api/user")).status).toBe(401);
  });

  it("is the Pro plan's: others are told so", async () => {
    world = await openHttpWorld();
    const { browser } = await world.member("premium");

    expect(await browser.post("/api/tokens", wish("read"))).toMatchObject({
      status: 402,
      json: { code: "plan-required", details: "API tokens are part of the Pro plan." },
    });
    expect((await browser.get("/api/subscription/status")).json).toMatchObject({
      planType: "premium",
      status: "active",
    });
  });

  it("that is none of ours opens nothing, whatever cookie comes with it", async () => {
    world = await openHttpWorld();
    const { browser } = await world.member();
    for (const authorization of ["Bearer sf_nonsense", "bearer x", "Bearer  y"])
      expect((await browser.get("/api/user", { headers: { authorization } })).status).toBe(401);

    // Another scheme is not ours to judge: the cookie counts.
    const headers = { authorization: "Basic YWxpY2U6eA==" };
    expect((await browser.get("/api/user", { headers })).status).toBe(200);
  });

  it("does not vouch for a page: without one, the headers of our pages are asked for", async () => {
    world = await openHttpWorld();
    const { browser } = await world.member();
    const headers = { "x-requested-with": "", "sec-fetch-site": "cross-site" };
    expect((await browser.post("/api/orders", BUY, { headers })).status).toBe(403);
    const withEmpty = { ...headers, authorization: "Bearer" };
    expect((await browser.post("/api/orders", BUY, { headers: withEmpty })).status).toBe(403);
  });
});
