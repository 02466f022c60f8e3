import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { THROTTLE_RULES } from "@sevenfold/application/throttling";
import { type Endpoint, TOKEN_SCOPES } from "@sevenfold/contract/endpoint";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Browser } from "./testing/browser.ts";
import { CONTRACT_LINES, nameOf } from "./testing/contract-lines.ts";
import { type HttpWorld, openHttpWorld, PASSWORD } from "./testing/http-world.ts";
import { WRONG_KEY } from "./testing/small-broker.ts";

const BROKER_KEYS = { provider: "alpaca", apiKey: "AK-0123456789", secretKey: "secret" };
const NO_ID = "00000000-0000-4000-8000-000000000000";
const LOGIN = { username: "nobody", email: "nobody@example.com", password: "a wrong one" };
const REGISTRATION = {
  username: "somebody",
  email: "somebody@example.com",
  password: PASSWORD,
  brokerProvider: "alpaca",
  brokerApiKey: `${WRONG_KEY}-0123456789`,
  brokerSecretKey: "secret",
};
const BUY = { symbol: "AAPL", side: "buy", orderType: "market", quantity: 1 };

interface Row {
  /** The path of a call that is right but for who makes it, with what it names of B's: see `Names`. */
  readonly path?: string;
  readonly body?: object;
  /** What who is not signed in gets from a call for anyone; 200 when not said. */
  readonly nobody?: number;
  /** What a demo visitor gets; 200 when not said. */
  readonly demo?: number;
  /** What a user gets; the same as a demo visitor when not said. */
  readonly user?: number;
  /** What user A gets with B's id in the path; 200 where the path names nothing of a user. */
  readonly onOthers?: number;
}

/** Each route with the call that tries it. A new route needs a row. */
const ROWS: Readonly<Record<string, Row>> = {
  "POST /api/login": { body: LOGIN, nobody: 401, demo: 401, onOthers: 401 },
  "POST /api/register": { body: REGISTRATION, nobody: 422, demo: 422, onOthers: 422 },
  "POST /api/demo-login": { body: {} },
  "POST /api/logout": { body: {} },
  "POST /api/user/password": {
    body: { currentPassword: PASSWORD, newPassword: "another horse battery" },
    demo: 403,
    user: 200,
    onOthers: 403,
  },
  // A user with an open order is not deleted.
  "POST /api/user/delete": { body: { password: PASSWORD }, demo: 403, user: 409, onOthers: 403 },
  "GET /api/sign-ins": {},
  "DELETE /api/sign-ins/:id": { path: "/api/sign-ins/:signIn", onOthers: 404 },
  "POST /api/sign-ins/revoke-others": { body: {} },
  "POST /api/totp/begin": { body: { password: PASSWORD }, demo: 403, user: 200, onOthers: 403 },
  "POST /api/totp/confirm": { body: { totpCode: "123456" }, demo: 403, user: 409, onOthers: 403 },
  "POST /api/totp/remove": {
    body: { password: PASSWORD, totpCode: "123456" },
    demo: 403,
    user: 409,
    onOthers: 403,
  },
  "GET /api/tokens": {},
  "POST /api/tokens": {
    body: { name: "T", scope: "read", password: PASSWORD },
    demo: 403,
    user: 402,
    onOthers: 403,
  },
  "DELETE /api/tokens/:id": { path: `/api/tokens/${NO_ID}`, demo: 404, onOthers: 404 },
  "GET /api/user": {},
  "GET /api/subscription/status": {},
  "GET /api/account": {},
  "GET /api/portfolio": {},
  "GET /api/positions": {},
  "GET /api/positions/with-prices": {},
  "GET /api/positions/protection": {},
  "GET /api/portfolio/summary": {},
  "GET /api/goals/performance": {},
  "PATCH /api/portfolio": { body: { goalAmount: 800_000 } },
  "GET /api/trading-config": {},
  "PUT /api/trading-config": { body: { sharesToBuy: 5 } },
  "GET /api/trading-config/history": {},
  "POST /api/trading-config/preview": { body: { buyDropPct: 0.05 } },
  "GET /api/automated-symbols": {},
  "PUT /api/automated-symbols": { body: { tickers: ["AAPL"] } },
  "GET /api/risk": {},
  "PUT /api/risk": { body: { coolDownSec: 60 } },
  "GET /api/portfolio/daily-change": {},
  "GET /api/portfolio/equity": { path: "/api/portfolio/equity?range=1w" },
  "GET /api/trades": {},
  "GET /api/trades/page": {},
  "GET /api/orders": {},
  "GET /api/orders/page": {},
  "POST /api/orders": { body: BUY },
  "POST /api/orders/check": { body: BUY },
  "POST /api/orders/:clientKey/cancel": {
    path: "/api/orders/:order/cancel",
    body: {},
    onOthers: 404,
  },
  "POST /api/orders/cancel-all": { body: {} },
  "GET /api/orders/cancel-all/:id": {
    path: "/api/orders/cancel-all/00000000-0000-4000-8000-000000000000",
    demo: 404,
    onOthers: 404,
  },
  "POST /api/positions/sell": { body: { ticker: "AAPL", shares: 1 }, demo: 422, onOthers: 422 },
  "POST /api/positions/sell-all": { body: {}, demo: 409, onOthers: 409 },
  "GET /api/positions/sell-all/:id": {
    path: "/api/positions/sell-all/00000000-0000-4000-8000-000000000000",
    demo: 404,
    onOthers: 404,
  },
  "POST /api/positions/sync": { body: {} },
  "POST /api/positions/:ticker/manage": {
    path: "/api/positions/AAPL/manage",
    body: { managed: true },
    demo: 404,
    onOthers: 404,
  },
  "GET /api/brokers": {},
  "POST /api/brokers": { body: BROKER_KEYS, demo: 403, user: 200, onOthers: 403 },
  "POST /api/brokers/paper-keys": { body: {} },
  // The accounts of the matrix are all in by their keys alone.
  "POST /api/brokers/:id/authorise": {
    path: "/api/brokers/:broker/authorise",
    demo: 409,
    onOthers: 404,
  },
  "POST /api/brokers/:id/verify": {
    path: "/api/brokers/:broker/verify",
    body: { verifier: "CODE42" },
    demo: 409,
    onOthers: 404,
  },
  "POST /api/brokers/:id/select": {
    path: "/api/brokers/:broker/select",
    body: {},
    onOthers: 404,
  },
  "PATCH /api/brokers/:id": {
    path: "/api/brokers/:broker",
    body: { accountLabel: "Mine" },
    demo: 403,
    user: 200,
    onOthers: 404,
  },
  "DELETE /api/brokers/:id": {
    path: "/api/brokers/:broker",
    demo: 403,
    // An account with an open order is not removed.
    user: 409,
    onOthers: 404,
  },
  "GET /api/decisions": {},
  "GET /api/decisions/page": {},
  "GET /api/market/quote": { path: "/api/market/quote?symbol=AAPL" },
  "GET /api/market/quote/:symbol": { path: "/api/market/quote/AAPL" },
  "GET /api/market/hours": {},
  "GET /api/market/bars": { path: "/api/market/bars?symbol=AAPL" },
  "GET /api/market/glances": {},
  "GET /api/market/panel": {},
  "GET /api/company/:ticker": { path: "/api/company/AAPL" },
  "POST /api/company/batch": { body: { tickers: ["AAPL"] } },
  "GET /api/watchlist": {},
  "POST /api/watchlist": { body: { ticker: "AAPL" } },
  "DELETE /api/watchlist/:ticker": { path: "/api/watchlist/AAPL" },
  "GET /api/worker/status": {},
  "POST /api/worker/toggle": { body: { enabled: true } },
};

let world: HttpWorld;
beforeAll(async () => {
  // Calls that are refused for a wrong password are made here more often than anybody may.
  world = await openHttpWorld({ throttles: UNTHROTTLED });
});
beforeEach(async () => {
  // Each case has a minute of its own: all orders of a minute together are limited too.
  world.passTime(60_000);
  await world.pingWorker();
});
afterAll(() => world.close());

describe("every route of the contract", () => {
  it("is found by this test, whichever file declares it", () => {
    const contract = dirname(fileURLToPath(import.meta.resolve("@sevenfold/contract/endpoint")));
    const withoutLines = [
      "account-in-use",
      "build",
      "change",
      "decimal",
      "endpoint",
      "history",
      "live",
      "person-fields",
      "problem",
      "problem-text",
      "rate-input",
      "reductions",
      "states",
      "text-lines",
      "venue-prices",
      "visible-text",
    ];
    const files = readdirSync(contract).flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? []);

    expect(files.filter((file) => !withoutLines.includes(file)).sort()).toEqual(
      [
        "api-tokens",
        "brokers",
        "market",
        "orders",
        "portfolio",
        "settings",
        "sign-in",
        "watchlist",
        "worker",
      ].sort(),
    );
  });

  it("has a row", () => {
    expect(CONTRACT_LINES.map(nameOf).sort()).toEqual(Object.keys(ROWS).sort());
  });
});

describe.each(CONTRACT_LINES.map((line) => [nameOf(line), line] as const))("%s", (name, line) => {
  const row = ROWS[name] ?? {};

  it(`answers nobody ${line.access === "anyone" ? "too" : "with 401"}`, async () => {
    const { status, json } = await callAs(world.browser(), line, row, NOBODYS);

    expect(status).toBe(line.access === "anyone" ? (row.nobody ?? 200) : 401);
    if (line.access === "signed-in") expect(json.code).toBe("signed-out");
  });

  it("answers a demo visitor as the contract says", async () => {
    const { browser } = await world.visitor();
    const { status, json } = await callAs(browser, line, row, await namesOf(browser));

    expect(status).toBe(row.demo ?? 200);
    // Nothing undeclared leaves, and nothing declared is missing.
    if (status < 300) expect(line.output.parse(json)).toEqual(json);
  });

  it("answers a user as the contract says", async () => {
    const { browser } = await memberWithPrices();
    const { status, json } = await callAs(browser, line, row, await namesOf(browser));

    expect(status).toBe(row.user ?? row.demo ?? 200);
    if (status < 300) expect(line.output.parse(json)).toEqual(json);
  });

  it("takes who is over for nobody", async () => {
    const { browser, user } = await world.visitor();
    const names = await namesOf(browser);
    await world.storage.read.users.change(user.id, (row) => ({ ...row, expiresAt: row.createdAt }));
    world.needs.announcer.announce({ accountId: "", userId: user.id, topic: "sign-ins" });
    const { status } = await callAs(browser, line, row, names);

    expect(status).toBe(line.access === "anyone" ? (row.nobody ?? 200) : 401);
  });

  it.each(TOKEN_SCOPES)("answers a token that may %s as far as it reaches", async (scope) => {
    const { browser } = await memberWithPrices("pro");
    const names = await namesOf(browser);
    const { token } = (await browser.post("/api/tokens", { name: "T", scope, password: PASSWORD }))
      .json;
    const program = world.program(token);
    const { status, json } = await callAs(program, line, row, names);

    if (line.tokens === "refused") {
      expect([status, json.code]).toEqual([403, "token-not-allowed"]);
    } else if (TOKEN_SCOPES.indexOf(scope) < TOKEN_SCOPES.indexOf(line.tokens)) {
      expect([status, json.code]).toEqual([403, "token-scope-too-small"]);
    } else expect(status).toBe(row.user ?? row.demo ?? 200);
  });

  it("shows nothing of another user's", async () => {
    const owner = await world.visitor();
    const stranger = await world.visitor();
    const names = await namesOf(owner.browser);

    const { status, text } = await callAs(stranger.browser, line, row, names);

    expect(status).toBe(row.onOthers ?? 200);
    expect(text).not.toContain(owner.user.id);
    for (const name of Object.values(names)) expect(text).not.toContain(name);
  });

  it("needs no more than its own method", async () => {
    const { browser } = await world.visitor();
    const path = pathOf(line, row, NOBODYS);
    const served = CONTRACT_LINES.filter(({ path: other }) => other === line.path);
    const others = ["PUT", "PATCH", "DELETE"].filter(
      (method) => !served.some((each) => each.method === method.toLowerCase()),
    );

    // 400 where the path is another route's with an id that is none.
    for (const method of others)
      expect([400, 404, 405], `${method} ${path}`).toContain(
        (await browser.send(method, path)).status,
      );
  });
});

/** What paths name of a user's. */
interface Names {
  readonly order: string;
  readonly broker: string;
  readonly signIn: string;
}

const NOBODYS: Names = {
  order: "A".repeat(20),
  broker: NO_ID,
  signIn: "A".repeat(20),
};

/** Every rule, far beyond what is tried here. */
const UNTHROTTLED = Object.fromEntries(
  Object.entries(THROTTLE_RULES).map(([name, rule]) => [name, { ...rule, triesMax: 1_000_000 }]),
);

const pathOf = ({ path }: Endpoint, row: Row, names: Names): string =>
  Object.entries(names).reduce(
    (text, [name, value]) => text.replace(`:${name}`, value),
    row.path ?? path,
  );

const callAs = (browser: Browser, line: Endpoint, row: Row, names: Names) =>
  browser.send(line.method.toUpperCase(), pathOf(line, row, names), {
    ...(row.body ? { body: row.body } : {}),
  });

/** On an account whose venue has prices: it may send every order there is. */
async function memberWithPrices(plan?: "pro") {
  const member = await world.member(plan);
  const { storage } = world;
  const account = (await storage.read.accounts.selectedOf(member.user.id))!;
  await storage.transact((tables) =>
    tables.accounts.change(account.id, (row) => ({ ...row, venue: "built-in" })),
  );
  return member;
}

async function namesOf(browser: Browser): Promise<Names> {
  const placed = await browser.post("/api/orders", { ...BUY, symbol: "MSFT" });
  const brokers = await browser.get("/api/brokers");
  const signIns = await browser.get("/api/sign-ins");
  return {
    order: placed.json.order.clientKey,
    broker: brokers.json[0].id,
    signIn: signIns.json[0].id,
  };
}
