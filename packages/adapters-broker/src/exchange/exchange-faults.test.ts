import { once } from "node:events";
import { instant } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";

import { exchangeScriptFrom, type Fault } from "./exchange-script.ts";
import {
  exchangeOnLoopback,
  hear,
  hearMarket,
  hearTrades,
  openClient,
  request,
  START,
} from "./testing/exchange-on-loopback.ts";

const SLOT_MS = 250;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe("a fault on requests", () => {
  it("hangs up on the order it names, which is there all the same", async () => {
    const { client } = await open([{ on: "POST /v2/orders", does: "drop", skip: 1, times: 1 }]);
    expect((await client.post("/v2/orders", order("first"))).status).toBe(200);
    await expect(client.post("/v2/orders", order("second"))).rejects.toThrow("fetch failed");
    expect((await client.post("/v2/orders", order("third"))).status).toBe(200);

    const { body } = await client.get("/v2/orders?status=all&direction=asc");
    expect(body.map(({ client_order_id }: Row) => client_order_id)).toEqual([
      "first",
      "second",
      "third",
    ]);
  });

  it("lets what is no address pass", async () => {
    const { client } = await open([{ on: "GET /v2/clock", does: "drop" }]);

    expect((await client.get("//")).status).toBe(404);
  });

  it("hangs up before anything is done when it says so", async () => {
    const { client } = await open([
      { on: "POST /v2/orders", does: "drop", when: "before", times: 1 },
      { on: "DELETE *", does: "kill", times: 1 },
    ]);
    await expect(client.post("/v2/orders", order("lost"))).rejects.toThrow("fetch failed");
    await expect(client.delete("/v2/orders")).rejects.toThrow("fetch failed");

    expect((await client.get("/v2/orders?status=all")).body).toEqual([]);
    expect((await client.delete("/v2/orders")).status).toBe(207);
  });

  it("answers too many, out of order, half an answer or none in time", async () => {
    const { client, exchange } = await open([
      { on: "GET /v2/account", does: "status", status: 429, times: 1 },
      { on: "GET /v2/account", does: "status", status: 503, skip: 1, times: 1 },
      { on: "GET /v2/account", does: "malform", skip: 2, times: 1 },
      { on: "GET /v2/clock", does: "stall", times: 1 },
      { on: "POST /v2/orders", does: "status", status: 502, when: "after", times: 1 },
      { on: "GET /v2/assets/*", does: "delay", ms: 30 },
    ]);
    const many = await client.get("/v2/account");
    expect([many.status, many.body.message]).toEqual([429, "too many requests."]);
    expect((await client.get("/v2/account")).status).toBe(503);
    const half = await client.get("/v2/account");
    expect([half.status, half.body]).toEqual([200, undefined]);
    expect((await client.get("/v2/account")).body.status).toBe("ACTIVE");
    const waiting = fetch(`${exchange.url}/v2/clock`, { signal: AbortSignal.timeout(200) });
    await expect(waiting).rejects.toThrow("timeout");
    expect((await client.post("/v2/orders", order("done"))).status).toBe(502);
    expect((await client.get("/v2/orders:by_client_order_id?client_order_id=done")).status).toBe(
      200,
    );
    expect((await client.get("/v2/assets/AAPL")).body.symbol).toBe("AAPL");
  });
});

describe("a fault on a stream", () => {
  it("repeats, swaps and loses messages as often as it says", async () => {
    const { client, exchange } = await open([
      // The first two are the sign-in and the answer to "listen".
      { on: "trade_updates", does: "duplicate", skip: 2, times: 1 },
      { on: "trade_updates", does: "reorder", skip: 3, times: 1 },
      { on: "trade_updates", does: "drop", skip: 5, times: 1 },
    ]);
    const stream = await hearTrades(exchange.url, client);
    const heard = async () => {
      const { data } = await stream.next();
      return `${data.event} ${data.order.client_order_id}`;
    };
    for (const name of ["A", "B"]) await client.post("/v2/orders", order(name));
    exchange.moveTo(instant(exchange.now() + SLOT_MS));
    expect([await heard(), await heard()]).toEqual(["new A", "new A"]);
    const orders = (await client.get("/v2/orders?direction=asc")).body;
    for (const { id } of orders) await client.delete(`/v2/orders/${id}`);
    for (const name of ["C"]) await client.post("/v2/orders", order(name));
    exchange.moveTo(instant(exchange.now() + SLOT_MS));

    expect([await heard(), await heard(), await heard()]).toEqual(["canceled A", "new B", "new C"]);
    stream.socket.terminate();
  });

  it("falls silent, says half a message, or is cut", async () => {
    const { client, exchange } = await open([
      { on: "prices", does: "malform", skip: 3, times: 1 },
      { on: "prices", does: "kill", skip: 4, times: 1 },
    ]);
    const garbled: string[] = [];
    const stream = await hearMarket(exchange.url, client);
    stream.socket.removeAllListeners("message");
    stream.socket.on("message", (frame) => garbled.push(String(frame)));
    stream.say({ action: "subscribe", trades: ["*"] });
    await expect.poll(() => garbled.length).toBe(1);
    const closed = stream.closed;
    for (let slot = 0; slot < 2; slot += 1) {
      exchange.moveTo(instant(exchange.now() + SLOT_MS));
      await expect.poll(() => Math.min(2, garbled.length)).toBe(2);
    }
    await closed;

    expect(() => JSON.parse(garbled[1]!)).toThrow();
  });
});

describe("a fault on a handshake", () => {
  it("refuses it, hangs up on it, leaves it unanswered or lets it wait", async () => {
    const { exchange, client } = await open([
      { on: "GET /stream", does: "status", status: 503, times: 1 },
      { on: "GET /stream", does: "drop", skip: 1, times: 1 },
      { on: "GET /stream", does: "malform", skip: 2, times: 1 },
      { on: "GET /stream", does: "stall", skip: 3, times: 1 },
      { on: "GET /stream", does: "delay", ms: 20, skip: 4, times: 1 },
    ]);
    await expect(hear(exchange.url, "/stream")).rejects.toThrow("503");
    await expect(hear(exchange.url, "/stream")).rejects.toThrow("hang up");
    await expect(hear(exchange.url, "/stream")).rejects.toThrow();
    const unanswered = new WebSocket(`${exchange.url.replace("http", "ws")}/stream`, {
      handshakeTimeout: 200,
    });
    await expect(once(unanswered, "open")).rejects.toThrow("handshake has timed out");
    const late = await hearTrades(exchange.url, client);

    late.socket.terminate();
  });
});

describe("messages of a stream that are swapped one after the other", () => {
  it("all arrive, each after the next one", async () => {
    const { client, exchange } = await open([
      { on: "trade_updates", does: "reorder", skip: 2, times: 2 },
    ]);
    const stream = await hearTrades(exchange.url, client);
    for (const name of ["first", "second", "third"]) await client.post("/v2/orders", order(name));
    exchange.moveTo(instant(exchange.now() + SLOT_MS));
    const names: string[] = [];
    while (names.length < 3) names.push((await stream.next()).data.order.client_order_id);
    stream.socket.terminate();

    expect(names).toEqual(["third", "second", "first"]);
  });
});

describe("steering a running exchange", () => {
  it("changes faults and blocks accounts, from this machine and no page in its browser", async () => {
    const { client, exchange } = await open([], true);
    const steer = (method: string, path: string, body?: unknown, headers = {}) =>
      request(`${exchange.url}/control${path}`, method, headers, body);
    const fault = { on: "GET /v2/clock", does: "status", status: 500 };

    expect((await steer("PUT", "/faults", { faults: [fault] })).status).toBe(200);
    expect((await client.get("/v2/clock")).status).toBe(500);
    expect((await steer("GET", "/faults")).body.faults).toMatchObject([{ ...fault, met: 1 }]);
    expect((await steer("DELETE", "/faults")).status).toBe(204);
    expect((await client.get("/v2/clock")).status).toBe(200);
    expect((await steer("PUT", "/faults", { faults: [{ on: "x", does: "drop" }] })).status).toBe(
      422,
    );
    expect((await steer("GET", "/faults", undefined, { origin: "http://x.test" })).status).toBe(
      403,
    );

    await steer("PATCH", `/accounts/${client.accountId}`, { blocked: true });
    expect((await client.get("/v2/account")).body.account_blocked).toBe(true);
    expect(await client.post("/v2/orders", order("no"))).toMatchObject({
      status: 403,
      body: { message: "account is not authorized to trade" },
    });
  });

  it("is not to be had unless it was asked for", async () => {
    const { exchange } = await open([]);

    expect((await request(`${exchange.url}/control/faults`, "GET", {})).status).toBe(401);
  });
});

describe("exchangeScriptFrom", () => {
  it("reads times from the start on, and amounts to the ten-thousandth", () => {
    const read = exchangeScriptFrom(
      {
        halts: [{ symbol: "AAPL", from: "+30s", until: "2026-11-20T12:00:00-05:00" }],
        splits: [{ symbol: "AAPL", at: "+2h", from: 1, to: 4 }],
        dividends: [{ symbol: "MSFT", at: "+1d", perShare: "0.8325" }],
      },
      START,
    );

    expect(read).toMatchObject({
      ok: true,
      value: {
        market: {
          halts: [{ from: START + 30_000, until: START + 3_600_000, reason: "T1" }],
          splits: [{ at: START + 7_200_000 }],
          dividends: [{ perShare: 8_325 }],
        },
      },
    });
  });

  it.each([
    [{ faults: [{ on: "POST", does: "drop" }] }, "faults.0"],
    [{ faults: [{ on: "POST /x", does: "reorder" }] }, "only messages of a stream can reorder"],
    [{ faults: [{ on: "prices", does: "status", status: 500 }] }, "a stream answers no status"],
    [{ faults: [{ on: "POST /x", does: "delay" }] }, "a delay needs its ms"],
    [{ faults: [{ on: "POST /x", does: "status", status: 404 }] }, "429 or 500 to 599"],
    [{ halts: [{ symbol: "AAPL", from: "noon", until: "+1s" }] }, 'halts.0.from: "noon"'],
    [{ splits: [{ symbol: "aapl?", at: "+1s", from: 1, to: 2 }] }, "splits.0.symbol"],
    [{ dividends: [{ symbol: "AAPL", at: "+1s", perShare: "-1" }] }, "dividends.0.perShare"],
    [{ haltz: [] }, "haltz"],
    [[], "the script"],
  ])("says what is wrong with %j", (json, words) => {
    const read = exchangeScriptFrom(json, START);

    expect(read).toMatchObject({ ok: false, refusal: expect.stringContaining(words) });
  });
});

interface Row {
  readonly client_order_id: string;
}

async function open(faults: readonly Partial<Fault>[], hasControl = false) {
  const script = exchangeScriptFrom({ faults }, START);
  if (!script.ok) throw new Error(script.refusal);
  const exchange = await exchangeOnLoopback({ script: script.value, hasControl });
  closing.push(exchange.close);
  return { exchange, client: await openClient(exchange.url) };
}

const order = (client_order_id: string) => ({
  ...{ symbol: "AAPL", qty: "1", side: "buy", type: "limit", limit_price: "2" },
  ...{ time_in_force: "day", client_order_id },
});
