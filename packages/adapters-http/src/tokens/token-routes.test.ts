import { createHash } from "node:crypto";
import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { plainCodeAt } from "@sevenfold/application/testing/plain-codes";
import type { TokenScope } from "@sevenfold/contract/call";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld, PASSWORD } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

const BUY = { symbol: "AAPL", side: "buy", orderType: "limit", quantity: 1, limitPrice: 150 };
const wish = (scope: TokenScope) => ({ name: "My script", scope, password: PASSWORD });

/** What settles how an account trades. */
const SETTINGS = [
  ["PUT", "/api/risk", { maxPosPct: 100 }],
  ["PUT", "/api/trading-config", { sharesToBuy: 5 }],
  ["PUT", "/api/automated-symbols", { tickers: ["AAPL"] }],
  ["PATCH", "/api/portfolio", { goalAmount: 800_000 }],
  ["POST", "/api/watchlist", { ticker: "AMD" }],
  ["DELETE", "/api/watchlist/AAPL", undefined],
] as const;

async function withToken(scope: TokenScope) {
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

  it("that may trade orders and sells, and lets the settings be", async () => {
    const { program } = await withToken("trade");

    expect((await program.post("/api/orders", BUY)).status).toBe(200);
    expect((await program.post("/api/positions/sync")).status).toBe(200);
    for (const [method, path, body] of SETTINGS)
      expect(await program.send(method, path, { body }), path).toMatchObject({
        status: 403,
        json: {
          code: "token-scope-too-small",
          details: "This call needs a token with the scope manage; this one has trade.",
        },
      });
  });

  it("that may trade switches automation off, and never on", async () => {
    const { browser, program, user } = await withToken("trade");
    const { accounts } = oneByOne(world.storage);
    const account = (await accounts.selectedOf(user.id))!;
    await accounts.change(account.id, (row) => ({ ...row, venue: "built-in" }));
    await world.pingWorker();

    expect((await program.post("/api/worker/toggle", { enabled: true })).status).toBe(403);
    expect((await browser.post("/api/worker/toggle", { enabled: true })).status).toBe(200);
    expect(await program.post("/api/worker/toggle", { enabled: false })).toMatchObject({
      status: 200,
      json: { enabled: false },
    });
    expect((await browser.get("/api/worker/status")).json.enabled).toBe(false);
  });

  it("that may read does not switch automation off", async () => {
    const { program } = await withToken("read");

    expect((await program.post("/api/worker/toggle", { enabled: false })).status).toBe(403);
  });

  it("that may manage trades and changes settings, and is refused what is for people", async () => {
    const { program } = await withToken("manage");

    expect((await program.post("/api/orders", BUY)).status).toBe(200);
    expect((await program.send("PUT", "/api/risk", { body: { coolDownSec: 60 } })).status).toBe(
      200,
    );
    expect(await program.post("/api/tokens", wish("manage"))).toMatchObject({
      status: 403,
      json: { code: "token-not-allowed" },
    });
    // Before anything is said about what was sent.
    expect((await program.post("/api/user/password", { nonsense: 1 })).status).toBe(403);
  });

  it("is made by whoever shows the password, and by a window left open not", async () => {
    world = await openHttpWorld();
    const { browser } = await world.member("pro");
    const { password: _, ...without } = wish("read");

    expect(await browser.post("/api/tokens", without)).toMatchObject({
      status: 400,
      json: { details: "Password is required" },
    });
    expect(await browser.post("/api/tokens", { ...without, password: "wrong" })).toMatchObject({
      status: 403,
      json: { code: "password-wrong" },
    });
    expect((await browser.get("/api/tokens")).json).toEqual([]);
  });

  it("is good for ninety days where nothing is said, and for a year at most", async () => {
    const { browser, created } = await withToken("read");

    expect(Date.parse(created.expiresAt) - Date.parse(created.createdAt)).toBe(90 * 86_400_000);
    expect(
      (await browser.post("/api/tokens", { ...wish("read"), expiresInDays: 366 })).status,
    ).toBe(400);
    expect(
      (await browser.post("/api/tokens", { ...wish("read"), expiresInDays: 365 })).status,
    ).toBe(200);
  });

  it("ends with the password, and the answer says so", async () => {
    const { browser, program } = await withToken("trade");
    const changed = await browser.post("/api/user/password", {
      currentPassword: PASSWORD,
      newPassword: "staple battery horse",
    });

    expect(changed.json.message).toBe(
      "Password changed. Your other sign-ins and your API token have ended.",
    );
    expect(await program.get("/api/user")).toMatchObject({
      status: 401,
      json: { code: "token-refused" },
    });
    expect((await browser.get("/api/tokens")).json).toEqual([]);
  });

  it("ends when two-step sign-in is turned on, and when it is turned off", async () => {
    const { browser, program } = await withToken("read");
    const { secret } = (await browser.post("/api/totp/begin", { password: PASSWORD })).json;
    const code = () => ({ totpCode: plainCodeAt(secret, world.needs.clock.now()) });
    const { json: confirmed } = await browser.post("/api/totp/confirm", code());

    expect(confirmed.message).toMatch(/^Two-step sign-in is on\. Your API token has ended/);
    expect((await program.get("/api/user")).status).toBe(401);
    expect((await browser.post("/api/tokens", wish("read"))).json.code).toBe("totp-required");

    world.passTime(60_000);
    const made = await browser.post("/api/tokens", { ...wish("read"), ...code() });
    world.passTime(60_000);
    const removed = await browser.post("/api/totp/remove", { password: PASSWORD, ...code() });
    expect(removed.json.message).toContain("Your API token has ended");
    expect((await world.program(made.json.token).get("/api/user")).status).toBe(401);
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
