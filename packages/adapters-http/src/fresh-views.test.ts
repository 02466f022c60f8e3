import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { plainCodeAt } from "@sevenfold/application/testing/plain-codes";
import { somePosition } from "@sevenfold/application/testing/storage-rows";
import { ENDPOINTS } from "@sevenfold/contract/endpoints";
import { instant } from "@sevenfold/domain/market";
import { ok } from "@sevenfold/domain/result";
import { afterEach, describe, expect, it } from "vitest";
import type { HttpServer } from "./listening.ts";
import { Browser } from "./testing/browser.ts";
import { type HttpWorld, type Member, openHttpWorld, PASSWORD } from "./testing/http-world.ts";
import { nameOf } from "./testing/name-of.ts";
import { RIGHT_CODE } from "./testing/small-broker.ts";

let world: HttpWorld;
/** Another process, which hears what this one announces. */
let beside: HttpServer;
let forgetful: HttpServer;
afterEach(async () => {
  await beside.close();
  await forgetful.close();
  await world.close();
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LIMIT = { symbol: "AAPL", side: "buy", orderType: "limit", quantity: 2, limitPrice: 150 };
const KEYS = { provider: "alpaca", apiKey: "AK-of-the-second", secretKey: "the secret" };

/** Asks for one change, and says what came of it. */
type Ask = (member: Scene) => Promise<{ readonly status: number; readonly text: string }>;

interface Scene extends Member {
  /** The account that trades, and one beside it. */
  readonly accountId: string;
  readonly otherId: string;
  /** One that its user has still to authorise. */
  readonly pendingId: string;
  /** Of an open order. */
  readonly clientKey: string;
  readonly tokenId: string;
  /** Where else the user is signed in. */
  readonly otherSignInId: string;
  /** What an authenticator shows. */
  readonly code: () => string;
}

/** Every call that changes something a view may show, as a user would make it. */
const CHANGES: Readonly<Record<string, Ask>> = {
  "PATCH /api/portfolio": ({ browser }) =>
    browser.send("PATCH", "/api/portfolio", { body: { goalAmount: 900_000 } }),
  "PUT /api/trading-config": ({ browser }) =>
    browser.send("PUT", "/api/trading-config", {
      body: { strategyMode: "SIMPLE", buyDropPct: 0.07, sharesToBuy: 7, stopLossEnabled: true },
    }),
  "PUT /api/risk": ({ browser }) => browser.send("PUT", "/api/risk", { body: { coolDownSec: 61 } }),
  "PUT /api/automated-symbols": ({ browser }) =>
    browser.send("PUT", "/api/automated-symbols", { body: { tickers: ["AAPL"] } }),
  "POST /api/watchlist": ({ browser }) => browser.post("/api/watchlist", { ticker: "TSLA" }),
  "DELETE /api/watchlist/:ticker": ({ browser }) => browser.delete("/api/watchlist/AAPL"),
  "POST /api/worker/toggle": ({ browser }) =>
    browser.post("/api/worker/toggle", { enabled: true, freshTrails: true }),
  "POST /api/orders": ({ browser }) => browser.post("/api/orders", { ...LIMIT, quantity: 3 }),
  "POST /api/orders/:clientKey/cancel": ({ browser, clientKey }) =>
    browser.post(`/api/orders/${clientKey}/cancel`),
  "POST /api/orders/cancel-all": ({ browser }) => browser.post("/api/orders/cancel-all"),
  "POST /api/positions/sell": ({ browser }) =>
    browser.post("/api/positions/sell", { ticker: "AAPL", shares: 3 }),
  "POST /api/positions/sell-all": ({ browser }) => browser.post("/api/positions/sell-all"),
  "POST /api/positions/sync": ({ browser }) => browser.post("/api/positions/sync"),
  "POST /api/positions/:ticker/manage": ({ browser }) =>
    browser.post("/api/positions/AAPL/manage", { managed: true }),
  "POST /api/brokers": ({ browser }) =>
    browser.post("/api/brokers", { ...KEYS, apiKey: "AK-of-the-third" }),
  "POST /api/brokers/:id/select": ({ browser, otherId }) =>
    browser.post(`/api/brokers/${otherId}/select`),
  "PATCH /api/brokers/:id": ({ browser, accountId }) =>
    browser.send("PATCH", `/api/brokers/${accountId}`, { body: { accountLabel: "Renamed" } }),
  "DELETE /api/brokers/:id": ({ browser, otherId }) => browser.delete(`/api/brokers/${otherId}`),
  "POST /api/brokers/:id/authorise": ({ browser, pendingId }) =>
    browser.post(`/api/brokers/${pendingId}/authorise`),
  "POST /api/brokers/:id/verify": async ({ browser, pendingId }) => {
    await browser.post(`/api/brokers/${pendingId}/authorise`);
    await shown(world.server.url, browser);
    return browser.post(`/api/brokers/${pendingId}/verify`, { verifier: RIGHT_CODE });
  },
  "POST /api/totp/confirm": ({ browser, code }) =>
    browser.post("/api/totp/confirm", { totpCode: code() }),
  "POST /api/totp/remove": async ({ browser, code }) => {
    await browser.post("/api/totp/confirm", { totpCode: code() });
    await seenEverywhere(browser);
    world.passTime(MINUTE_MS);
    return browser.post("/api/totp/remove", { password: PASSWORD, totpCode: code() });
  },
  "POST /api/tokens": ({ browser }) =>
    browser.post("/api/tokens", { name: "More", scope: "read", password: PASSWORD }),
  "DELETE /api/tokens/:id": ({ browser, tokenId }) => browser.delete(`/api/tokens/${tokenId}`),
  "DELETE /api/sign-ins/:id": ({ browser, otherSignInId }) =>
    browser.delete(`/api/sign-ins/${otherSignInId}`),
  "POST /api/sign-ins/revoke-others": ({ browser }) => browser.post("/api/sign-ins/revoke-others"),
  "POST /api/user/password": ({ browser }) =>
    browser.post("/api/user/password", { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` }),
  "POST /api/user/delete": async ({ browser, clientKey }) => {
    await oneByOne(world.storage).orders.change(clientKey, (order) =>
      ok({ ...order, status: "canceled" }),
    );
    return browser.post("/api/user/delete", { password: PASSWORD });
  },
  "POST /api/logout": ({ browser }) => browser.post("/api/logout"),
  "POST /api/billing/checkout": ({ browser }) =>
    browser.post("/api/billing/checkout", { plan: "basic" }),
  "POST /api/billing/sync": subscribed,
  "POST /api/subscription/change": async (scene) => {
    await subscribed(scene);
    return scene.browser.post("/api/subscription/change", { plan: "basic" });
  },
  "POST /api/subscription/cancel": async (scene) => {
    await subscribed(scene);
    return scene.browser.post("/api/subscription/cancel");
  },
  "POST /api/subscription/resume": async (scene) => {
    await subscribed(scene);
    await scene.browser.post("/api/subscription/cancel");
    return scene.browser.post("/api/subscription/resume");
  },
};

/** Premium, bought and paid for. */
async function subscribed({ browser, user }: Member) {
  await browser.post("/api/billing/checkout", { plan: "premium" });
  world.payments.pay(`cus_${user.id}`, {});
  return browser.post("/api/billing/sync");
}

/** After these a view may well be what it was: what they change is elsewhere. */
const UNSEEN: ReadonlySet<string> = new Set([
  "POST /api/positions/sync",
  "POST /api/brokers/:id/authorise",
]);

/** Calls that only look, or change what no view shows. */
const OTHERS: ReadonlySet<string> = new Set([
  "POST /api/login",
  "POST /api/register",
  "POST /api/demo-login",
  "POST /api/totp/begin",
  "POST /api/trading-config/preview",
  "POST /api/orders/check",
  "POST /api/company/batch",
  "POST /api/brokers/paper-keys",
  "POST /api/billing/portal",
]);

/** What a signed-in user can look at without naming anything. */
const VIEWS = ENDPOINTS.filter(
  ({ access, input, method, path }) =>
    access === "signed-in" &&
    method === "get" &&
    !path.includes(":") &&
    input.safeParse({}).success,
).map(({ path }) => path);

describe("a view", () => {
  it.each(Object.entries(CHANGES))("shows at once what %s changed", async (name, change) => {
    const scene = await opened();
    const [before] = await seenEverywhere(scene.browser);

    const { status, text } = await change(scene);

    expect([status, text]).toEqual([200, expect.anything()]);
    const after = await shown(forgetful.url, scene.browser);
    for (const seen of await seenEverywhere(scene.browser))
      expect(VIEWS.filter((path) => seen[path] !== after[path])).toEqual([]);
    if (!UNSEEN.has(name)) expect(after).not.toEqual(before);
  });

  it("shows at once the order that was refused", async () => {
    const { browser } = await opened();
    await shown(world.server.url, browser);

    expect((await browser.post("/api/orders", { ...LIMIT, quantity: 9_999 })).status).toBe(422);

    const after = await shown(world.server.url, browser);
    expect(after).toEqual(await shown(forgetful.url, browser));
    expect(after["/api/orders"]).toContain('"quantity":9999');
  });

  it.each([
    ["POST", "/api/worker/toggle", { enabled: true }],
    ["PUT", "/api/trading-config", { enableAutomatedTrading: true }],
  ])("shows at once the account that %s %s released", async (method, path, body) => {
    const { accountId, browser } = await opened();
    // Whoever switches on has seen it.
    const at = instant(world.needs.clock.now() - 60_000);
    await oneByOne(world.storage).accounts.change(accountId, (row) => ({
      ...row,
      reductions: [{ because: "books-contradicted", at }],
    }));
    world.announcer.announce({ accountId, userId: "", topic: "accounts-changed" });
    const [before] = await seenEverywhere(browser);
    expect(before!["/api/worker/status"]).toContain("books-contradicted");

    expect((await browser.send(method, path, { body })).status).toBe(200);

    const after = await shown(forgetful.url, browser);
    for (const seen of await seenEverywhere(browser)) expect(seen).toEqual(after);
    expect(after["/api/worker/status"]).not.toContain("books-contradicted");
  });

  it("is kept while nothing changes", async () => {
    const { accountId, browser } = await opened();
    const before = await shown(world.server.url, browser);
    await oneByOne(world.storage).accounts.change(accountId, (row) => ({
      ...row,
      label: "Behind us",
    }));

    expect(await shown(world.server.url, browser)).toEqual(before);
    expect(await shown(forgetful.url, browser)).not.toEqual(before);
  });

  it("has every changing call of the contract tried on it", () => {
    const changing = ENDPOINTS.filter(({ method }) => method !== "get").map(nameOf);

    expect(new Set([...Object.keys(CHANGES), ...OTHERS])).toEqual(new Set(changing));
  });
});

/** A member with one of everything, seen by servers that keep for long. */
async function opened(): Promise<Scene> {
  world = await openHttpWorld({ keptMs: 24 * HOUR_MS });
  beside = await world.beside();
  forgetful = await world.forgetful();
  const member = await world.member("pro");
  const { browser } = member;
  await world.pingWorker();
  const { json: first } = await browser.get("/api/brokers");
  const accountId: string = first[0].id;
  const { json: other } = await browser.post("/api/brokers", KEYS);
  const { json: issued } = await browser.post("/api/brokers/paper-keys", { provider: "etrade" });
  const { json: pending } = await browser.post("/api/brokers", { provider: "etrade", ...issued });
  await browser.post(`/api/brokers/${accountId}/select`);
  // A venue with prices, which takes every order there is.
  await world.storage.transact(({ accounts }) =>
    accounts.change(accountId, (row) => ({ ...row, venue: "built-in" })),
  );
  await world.storage.transact(({ positions }) =>
    positions.put({
      ...somePosition(accountId, 10),
      updatedAt: world.needs.clock.now(),
      isManaged: false,
    }),
  );
  await browser.delete("/api/watchlist/TSLA");
  const { json: placed } = await browser.post("/api/orders", LIMIT);
  const { clientKey } = placed.order;
  const { json: token } = await browser.post("/api/tokens", {
    name: "Mine",
    scope: "read",
    password: PASSWORD,
  });
  await world.browser().post("/api/login", member.login);
  const { json: signIns } = await browser.get("/api/sign-ins");
  const elsewhere = signIns.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
  const { json: begun } = await browser.post("/api/totp/begin", { password: PASSWORD });
  return {
    ...member,
    accountId,
    otherId: other.id,
    pendingId: pending.id,
    clientKey,
    tokenId: token.id,
    otherSignInId: elsewhere.id,
    code: () => plainCodeAt(begun.secret, world.needs.clock.now()),
  };
}

/** What the process that is asked and the one beside it show. */
const seenEverywhere = async (browser: Browser) => [
  await shown(world.server.url, browser),
  await shown(beside.url, browser),
];

/** Every view as the server answers it, without the moments at which it did and what is counted to them. */
async function shown(url: string, { cookies }: Browser): Promise<Record<string, string>> {
  const browser = new Browser(url);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  const answers: Record<string, string> = {};
  for (const path of VIEWS) answers[path] = timeless((await browser.get(path)).text);
  return answers;
}

const timeless = (text: string): string =>
  text.replaceAll(/"(\d{4}-\d\d-\d\dT[^"]*|\d+h \d+m)"/g, '"…"');
