import { once } from "node:events";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";

import { bearerOf } from "./bearer-token.ts";
import type { LoopbackExchange } from "./testing/exchange-on-loopback.ts";
import { later, open, SLOT_MS } from "./testing/opened-exchange.ts";

// Neither says its types in a way the compiler reads.
const load = createRequire(import.meta.url);
const OlderAlpaca = load("alpaca-trade-api-3");
const { AlpacaClient, AlpacaStream } = load("@master-chief/alpaca");

describe("the vendor's older client, third of its line, on the exchange", () => {
  it("trades, hears its fill, keeps a watchlist and reads prices and actions", async () => {
    const { exchange, client } = await open();
    const alpaca = new OlderAlpaca({
      ...{ keyId: client.keyId, secretKey: client.secretKey, paper: true, feed: "iex" },
      ...{ baseUrl: exchange.url, dataBaseUrl: exchange.url, dataStreamUrl: exchange.url },
    });
    const heard: string[] = [];
    const { trade_ws: updates } = alpaca;
    updates.onConnect(() => updates.subscribe(["trade_updates"]));
    updates.onOrderUpdate(({ event }: { readonly event: string }) => heard.push(event));
    updates.connect();
    await expect.poll(() => updates.subscriptions()).toEqual(["trade_updates"]);

    const order = await alpaca.createOrder({
      ...{ symbol: "AAPL", qty: 3, side: "buy", type: "market", time_in_force: "day" },
    });
    await until(exchange, () => heard.includes("fill"));
    updates.disconnect();

    expect(await alpaca.getOrder(order.id)).toMatchObject({ status: "filled", filled_qty: "3" });
    expect(await alpaca.getPositions()).toMatchObject([{ symbol: "AAPL", qty: "3" }]);
    const list = await alpaca.addWatchlist("mine", ["AAPL"]);
    await alpaca.addToWatchlist(list.id, "MSFT");
    expect((await alpaca.getWatchlist(list.id)).assets).toHaveLength(2);
    expect(await alpaca.getLatestTrade("AAPL")).toMatchObject({ Exchange: "V" });
    const bars = [];
    for await (const bar of alpaca.getBarsV2("AAPL", { timeframe: "1Day", limit: 3 }))
      bars.push(bar);
    expect(bars.length).toBeGreaterThan(0);
    expect(await alpaca.closeAllPositions()).toMatchObject([{ status: 200 }]);
    await expect(
      alpaca.createOrder({
        ...{ symbol: "AAPL", qty: 9_999, side: "buy", type: "market", time_in_force: "day" },
      }),
    ).rejects.toMatchObject({ response: { status: 403 } });
  });
});

describe("a client by another author on the exchange", () => {
  it("trades with keys, hears its fill and cancels what rests", async () => {
    const { exchange, client } = await open();
    const credentials = { key: client.keyId, secret: client.secretKey, paper: false };
    const endpoints = endpointsOf(exchange);
    const alpaca = new AlpacaClient({ credentials, endpoints, rate_limit: false });
    const stream = new AlpacaStream({ credentials, endpoints, type: "account" });
    const heard: string[] = [];
    stream.on("trade_updates", ({ event }: { readonly event: string }) => heard.push(event));
    await once(stream, "authenticated");
    stream.subscribe("trade_updates");

    const bought = await alpaca.placeOrder({
      ...{ symbol: "MSFT", qty: 2, side: "buy", type: "market", time_in_force: "day" },
    });
    await until(exchange, () => heard.includes("fill"));
    const resting = await alpaca.placeOrder({
      ...{ symbol: "AAPL", qty: 1, side: "buy", type: "limit", time_in_force: "gtc" },
      limit_price: 1.5,
    });
    expect(await alpaca.cancelOrder({ order_id: resting.id })).toBe(true);
    stream.getConnection().close();

    const filled = await alpaca.getOrder({ order_id: bought.id });
    expect(filled).toMatchObject({ status: "filled", filled_qty: 2 });
    const [position] = await alpaca.getPositions();
    expect(position).toMatchObject({ symbol: "MSFT", qty: 2, side: "long" });
    const { cash } = await alpaca.getAccount();
    expect(cash).toBeCloseTo(100_000 - 2 * filled.filled_avg_price, 2);
    const snapshots = await alpaca.getSnapshots({ symbols: ["AAPL", "MSFT"] });
    expect(Object.keys(snapshots)).toEqual(["AAPL", "MSFT"]);
  });

  it("is let in by a token instead of keys, and not by another one", async () => {
    const { exchange, client } = await open();
    const endpoints = endpointsOf(exchange);
    const withToken = (access_token: string) =>
      new AlpacaClient({ credentials: { access_token, paper: false }, endpoints });

    expect((await withToken(bearerOf(client)).getAccount()).id).toBe(client.accountId);
    expect(await withToken(bearerOf({ ...client, secretKey: "x" })).isAuthenticated()).toBe(false);
    expect(await withToken("nothing").isAuthenticated()).toBe(false);
  });
});

const endpointsOf = ({ url }: LoopbackExchange) => ({
  rest: {
    ...{ beta: `${url}/v1beta1`, account: `${url}/v2` },
    ...{ market_data_v1: `${url}/v1`, market_data_v2: `${url}/v2` },
  },
  websocket: {
    account: `${url.replace("http", "ws")}/stream`,
    market_data: (source = "iex") => `${url.replace("http", "ws")}/v2/${source}`,
  },
});

/** Moves the exchange's clock on until it is so. */
const until = (exchange: LoopbackExchange, isSo: () => boolean): Promise<void> =>
  expect
    .poll(() => {
      later(exchange, SLOT_MS);
      return isSo();
    })
    .toBe(true);
