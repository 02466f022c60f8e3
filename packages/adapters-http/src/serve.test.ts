import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Router from "@koa/router";
import { endpoint } from "@sevenfold/contract/endpoint";
import { InvariantViolation } from "@sevenfold/domain/invariant";
import { ok } from "@sevenfold/domain/result";
import Koa from "koa";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";

import type { HttpState } from "./http-needs.ts";
import { nameRequests } from "./name-requests.ts";
import { forAnyone, type Route } from "./route.ts";
import { serve } from "./serve.ts";

const LINE = {
  ...endpoint("readMarketPanel", {
    input: z.strictObject({
      count: z.coerce.number().int().min(1),
      name: z.string().max(3).optional(),
    }),
    output: z.object({ count: z.number() }),
  }),
  path: "/answer",
};

let close = () => {};
afterEach(() => close());

describe("serve", () => {
  it("lets nothing leave that the contract does not declare", async () => {
    const answer = { count: 1, passwordHash: "secret" };

    expect(
      await answerTo(
        forAnyone(LINE, async () => ok(answer)),
        "?count=1",
      ),
    ).toEqual({
      status: 200,
      text: '{"count":1}',
    });
  });

  it("answers an error rather than something else than the contract says", async () => {
    const answer = { count: "one" } as unknown as { readonly count: number };

    const { status, text } = await answerTo(
      forAnyone(LINE, async () => ok(answer)),
      "?count=1",
    );

    expect(status).toBe(500);
    expect(text).not.toContain("one");
  });

  it.each([
    ["", '\\"count\\" must be a number.'],
    ["?count=x", '\\"count\\" must be a number.'],
    ["?count=0", '\\"count\\" must be at least 1.'],
    ["?count=1&name=long", '\\"name\\" must have at most 3 characters.'],
    ["?count=1&more=2", 'There is no field \\"more\\".'],
  ])("says what is wrong with %s", async (query, details) => {
    const { status, text } = await answerTo(
      forAnyone(LINE, async ({ input }) => ok({ count: input.count })),
      query,
    );

    expect(status).toBe(400);
    expect(text).toContain(`"details":"${details}"`);
  });

  it("serves no line under another access than the contract says", () => {
    const line = { ...LINE, access: "signed-in" as const };

    expect(() =>
      serve(
        new Router(),
        forAnyone(line, async () => ok({ count: 1 })),
      ),
    ).toThrow(InvariantViolation);
  });
});

async function answerTo(route: Route, query: string) {
  const app = new Koa<HttpState>();
  const router = new Router<HttpState>();
  serve(router, route);
  const log = { info() {}, warn() {}, error() {} };
  const identifiers = { uuid: () => "r1", secret: () => "", clientKeyOf: () => "" };
  app.use(nameRequests({ log, identifiers }));
  app.use(router.routes());
  const server = createServer(app.callback()).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${LINE.path}${query}`);
  return { status: response.status, text: await response.text() };
}
