import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";

let world: HttpWorld;
beforeAll(async () => {
  world = await openHttpWorld();
});
afterAll(() => world.close());

const OURS = { "x-requested-with": "sevenfold", "sec-fetch-site": "same-origin" };

/** Status and `Allow`; `fetch` sends not every method. */
const allowed = (method: string, path: string, headers: Record<string, string> = OURS) =>
  new Promise((resolve, reject) => {
    const { port } = world.server;
    request({ port, host: "127.0.0.1", method, path, headers }, (answer) => {
      answer.resume();
      resolve([answer.statusCode, answer.headers.allow]);
    })
      .on("error", reject)
      .end();
  });

describe("a method that a path does not take is refused with those it takes", () => {
  it.each([
    ["OPTIONS", "/api/user", "HEAD, GET"],
    ["TRACE", "/api/login", "POST"],
    ["PROPFIND", "/api/orders", "HEAD, GET, POST"],
    ["OPTIONS", "/api/watchlist/AAPL", "DELETE"],
    ["DELETE", "/api/trades.csv", "HEAD, GET"],
    ["POST", "/healthz", "GET, HEAD"],
    ["PUT", "/readyz", "GET, HEAD"],
    ["DELETE", "/metrics", "GET, HEAD"],
    ["POST", "/dashboard", "GET, HEAD"],
    ["OPTIONS", "/assets/main.js", "GET, HEAD"],
  ])("%s %s", async (method, path, methods) => {
    await expect(allowed(method, path)).resolves.toEqual([405, methods]);
  });

  it("also to a browser that asks whether another site's page may call", async () => {
    const asked = {
      origin: "https://evil.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "x-requested-with",
    };

    await expect(allowed("OPTIONS", "/api/orders", asked)).resolves.toEqual([
      405,
      "HEAD, GET, POST",
    ]);
  });

  it("and a path that nothing answers under is not found", async () => {
    await expect(allowed("OPTIONS", "/api/nothing")).resolves.toEqual([404, undefined]);
  });
});

describe("who is not known", () => {
  it("is told how a program is let in", async () => {
    const signedOut = await world.browser().get("/api/user");
    const stranger = await world.program("sf_nobodys").get("/api/user");

    expect([signedOut.status, signedOut.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect([stranger.status, stranger.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
  });
});
