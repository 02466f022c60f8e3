import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

const ORDER = { symbol: "AAPL", side: "buy", orderType: "market", quantity: 3 };

/** The status of a request whose path and headers no client tidies up. */
const statusOf = (path: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = world.server;
    const asking = request({ host: "127.0.0.1", port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    asking.once("error", reject);
    asking.end();
  });

const bodyOf = (path: string, headers: Record<string, string>): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { port } = world.server;
    const asking = request({ host: "127.0.0.1", port, path, headers }, async (response) => {
      resolve(JSON.parse(await text(response)));
    });
    asking.once("error", reject);
    asking.end();
  });

/** The first line of the answer to a request written by hand. */
const answerTo = (lines: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(world.server.port, "127.0.0.1");
    socket.once("error", reject);
    socket.once("data", (data) => {
      socket.destroy();
      resolve(String(data).split("\r\n")[0]!);
    });
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  });

describe("an origin", () => {
  it.each([
    ["a user", (host: string) => `http://user@${host}`],
    ["a user and a password", (host: string) => `http://user:word@${host}`],
    ["a path", (host: string) => `http://${host}/page`],
    ["no scheme", (host: string) => host],
  ])("that names %s is none of ours", async (_, originOf) => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const { host } = new URL(browser.url);
    const headers = { "sec-fetch-site": "", origin: originOf(host) };

    expect(await browser.post("/api/orders", ORDER, { headers })).toMatchObject({
      status: 403,
      json: { code: "cross-origin" },
    });
    expect(world.broker.received).toEqual([]);
  });
});

describe("a path", () => {
  it.each([
    "//api/user",
    "/api//user",
    "/%2Fapi/user",
    "/api%2fuser",
    "/\\api/user",
    "//evil.example/",
  ])("that may be read as another is not found: %s", async (path) => {
    world = await openHttpWorld();

    expect(await statusOf(path)).toBe(404);
  });

  it.each([
    ["POST", "/API/logout"],
    ["POST", "/api/Logout"],
    ["POST", "/api/logout/"],
    ["POST", "/%61pi/logout"],
    ["GET", "/API/user"],
    ["GET", "/Api"],
    ["GET", "/api/USER"],
    ["GET", "/api/market/QUOTE/AAPL"],
    ["GET", "/api/market/quote/AAPL/"],
    ["GET", "/api/Trades.csv"],
    ["GET", "/api/LIVE"],
    ["GET", "/api/OpenAPI.json"],
    ["GET", "/METRICS"],
    ["GET", "/Healthz"],
    ["GET", "/%72eadyz"],
  ])("is written in one way only, for routes and guards alike: %s %s", async (method, path) => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect((await browser.send(method, path)).status).toBe(404);
    // Whoever was signed in still is.
    expect((await browser.get("/api/user")).status).toBe(200);
  });
});

describe("a page of the public address", () => {
  const headers = { "sec-fetch-site": "", origin: "https://trade.example.com" };

  it("may change things, also where the proxy names its own host to us", async () => {
    world = await openHttpWorld({ publicUrl: "https://trade.example.com" });
    const { browser } = await world.visitor();

    expect((await browser.post("/api/orders", ORDER, { headers })).status).toBe(200);
    const elsewhere = { ...headers, origin: "https://trade.example.com.evil.example" };
    expect((await browser.post("/api/orders", ORDER, { headers: elsewhere })).status).toBe(403);
    const plain = { ...headers, origin: "http://trade.example.com" };
    expect((await browser.post("/api/orders", ORDER, { headers: plain })).status).toBe(403);
  });

  it("is none of ours where no public address is set", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect((await browser.post("/api/orders", ORDER, { headers })).status).toBe(403);
  });
});

describe("a Host header", () => {
  it.each([
    "user@localhost",
    "localhost, evil.example",
    "local host",
    "localhost/path",
    "localhost:",
    "localhost:99x",
    "[::1",
    "-",
    "<script>",
  ])("that names no host is refused: %s", async (host) => {
    world = await openHttpWorld();

    expect(await statusOf("/api/market/panel", { host })).toBe(400);
  });

  it("may be this machine's, with a port or without", async () => {
    world = await openHttpWorld();

    for (const host of ["localhost", "LOCALHOST.:80", "127.0.0.1:5000", "127.9.9.9", "[::1]:5000"])
      expect(await statusOf("/api/market/panel", { host }), host).toBe(200);
  });

  it.each([
    "evil.example",
    "evil.example:4000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "192.168.1.5:4000",
    "[2001:db8::1]",
    "127.1",
  ])("that names another host is refused, for calls, pages and files: %s", async (host) => {
    world = await openHttpWorld({ publicUrl: "https://trade.example.com", allowedHosts: ["box"] });

    for (const path of ["/api/market/panel", "/", "/favicon.svg", "/api/openapi.json"])
      expect(await statusOf(path, { host }), path).toBe(421);
  });

  it("that is refused is told what to set", async () => {
    world = await openHttpWorld();

    expect(await bodyOf("/", { host: "box.lan:4000" })).toMatchObject({
      code: "unknown-host",
      details: expect.stringMatching(/box\.lan:4000.*PUBLIC_URL.*ALLOWED_HOSTS/),
    });
  });

  it("may be that of the public address, and those that are listed", async () => {
    world = await openHttpWorld({
      publicUrl: "https://Trade.example.com",
      allowedHosts: ["box", "192.168.1.5"],
    });

    for (const host of ["trade.example.com", "trade.example.com:8443", "box:4000", "192.168.1.5"])
      expect(await statusOf("/api/market/panel", { host }), host).toBe(200);
  });

  it("may be any address where every address is listened on, and no name", async () => {
    world = await openHttpWorld({ host: "0.0.0.0" });

    for (const host of ["192.168.1.5:4000", "[2001:db8::1]:4000"])
      expect(await statusOf("/api/market/panel", { host }), host).toBe(200);
    expect(await statusOf("/api/market/panel", { host: "box.lan" })).toBe(421);
  });

  it("is taken from the proxy that is trusted, and from nobody else", async () => {
    const names = { host: "127.0.0.1:4000", "x-forwarded-host": "evil.example" };
    world = await openHttpWorld();
    expect(await statusOf("/api/market/panel", names)).toBe(200);
    await world.close();

    world = await openHttpWorld({ trustProxy: true, publicUrl: "https://trade.example.com" });
    expect(await statusOf("/api/market/panel", names)).toBe(421);
    const right = { ...names, "x-forwarded-host": "trade.example.com" };
    expect(await statusOf("/api/market/panel", right)).toBe(200);
  });

  it("is given once", async () => {
    world = await openHttpWorld();
    const twice = ["GET /api/market/panel HTTP/1.1", "Host: one.example", "Host: two.example"];

    expect(await answerTo(twice)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe("a body", () => {
  it.each([
    '{"symbol":"AAPL","side":"buy","orderType":"market","quantity":3,"quantity":300}',
    '{"quantity":300,"symbol":"AAPL","side":"buy","orderType":"market","quantit\\u0079":3}',
  ])("that names a field twice is refused", async (body) => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect(await browser.send("POST", "/api/orders", { body })).toMatchObject({
      status: 400,
      json: { code: "invalid-request", details: '"quantity" is given more than once.' },
    });
    expect(world.broker.received).toEqual([]);
  });
});

describe("an answer of 503", () => {
  it("says when to ask again, whatever it comes from", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const answers = [
      await browser.post("/api/worker/toggle", { enabled: true }),
      // The pages are not built here.
      await browser.get("/"),
    ];

    for (const { status, headers } of answers) {
      expect(status).toBe(503);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });
});
