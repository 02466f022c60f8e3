import type { Endpoint } from "@sevenfold/contract/endpoint";
import { ENDPOINTS } from "@sevenfold/contract/endpoints";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Browser } from "./testing/browser.ts";
import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";
import { nameOf } from "./testing/name-of.ts";

const RUNS = 150;

const NASTY = fc.constantFrom<unknown>(
  "' OR 1=1 --",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "%00",
  "\u0000",
  "__proto__",
  "__PROTO__",
  "AAPL",
  "1e3",
  "0x10",
  -0,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  0.1,
  null,
  [],
  {},
  "\ud800",
);
const FIELDS = [
  "symbol",
  "side",
  "orderType",
  "quantity",
  "limitPrice",
  "enabled",
  "freshTrails",
  "ticker",
  "tickers",
  "clientKey",
  "constructor",
];
/** Close to what is right, and far from it. */
const bodies = fc.oneof(
  fc.dictionary(
    fc.oneof(fc.constantFrom(...FIELDS), fc.string()),
    fc.oneof(NASTY, fc.jsonValue(), fc.constantFrom("buy", "sell", "limit", "market", true, 3)),
  ),
  fc.record({
    symbol: fc.oneof(fc.constant("AAPL"), NASTY),
    side: fc.constantFrom("buy", "sell"),
    orderType: fc.constantFrom("market", "limit"),
    quantity: fc.oneof(fc.integer(), fc.double(), NASTY),
    limitPrice: fc.oneof(fc.double(), fc.integer(), NASTY),
  }),
  fc.record({ ticker: fc.oneof(fc.string(), NASTY) }),
  fc.record({ tickers: fc.array(fc.oneof(fc.string(), NASTY)) }),
  fc.jsonValue(),
);
const texts = fc.oneof(
  bodies.map((body) => JSON.stringify(body)),
  fc.string(),
);
const segments = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom("..", "%2e%2e", "%00", "%", "%ff", "A".repeat(300), "__proto__", "aapl", "a b"),
);
const queries = fc.dictionary(
  fc.oneof(
    fc.constantFrom("symbol", "limit", "count", "interval", "range", "__proto__"),
    fc.string(),
  ),
  fc.oneof(fc.string(), fc.constantFrom("AAPL", "1e3", "-1", "0x10", "99999999999", "day", "all")),
);

let world: HttpWorld;
let browser: Browser;
beforeAll(async () => {
  world = await openHttpWorld();
  ({ browser } = await world.visitor());
});
afterAll(() => world.close());

const changing = ENDPOINTS.filter(
  ({ method, path }) => method !== "get" && path !== "/api/demo-login" && path !== "/api/logout",
);
const reading = ENDPOINTS.filter(({ method }) => method === "get");

describe("whatever is sent", () => {
  it.each(changing.map((line) => [nameOf(line), line] as const))(
    "%s never fails on our side",
    async (_, line) => {
      await world.pingWorker();
      await fc.assert(
        fc.asyncProperty(texts, segments, queries, async (body, segment, query) => {
          const answer = await browser.send(line.method.toUpperCase(), pathOf(line, segment, {}), {
            body,
          });
          expectOurs(answer.status, answer.json);
          const asked = pathOf(line, segment, query);
          expectOurs((await browser.send(line.method.toUpperCase(), asked)).status);
        }),
        { numRuns: RUNS },
      );
    },
    60_000,
  );

  it.each(reading.map((line) => [nameOf(line), line] as const))(
    "%s never fails on our side",
    async (_, line) => {
      await fc.assert(
        fc.asyncProperty(segments, queries, async (segment, query) => {
          const answer = await browser.get(pathOf(line, segment, query));
          expectOurs(answer.status, answer.json);
        }),
        { numRuns: RUNS },
      );
    },
    60_000,
  );

  it("leaves the visitor what they had, and logs nothing as our mistake", async () => {
    expect((await browser.get("/api/account")).json).toMatchObject({ cash: 100_000 });
    expect(world.logged.filter((line) => line.startsWith("request-failed"))).toEqual([]);
  });
});

/** Never a 5xx; a refusal always says a sentence. */
function expectOurs(
  status: number,
  json?: { readonly code?: string; readonly error?: string },
): void {
  expect(status).toBeLessThan(500);
  if (400 <= status && json !== undefined) {
    expect(json.code).toMatch(/^[a-z-]+$/);
    expect(json.error).not.toBe("");
  }
}

function pathOf({ path }: Endpoint, segment: string, query: Record<string, string>): string {
  const filled = path.replace(/:\w+/, () => encodedOnce(segment));
  const asked = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [
      wellFormed(name),
      wellFormed(value),
    ]),
  );
  return asked.size === 0 ? filled : `${filled}?${asked}`;
}

/** What is no percent code already becomes one: the rest is sent as it stands. */
const encodedOnce = (segment: string): string =>
  segment.startsWith("%")
    ? segment.replace(/[^%\w.-]/g, "_")
    : encodeURIComponent(wellFormed(segment));

const wellFormed = (text: string): string => text.replace(/[\ud800-\udfff]/g, "\ufffd");
