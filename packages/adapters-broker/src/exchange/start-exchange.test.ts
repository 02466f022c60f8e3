import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  clientOf,
  type ExchangeClient,
  exchangeOnLoopback,
  hear,
  request,
  START,
} from "./testing/exchange-on-loopback.ts";
import {
  later,
  limitOrder,
  MINUTE_MS,
  marketOrder,
  open,
  untilFilled,
} from "./testing/opened-exchange.ts";

describe("the exchange's door", () => {
  it("answers missing keys in HTML and wrong ones in JSON", async () => {
    const { exchange, client } = await open();
    const missing = await request(`${exchange.url}/v2/account`, "GET", {});
    const wrong = await clientOf(exchange.url, { ...client, secretKey: "no" }).get("/v2/account");

    expect([missing.status, missing.headers.get("content-type")]).toEqual([401, "text/html"]);
    expect([wrong.status, wrong.text]).toEqual([401, '{"message": "unauthorized."}\n']);
  });

  it("counts requests in three headers and stops at the limit", async () => {
    const { client } = await open({ requestsPerMinute: 2 });
    const first = await client.get("/v2/clock");
    await client.get("/v2/clock");

    expect(first.headers.get("x-ratelimit-limit")).toBe("2");
    expect(first.headers.get("x-ratelimit-remaining")).toBe("1");
    expect(Number(first.headers.get("x-ratelimit-reset")) * 1_000).toBe(START + MINUTE_MS);
    expect((await client.get("/v2/clock")).status).toBe(429);
    expect((await client.get("/v2/stocks/AAPL/trades/latest")).status).toBe(200);
  });

  it("refuses bodies that are no JSON or too long, and paths it does not know", async () => {
    const { client } = await open();

    expect((await client.post("/v2/orders", "{")).status).toBe(400);
    expect((await client.post("/v2/orders", "[]")).status).toBe(422);
    expect((await client.post("/v2/orders", `"${"x".repeat(70_000)}"`)).status).toBe(413);
    expect((await client.get("/v2/nothing")).status).toBe(404);
    expect((await client.get("/v2/orders/%ff")).status).toBe(404);
  });

  it("issues no keys to a page in a browser", async () => {
    const { exchange } = await open();
    const answer = await request(
      `${exchange.url}/paper/accounts`,
      "POST",
      { origin: "http://x.test" },
      {},
    );

    expect(answer.status).toBe(403);
  });

  it("knows its symbols, hours and days", async () => {
    const { client } = await open({ hours: "nyse" });

    expect((await client.get("/v2/clock")).body).toEqual({
      timestamp: "2026-11-20T11:00:00-05:00",
      is_open: true,
      next_open: "2026-11-23T09:30:00-05:00",
      next_close: "2026-11-20T16:00:00-05:00",
    });
    expect((await client.get("/v2/calendar?start=2026-11-26&end=2026-11-27")).body).toMatchObject([
      {
        date: "2026-11-27",
        open: "09:30",
        close: "13:00",
        session_open: "0400",
        session_close: "1700",
      },
    ]);
    expect((await client.get("/v2/assets")).body).toHaveLength(85);
    expect((await client.get("/v2/assets/AAPL")).body).toMatchObject({
      name: "Apple Inc.",
      tradable: true,
    });
    expect(await client.get("/v2/assets/ZZZZQX")).toMatchObject({
      status: 404,
      body: { message: "asset not found for ZZZZQX" },
    });
  });
});

describe("the exchange's streams", () => {
  it("lets nobody listen to orders without keys", async () => {
    const { exchange } = await open();
    const stream = await hear(exchange.url, "/stream");
    stream.say({ action: "listen", data: { streams: ["trade_updates"] } });
    expect(await stream.next()).toEqual({
      stream: "authorization",
      data: { status: "unauthorized", action: "listen" },
    });
    stream.say({ action: "authenticate", data: { key_id: "PKX", secret_key: "no" } });

    expect(await stream.next()).toEqual({
      stream: "authorization",
      data: { status: "unauthorized", action: "authenticate" },
    });
    stream.socket.terminate();
  });

  it("tells market clients what is wrong by number", async () => {
    const { exchange, client } = await open();
    const stream = await hear(exchange.url, "/v2/iex");
    const reply = async (message: unknown) => {
      stream.say(message);
      return stream.next();
    };

    expect(await stream.next()).toEqual({ T: "success", msg: "connected" });
    expect(await reply("{nonsense")).toEqual({ T: "error", code: 400, msg: "invalid syntax" });
    expect(await reply({ action: "subscribe", trades: ["AAPL"] })).toMatchObject({ code: 401 });
    const auth = { action: "auth", key: client.keyId, secret: client.secretKey };
    expect(await reply(auth)).toEqual({ T: "success", msg: "authenticated" });
    expect(await reply(auth)).toMatchObject({ code: 403 });
    expect(await reply({ action: "subscribe", trades: ["AAPL"] })).toMatchObject({
      corrections: ["AAPL"],
    });
    expect(await reply({ action: "unsubscribe", trades: ["AAPL"] })).toMatchObject({ trades: [] });
    stream.socket.terminate();
    const stranger = await hear(exchange.url, "/v2/iex");
    await stranger.next();
    stranger.say({ action: "auth", key: "PKX", secret: "no" });
    expect(await stranger.next()).toMatchObject({ T: "error", code: 402 });
    await stranger.closed;
  });
});

describe("a restarted exchange", () => {
  it("still has every order, position and key, and refuses the ids it knew", async () => {
    const journalFile = await journalPath();
    const { exchange, client } = await open({ journalFile });
    await client.post("/v2/orders", marketOrder({ qty: "3", client_order_id: "FILLED" }));
    await untilFilled(exchange, client);
    await client.post("/v2/orders", limitOrder({ limit_price: "2", client_order_id: "RESTING" }));
    const before = await everything(client);
    const at = exchange.now();
    await exchange.close();

    const restarted = await open({ journalFile, startsAt: at });
    const again = clientOf(restarted.exchange.url, client);

    expect(await everything(again)).toEqual(before);
    expect(
      (await again.post("/v2/orders", marketOrder({ client_order_id: "FILLED" }))).status,
    ).toBe(422);
    expect((await again.get("/v2/orders")).body).toMatchObject([{ client_order_id: "RESTING" }]);
  });

  it("goes on where its book ends, where its clock is its own and begins earlier", async () => {
    const journalFile = await journalPath();
    const own = { journalFile, hasOwnTime: true };
    const { exchange, client } = await open(own);
    later(exchange, 24 * 60 * MINUTE_MS);
    await client.post("/v2/orders", marketOrder({}));
    await untilFilled(exchange, client);
    await exchange.close();

    const restarted = await open(own);
    const again = clientOf(restarted.exchange.url, client);
    const { timestamp } = (await again.get("/v2/clock")).body;
    expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(START + 24 * 60 * MINUTE_MS);
    await again.post("/v2/orders", marketOrder({ client_order_id: "NEXT" }));
    await untilFilled(restarted.exchange, again);

    expect((await again.get("/v2/positions/AAPL")).body.qty).toBe("2");
  });

  it("takes its book to no other market and shares it with no other process", async () => {
    const journalFile = await journalPath();
    const { exchange } = await open({ journalFile });

    await expect(exchangeOnLoopback({ journalFile })).rejects.toThrow("one exchange at a time");
    await exchange.close();
    await expect(exchangeOnLoopback({ journalFile, seed: 8 })).rejects.toThrow("seed 7");
  });
});

async function journalPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sevenfold-exchange-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "journal.jsonl");
}

async function everything(client: ExchangeClient) {
  const paths = ["/v2/account", "/v2/positions", "/v2/orders?status=all", "/v2/account/activities"];
  return (await Promise.all(paths.map((path) => client.get(path)))).map(({ body }) => body);
}
