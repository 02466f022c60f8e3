import Router from "@koa/router";
import { describe, expect, it } from "vitest";

import { answerFixedPaths } from "./fixed-paths.ts";
import type { HttpContext, HttpState } from "./http-needs.ts";

type Ask = (method: string, path: string) => Promise<string>;

/** Says who answers: the route's own path, or the router. */
function opened(paths: readonly string[]): Ask {
  const router = new Router<HttpState>();
  for (const path of paths)
    router.get(path, (ctx) => {
      ctx.body = `${path} ${JSON.stringify(ctx.params)}`;
    });
  const answer = answerFixedPaths(router);
  return async (method, path) => {
    const ctx = { method, path, body: "the router" } as HttpContext;
    await answer(ctx, async () => {});
    return String(ctx.body);
  };
}

describe("a path without parameters", () => {
  it("is answered at once, also to a HEAD", async () => {
    const ask = opened(["/orders", "/orders/:key"]);

    expect(await ask("GET", "/orders")).toBe("/orders {}");
    expect(await ask("HEAD", "/orders")).toBe("/orders {}");
  });

  it("is the router's where a route before it matches too", async () => {
    const ask = opened(["/orders/:key", "/orders/export"]);

    expect(await ask("GET", "/orders/export")).toBe("the router");
  });

  it.each([
    ["POST", "/orders"],
    ["GET", "/orders/"],
    ["GET", "/Orders"],
    ["GET", "/orders/one"],
    ["GET", "/constructor"],
  ])("is not %s %s: that is the router's", async (method, path) => {
    expect(await opened(["/orders", "/orders/:key"])(method, path)).toBe("the router");
  });
});
