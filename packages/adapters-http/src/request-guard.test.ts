import { request } from "node:http";
import { connect } from "node:net";
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

  it("may be a name, an address or one of IPv6, with a port or without", async () => {
    world = await openHttpWorld();

    for (const host of ["localhost", "trade.example.com:8443", "127.0.0.1:5000", "[::1]:5000"])
      expect(await statusOf("/api/market/panel", { host })).toBe(200);
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
