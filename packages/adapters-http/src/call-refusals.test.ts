import { request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import type { Browser } from "./testing/browser.ts";
import { failingWhen } from "./testing/failing-worker-table.ts";
import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";
import { rawStatus } from "./testing/raw-status.ts";

let world: HttpWorld;
afterEach(() => world.close());

const ORDER = { symbol: "AAPL", side: "buy", orderType: "market", quantity: 3 };
const OURS = { "x-requested-with": "sevenfold", "sec-fetch-site": "same-origin" };

describe("a call", () => {
  it("is refused to who is not signed in", async () => {
    world = await openHttpWorld();

    expect(await world.browser().get("/api/account")).toMatchObject({
      status: 401,
      json: { code: "signed-out", details: "Please sign in." },
    });
  });

  it.each([
    ["an unknown field", { ...ORDER, price: 3 }, 'There is no field "price".'],
    ["a missing field", { ...ORDER, side: undefined }, '"side" must be one of: buy, sell.'],
    ["no symbol", { ...ORDER, symbol: undefined }, "Please select a symbol"],
    ["a symbol of six letters", { ...ORDER, symbol: "ABCDEF" }, "A symbol has one to five letters"],
    ["no shares", { ...ORDER, quantity: 0 }, "Quantity must be at least 1"],
    ["half a share", { ...ORDER, quantity: 0.5 }, "Quantity must be a whole number"],
    ["shares in words", { ...ORDER, quantity: "three" }, "Quantity must be a whole number"],
    [
      "a limit order without a limit",
      { ...ORDER, orderType: "limit" },
      "Limit price is required for limit orders",
    ],
    [
      "a limit no market takes",
      { ...ORDER, orderType: "limit", limitPrice: 1.001 },
      "A limit price of a dollar or more has two decimals at most",
    ],
    [
      "a name that reaches behind objects",
      '{"__proto__":{"quantity":3}}',
      "The body holds a name that is not allowed.",
    ],
    ["a list", "[]", "The body must be a JSON object."],
    ["no JSON", '{"symbol":', "The body is not JSON."],
    [
      "too deep a body",
      `${'{"a":'.repeat(9)}1${"}".repeat(9)}`,
      "The body is nested more than 8 levels deep.",
    ],
    ["a NUL", { ...ORDER, symbol: "A\0" }, "A text holds a character that is not allowed."],
  ])("with %s is refused in words that say what is wrong", async (_, body, details) => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect(await browser.post("/api/orders", body)).toMatchObject({
      status: 400,
      json: { code: "invalid-request", error: "The request is not valid", details },
    });
    expect(world.broker.received).toEqual([]);
  });

  it("that says a field twice is refused", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const details = '"symbol" is given more than once.';

    for (const path of [
      "/api/market/quote?symbol=AAPL&symbol=TSLA",
      "/api/market/quote/AAPL?symbol=TSLA",
    ])
      expect(await browser.get(path)).toMatchObject({ status: 400, json: { details } });
  });

  it("with more than 200 fields is refused", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const body = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, 1]));

    expect((await browser.post("/api/orders", body)).json.details).toBe(
      "The body has more than 200 fields.",
    );
  });

  it("with a body above 16 KiB is refused, with a stated length or without", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const body = JSON.stringify({ ...ORDER, symbol: "A".repeat(17_000) });

    expect(await browser.post("/api/orders", body)).toMatchObject({
      status: 413,
      json: { code: "body-too-large" },
    });
    expect(await chunked(browser, "/api/orders", body)).toBe(413);
  });

  it("that is no JSON, or packed, is refused", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const body = JSON.stringify(ORDER);

    for (const headers of [
      { "content-type": "text/plain" },
      { "content-type": "application/x-www-form-urlencoded" },
      { "content-type": "application/json", "content-encoding": "gzip" },
    ])
      expect(await browser.post("/api/orders", body, { headers })).toMatchObject({
        status: 415,
        json: { code: "not-json" },
      });
  });

  it("that is not written in UTF-8 is refused, whatever it says of itself", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    // Read as best it may be, one password would be as good as another.
    const body = Buffer.from('{"username":"a","email":"a@b.c","password":"p\u00e4ss"}', "latin1");

    for (const charset of ["utf-8", "iso-8859-1"]) {
      const response = await fetch(`${browser.url}/api/login`, {
        method: "POST",
        headers: {
          ...{ ...OURS, "content-type": `application/json; charset=${charset}` },
          cookie: browser.cookieHeader,
        },
        body,
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ details: "The body is not JSON." });
    }
  });

  it("to an unknown path or by a wrong method is refused as such", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    for (const path of ["/api", "/api/", "/api/nothing", "/api/user/1"])
      expect(await browser.get(path)).toMatchObject({ status: 404, json: { code: "not-found" } });
    const wrong = await browser.send("DELETE", "/api/account");
    expect(wrong).toMatchObject({ status: 405, json: { code: "method-not-allowed" } });
    expect(wrong.headers.get("allow")).toBe("HEAD, GET");
    expect(await rawStatus(world.server.port, "TRACE", "/api/account")).toBe(405);
  });

  it("says nothing of what went wrong inside", async () => {
    world = await openHttpWorld({
      instead: () => ({
        placeOrder: async () => {
          throw new Error("select * from users; ECONNREFUSED /usr/lib/node_modules/pg");
        },
      }),
    });
    const { browser } = await world.visitor();

    const { status, headers, json, text } = await browser.post("/api/orders", ORDER);

    expect(status).toBe(500);
    expect(json.code).toBe("internal-error");
    expect(json.details).toContain(headers.get("x-request-id"));
    expect(text).not.toMatch(/select|ECONN|node_modules|at \//);
    expect(world.logged.join()).toContain(headers.get("x-request-id"));
  });

  it("says that the database is away", async () => {
    let isDown = false;
    world = await openHttpWorld({
      instead: ({ storage }) => ({ storage: failingWhen(storage, () => isDown) }),
    });
    const { browser } = await world.visitor();
    isDown = true;

    expect(await browser.get("/api/worker/status")).toMatchObject({
      status: 503,
      json: { code: "temporarily-unavailable" },
    });
  });
});

describe("a change", () => {
  const FROM = "http://127.0.0.1";

  it.each([
    ["another site", { ...OURS, "sec-fetch-site": "cross-site" }],
    ["a sister site", { ...OURS, "sec-fetch-site": "same-site" }],
    ["a page that says nothing", { "x-requested-with": "sevenfold" }],
    ["a form", { "sec-fetch-site": "same-origin", "content-type": "text/plain" }],
    ["another site's JSON", { "sec-fetch-site": "cross-site" }],
    ["an evil origin", { "x-requested-with": "sevenfold", origin: "https://sevenfold.evil" }],
    ["no origin at all", { "x-requested-with": "sevenfold", origin: "null" }],
    ["another port", { "x-requested-with": "sevenfold", origin: `${FROM}:1` }],
  ])("from %s is refused", async (_, headers) => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const calls = [
      ["/api/orders", JSON.stringify(ORDER)],
      ["/api/logout", "{}"],
      ["/api/demo-login", "{}"],
    ] as const;

    for (const [path, body] of calls) {
      const response = await fetch(browser.url + path, {
        method: "POST",
        headers: { cookie: browser.cookieHeader, "content-type": "application/json", ...headers },
        body,
      });
      expect(response.status).toBe(403);
    }
    expect(world.broker.received).toEqual([]);
    expect((await browser.get("/api/user")).status).toBe(200);
  });

  it("without a body needs the header, and with JSON none", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const headers = { cookie: browser.cookieHeader, "sec-fetch-site": "same-origin" };
    const post = (path: string, sent: RequestInit) =>
      fetch(browser.url + path, { method: "POST", headers, ...sent });
    const json = { ...headers, "content-type": "application/json" };

    expect((await post("/api/logout", {})).status).toBe(403);
    expect((await post("/api/orders", { headers: json, body: "{}" })).status).toBe(400);
    expect((await post("/api/logout", { headers: { ...headers, ...OURS } })).status).toBe(200);
  });

  it("from our own origin is taken where the browser names no site", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const headers = { "sec-fetch-site": "", origin: browser.url };

    expect((await browser.post("/api/orders", ORDER, { headers })).status).toBe(200);
  });
});

function chunked(browser: Browser, path: string, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...OURS,
      cookie: browser.cookieHeader,
      "content-type": "application/json",
      "transfer-encoding": "chunked",
    };
    const sending = request(browser.url + path, { method: "POST", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sending.on("error", reject);
    sending.write(body.slice(0, 9_000));
    sending.end(body.slice(9_000));
  });
}
