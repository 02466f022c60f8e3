import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StorageUnavailable } from "@sevenfold/application/ports/storage";
import { afterEach, describe, expect, it } from "vitest";

import type { Browser } from "./testing/browser.ts";
import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

const ORDER = { symbol: "AAPL", side: "buy", orderType: "market", quantity: 3 };
const OURS = { "x-requested-with": "sevenfold", "sec-fetch-site": "same-origin" };

describe("the server", () => {
  it("gives a visitor an account of $100,000", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect((await browser.get("/api/account")).json).toMatchObject({
      mode: "demo",
      equity: 100_000,
      availableCash: 100_000,
    });
  });

  it("rejects with a sentence when its port is taken", async () => {
    world = await openHttpWorld();
    const { port } = world.server;

    await expect(openHttpWorld({ port })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is taken by another program. Choose another port.`,
    );
  });

  it("closes although browsers keep connections and streams open", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const stream = await fetch(`${browser.url}/api/live`, {
      headers: { cookie: browser.cookieHeader },
    });
    expect(stream.status).toBe(200);

    await world.server.close();

    await expect(fetch(`${browser.url}/healthz`)).rejects.toThrow();
  });

  it("says whether it lives and whether it can work", async () => {
    let isDown = false;
    world = await openHttpWorld({
      instead: ({ storage }) => ({
        storage: failingWhen(storage, () => isDown),
      }),
    });
    const browser = world.browser();
    expect((await browser.get("/healthz")).json).toEqual({ ok: true });
    expect((await browser.get("/readyz")).json).toMatchObject({ ok: true, storage: true });

    isDown = true;

    expect((await browser.get("/healthz")).status).toBe(200);
    expect(await browser.get("/readyz")).toMatchObject({ status: 503, json: { ok: false } });
  });

  it("is not ready while its database can only be read", async () => {
    let isStorageWritable = false;
    world = await openHttpWorld({
      instead: () => ({ isStorageWritable: () => isStorageWritable }),
    });
    const browser = world.browser();
    expect(await browser.get("/readyz")).toMatchObject({ status: 503, json: { storage: false } });

    isStorageWritable = true;
    expect(await browser.get("/readyz")).toMatchObject({ status: 200, json: { storage: true } });
  });

  it("is not ready while the built-in exchange takes no orders, and says so", async () => {
    let answer = async () => true;
    world = await openHttpWorld({ instead: () => ({ isExchangeWritable: () => answer() }) });
    const ready = async () => (await world.browser().get("/readyz")) as object;
    expect(await ready()).toMatchObject({ status: 200, json: { exchange: "writable" } });

    answer = async () => false;
    expect(await ready()).toMatchObject({
      status: 503,
      json: { ok: false, storage: true, exchange: "not writable" },
    });
    answer = () => Promise.reject(new Error("no exchange there"));
    expect(await ready()).toMatchObject({ status: 503, json: { exchange: "not answering" } });
    answer = async () => true;
    expect(await ready()).toMatchObject({ status: 200, json: { ok: true } });
  });
});

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
    ["a number as text", { ...ORDER, quantity: "3" }, "Quantity must be a whole number"],
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
    ["a form", { "sec-fetch-site": "same-origin" }],
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

  it("from our own origin is taken where the browser names no site", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const headers = { "sec-fetch-site": "", origin: browser.url };

    expect((await browser.post("/api/orders", ORDER, { headers })).status).toBe(200);
  });
});

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

describe("the web pages", () => {
  let folder: string;
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("are served with the right caching, and one page for every path", async () => {
    folder = await mkdtemp(join(tmpdir(), "sevenfold-web-"));
    await mkdir(join(folder, "site", "assets"), { recursive: true });
    await writeFile(join(folder, "secret.txt"), "outside");
    await writeFile(join(folder, "site", "index.html"), "<title>Sevenfold</title>");
    await writeFile(join(folder, "site", "favicon.svg"), "<svg/>");
    await writeFile(join(folder, "site", "assets", "main-1a2b.js"), "start()");
    world = await openHttpWorld({ webFolder: join(folder, "site") });
    const browser = world.browser();

    for (const path of ["/", "/dashboard", "/trades?x=1", "/no/such/page"]) {
      const page = await browser.get(path);
      expect(page).toMatchObject({ status: 200, text: "<title>Sevenfold</title>" });
      expect(page.headers.get("cache-control")).toBe("no-cache");
      expect(page.headers.get("content-type")).toContain("text/html");
    }
    const asset = await browser.get("/assets/main-1a2b.js");
    expect(asset).toMatchObject({ status: 200, text: "start()" });
    expect(asset.headers.get("cache-control")).toBe("max-age=31536000,immutable");
    expect((await browser.get("/favicon.svg")).headers.get("cache-control")).toBe("no-cache");
    for (const path of [
      "/assets/gone.js",
      "/assets/",
      "/gone.png",
      "/.env",
      "/%2e%2e%2fsecret.txt",
    ])
      expect((await browser.get(path)).status, path).toBe(404);
    expect(await rawStatus(world.server.port, "GET", "/../secret.txt")).not.toBe(200);
    expect((await browser.get("/%ff")).status).toBeLessThan(500);
  });

  it("are a word on how to build them while nobody has", async () => {
    folder = "";
    world = await openHttpWorld();

    const page = await world.browser().get("/dashboard");

    expect(page.status).toBe(503);
    expect(page.text).toContain("npm run build");
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

/** The path as it stands here: `fetch` would tidy it. */
function rawStatus(port: number, method: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1", method, path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

type Storage = HttpWorld["storage"];

async function unlessDown<Value>(
  isDown: () => boolean,
  read: () => Promise<Value>,
): Promise<Value> {
  if (isDown()) throw new StorageUnavailable("connect ECONNREFUSED 10.0.0.7:5432");
  return read();
}

/** A storage whose worker table goes away when told to. */
const failingWhen = (storage: Storage, isDown: () => boolean): Storage => ({
  ...storage,
  read: {
    ...storage.read,
    workers: {
      ...storage.read.workers,
      latest: () => unlessDown(isDown, () => storage.read.workers.latest()),
      about: (accountId) => unlessDown(isDown, () => storage.read.workers.about(accountId)),
    },
  },
});
