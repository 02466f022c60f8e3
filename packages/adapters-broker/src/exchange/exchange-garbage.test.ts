import { instant } from "@sevenfold/domain/market";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";

import {
  type ExchangeClient,
  exchangeOnLoopback,
  type LoopbackExchange,
  openClient,
} from "./testing/exchange-on-loopback.ts";

let exchange: LoopbackExchange;
let client: ExchangeClient;
const failures: unknown[] = [];

beforeAll(async () => {
  const note = (_: string, facts?: unknown) => failures.push(facts);
  exchange = await exchangeOnLoopback({
    hours: "nyse",
    requestsPerMinute: 1_000_000,
    log: { info: () => undefined, warn: note, error: note },
  });
  client = await openClient(exchange.url);
});
afterAll(() => exchange.close());

describe("the exchange", () => {
  it("always has an answer to an order, whatever its fields say", async () => {
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const { status, body } = await client.post("/v2/orders", order);

        expect([200, 403, 422]).toContain(status);
        if (status !== 200) expect(typeof body.message).toBe("string");
        exchange.moveTo(instant(exchange.now() + 250));
      }),
      { numRuns: 60 },
    );
    expect(failures).toEqual([]);
  });

  it("always has an answer to a question, whatever is asked of it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), queries, async (path, query) => {
        const text = new URLSearchParams(query as Record<string, string>);
        const { status } = await client.get(`${path}?${text}`);

        expect([200, 400, 403, 404, 422]).toContain(status);
      }),
      { numRuns: 80 },
    );
    expect(failures).toEqual([]);
  });

  it("takes a date that does not exist for no date", async () => {
    const history = "/v2/account/portfolio/history";

    expect((await client.get(`${history}?start=2026-02-30`)).status).toBe(422);
    expect((await client.get(`${history}?start=2026-02-27`)).status).toBe(200);
  });

  it.each(["//", "//paper", "/stream//"])(
    "outlives a request for %s, which is no address",
    async (path) => {
      const socket = new WebSocket(`${exchange.url.replace("http", "ws")}${path}`);
      const answer = await new Promise<number | undefined>((resolve, reject) => {
        socket.on("unexpected-response", (_, { statusCode }) => resolve(statusCode));
        socket.on("error", reject);
      });

      expect(answer).toBe(404);
      expect((await client.get(path)).status).toBe(404);
      expect(failures).toEqual([]);
    },
  );
});

const odd = fc.constantFrom(
  ...["", "0", "-1", "1e9", "NaN", "0.00001", "999999999999", "99999999999999999999", "x", "é"],
  ...[null, true, [], {}, 0, -5, 1.5, 1e300],
);
const field = (...usual: readonly unknown[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
const leg = (name: string) =>
  fc.oneof(fc.constant(undefined), fc.record({ [name]: field("1.00", "400", "20000") }), odd);

const orders = fc.record({
  symbol: field("AAPL", "AMC", "ZZZZ"),
  qty: field("1", "3", 7, "0.5"),
  notional: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    { arbitrary: odd, weight: 1 },
  ),
  side: field("buy", "sell"),
  type: field("market", "limit", "stop", "stop_limit", "trailing_stop"),
  time_in_force: field("day", "gtc", "opg", "cls", "ioc", "fok"),
  limit_price: field("1.00", "400", undefined),
  stop_price: field("1.00", "20000", undefined),
  trail_price: field("2", undefined),
  trail_percent: field("1.5", undefined),
  order_class: field("", "simple", "bracket", "oco", "oto", undefined),
  take_profit: leg("limit_price"),
  stop_loss: leg("stop_price"),
  extended_hours: field(true, false),
});

const PATHS = [
  ...["/v2/account", "/v2/account/activities", "/v2/account/portfolio/history"],
  ...["/v2/orders", "/v2/positions", "/v2/assets", "/v2/calendar", "/v2/clock", "/v3/clock"],
  ...["/v2/stocks/bars", "/v2/stocks/AAPL/bars", "/v2/stocks/quotes", "/v2/stocks/AAPL/trades"],
  ...["/v2/stocks/snapshots", "/v2/stocks/AAPL/snapshot", "/v2/orders:by_client_order_id"],
];

const word = fc.constantFrom(
  ...["", "0", "-3", "501", "abc", "2026-11-20", "2026-02-30", "1900-01-01", "9999-12-31", "+1d"],
  ...["2026-11-20T11:00:00-05:00", "2026-11-20T16:00:00Z", "asc", "true", "all", "1D", "1M", "99A"],
  ...["1Min", "7Min", "1Week", "12Month", "AAPL,MSFT", "%00", "raw", "split", "iex", "DIV", "é"],
);
const queries = fc.dictionary(
  fc.constantFrom(
    ...["start", "end", "after", "until", "limit", "page_token", "page_size", "direction", "sort"],
    ...["symbols", "timeframe", "period", "date", "status", "nested", "feed", "adjustment"],
    ...["pnl_reset", "cashflow_types", "activity_types", "side", "date_type", "client_order_id"],
  ),
  word,
  { maxKeys: 6 },
);
