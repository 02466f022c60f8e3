import type { ServerResponse } from "node:http";
import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import { alpacaBroker } from "./alpaca-broker.ts";
import { connectionTo } from "./testing/opened-alpaca.ts";

const SINCE = instant(Date.UTC(2026, 10, 20, 15));

/** An account whose lists show these fills and no order, and which knows orders by number. */
async function openAccount(fills: readonly object[], orders: Readonly<Record<string, object>>) {
  const asked: string[] = [];
  const say = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const connection = await connectionTo((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://alpaca");
    if (pathname === "/v2/account/activities/FILL") return say(response, 200, fills);
    if (pathname === "/v2/orders" || pathname === "/v2/positions") return say(response, 200, []);
    const id = pathname.replace("/v2/orders/", "");
    asked.push(id);
    const known = orders[id];
    return known
      ? say(response, 200, known)
      : say(response, 404, { code: 40410000, message: `order not found for ${id}` });
  });
  return { asked, broker: alpacaBroker(connection) };
}

const fill = (change: object) => ({
  id: "20261120110000000::1",
  activity_type: "FILL",
  transaction_time: "2026-11-20T16:00:00Z",
  price: "200",
  qty: "8",
  cum_qty: "8",
  side: "buy",
  symbol: "AAPL",
  order_id: "resting",
  ...change,
});

const order = (change: object) => ({
  id: "resting",
  client_order_id: "eb9e2aaa-f71a-4f51-b5b4-52a6c565dad4",
  created_at: "2026-09-01T16:00:00Z",
  submitted_at: "2026-09-01T16:00:00Z",
  symbol: "AAPL",
  asset_class: "us_equity",
  order_class: "",
  qty: "8",
  filled_qty: "8",
  side: "buy",
  position_intent: "buy_to_close",
  status: "filled",
  ...change,
});

describe("orders older than the list that has to show them", () => {
  it("are asked for, once each, so that the cover of a short sale is no purchase of ours", async () => {
    const { asked, broker } = await openAccount([fill({})], { resting: order({}) });

    for (const _ of ["once", "again"])
      expect((await broker.foreign(SINCE)).orders).toMatchObject([
        { brokerOrderId: "resting", kind: "short", isOpen: false },
      ]);
    expect((await broker.executionsSince(SINCE)).map((one) => one.brokerOrderId)).toEqual([
      "resting",
    ]);
    expect(asked).toEqual(["resting"]);
  });

  it("are asked for again while they are open, and what is of shares is not foreign", async () => {
    const fills = [fill({}), fill({ order_id: "shares", side: "sell" })];
    const { asked, broker } = await openAccount(fills, {
      resting: order({ qty: "20", status: "partially_filled" }),
      shares: order({ id: "shares", side: "sell", position_intent: "sell_to_close" }),
    });

    await broker.foreign(SINCE);
    expect((await broker.foreign(SINCE)).orders).toMatchObject([
      { brokerOrderId: "resting", isOpen: true },
    ]);
    expect(asked).toEqual(["resting", "shares", "resting"]);
  });

  it("leave the account unread where nobody says what they were", async () => {
    const { broker } = await openAccount([fill({})], {});

    await expect(broker.foreign(SINCE)).rejects.toMatchObject({ reason: "unreadable" });
  });

  it("have the cash of the last foreign holding told, when there is none left", async () => {
    const coin = fill({ symbol: "BTC/USD", qty: "0.5", cum_qty: "0.5", side: "sell" });
    const { asked, broker } = await openAccount([coin], {});

    expect(await broker.foreign(SINCE)).toEqual({
      holdings: [],
      orders: [],
      trades: [expect.objectContaining({ kind: "other-cash", amount: 1_000_000 })],
    });
    expect(asked).toEqual([]);
  });

  it("tell no cash of a coin that was paid for in another", async () => {
    const pairs = ["ETH/BTC", "BTC/USDT"].map((symbol) => fill({ symbol, price: "60000" }));
    const { broker } = await openAccount(pairs, {});

    expect(await broker.foreign(SINCE)).toEqual({ holdings: [], orders: [] });
  });
});
