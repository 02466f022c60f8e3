import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { decode, encode } from "@msgpack/msgpack";
import { quoteAround } from "@sevenfold/application/simulation/simulated-market";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";

import { exchangeScriptFrom } from "./exchange-script.ts";
import {
  clientOf,
  type ExchangeClient,
  exchangeOnLoopback,
  hear,
  hearMarket,
  hearTrades,
  type LoopbackExchange,
  openClient,
  request,
  START,
} from "./testing/exchange-on-loopback.ts";

const SLOT_MS = 250;
const MINUTE_MS = 60_000;
const AAPL = "AAPL" as Ticker;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe("orders on the exchange", () => {
  it("fills a market order at the ask of a later moment and tells it in binary frames", async () => {
    const { exchange, client } = await open();
    const stream = await hearTrades(exchange.url, client);
    const sent = await client.post("/v2/orders", marketOrder({ qty: "10", client_order_id: "A1" }));

    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({
      status: "pending_new",
      qty: "10",
      filled_qty: "0",
      filled_avg_price: null,
    });
    later(exchange, SLOT_MS);
    const news = await stream.next();
    expect(news.data).toMatchObject({
      event: "new",
      order: { client_order_id: "A1", status: "new" },
    });
    let filled = 0;
    while (filled < 10) {
      const { data } = await stream.next();
      filled += Number(data.qty);
      expect(data.event).toBe(filled === 10 ? "fill" : "partial_fill");
      expect(data.price).toBe(askText(exchange, exchange.now()));
      expect(data.position_qty).toBe(String(filled));
      expect(data.order.filled_qty).toBe(String(filled));
      if (filled < 10) later(exchange, SLOT_MS);
    }
    expect(stream.kinds).toEqual(new Set(["binary"]));
    const order = await client.get(`/v2/orders/${sent.body.id}`);
    expect(order.body).toMatchObject({ status: "filled", filled_qty: "10" });
  });

  it("leaves a limit order resting until the ask comes down to it", async () => {
    const { exchange, client } = await open();
    const stream = await hearTrades(exchange.url, client);
    const { limit, at } = nextLowAsk(exchange);
    const sent = await client.post(
      "/v2/orders",
      limitOrder({ limit_price: String(dollarsOf(limit)) }),
    );
    for (let now = START + SLOT_MS; now < at; now += SLOT_MS * 7) exchange.moveTo(instant(now));
    expect((await stream.next()).data.event).toBe("new");
    expect((await client.get(`/v2/orders/${sent.body.id}`)).body.status).toBe("new");

    exchange.moveTo(at);
    const { data } = await stream.next();

    expect(data).toMatchObject({ qty: expect.any(String), price: askText(exchange, at) });
  });

  it("refuses a second order of one client_order_id, also when the first is filled", async () => {
    const { exchange, client } = await open();
    const first = marketOrder({ client_order_id: "TWICE" });
    await client.post("/v2/orders", first);
    const refusal = {
      status: 422,
      body: { code: 40010001, message: "client_order_id must be unique" },
    };

    expect(await client.post("/v2/orders", first)).toMatchObject(refusal);
    await untilFilled(exchange, client);
    expect(await client.post("/v2/orders", first)).toMatchObject(refusal);
    const found = await client.get("/v2/orders:by_client_order_id?client_order_id=TWICE");
    expect(found.body).toMatchObject({ client_order_id: "TWICE", status: "filled" });
    expect(await client.get("/v2/orders:by_client_order_id?client_order_id=NEVER")).toMatchObject({
      status: 404,
      body: { code: 40410000, message: "order not found for NEVER" },
    });
  });

  it("refuses what the account cannot pay for, counting what open orders reserve", async () => {
    const { exchange, client } = await open("1000");
    const price = (dollarsOf(exchange.market.priceAt(AAPL, START)) / 2).toFixed(2);
    const affordable = Math.floor(1_000 / Number(price));
    const sent = await client.post(
      "/v2/orders",
      limitOrder({ limit_price: price, qty: String(affordable) }),
    );
    const reserved = affordable * Number(price);

    expect(sent.status).toBe(200);
    const account = await client.get("/v2/account");
    expect(Number(account.body.buying_power)).toBeCloseTo(1_000 - reserved, 4);
    expect(account.body.cash).toBe("1000.00");
    const refused = await client.post("/v2/orders", limitOrder({ limit_price: price, qty: "1" }));
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 40310000, message: "insufficient buying power" });
    expect(Number(refused.body.buying_power)).toBeCloseTo(1_000 - reserved, 4);
    expect(Number(refused.body.cost_basis)).toBeCloseTo(Number(price), 4);
  });

  it("refuses to sell what is not held or already offered", async () => {
    const { exchange, client } = await open();
    expect(await client.post("/v2/orders", marketOrder({ side: "sell", qty: "11" }))).toMatchObject(
      {
        status: 403,
        body: {
          code: 40310000,
          message: "insufficient qty available for order (requested: 11, available: 0)",
          existing_qty: "0",
        },
      },
    );
    await client.post("/v2/orders", marketOrder({ qty: "10" }));
    await untilFilled(exchange, client);
    await client.post("/v2/orders", limitOrder({ side: "sell", qty: "7", limit_price: "90000" }));

    expect(await client.post("/v2/orders", marketOrder({ side: "sell", qty: "4" }))).toMatchObject({
      status: 403,
      body: { available: "3", existing_qty: "10", held_for_orders: "7", symbol: "AAPL" },
    });
    expect((await client.get("/v2/positions/AAPL")).body).toMatchObject({
      qty: "10",
      qty_available: "3",
    });
  });

  it("refuses an order that would trade with one's own", async () => {
    const { client } = await open();
    const { body } = await client.post("/v2/orders", limitOrder({ limit_price: "1.00" }));
    await client.post("/v2/orders", marketOrder({ symbol: "MSFT" }));

    expect(await client.post("/v2/orders", marketOrder({ side: "sell" }))).toMatchObject({
      status: 403,
      body: {
        message: "potential wash trade detected. use complex orders",
        existing_order_id: body.id,
        reject_reason: "opposite side limit order exists",
      },
    });
  });

  it.each([
    [{ qty: "0" }, 422, "qty must be > 0"],
    [{ qty: "-3" }, 422, "qty must be > 0"],
    [{ qty: undefined }, 422, "qty or notional is required"],
    [{ notional: "5" }, 422, "only one of qty or notional is accepted"],
    [{ qty: "1.5" }, 403, 'asset "AAPL" is not fractionable'],
    [{ qty: undefined, notional: "50" }, 403, 'asset "AAPL" is not fractionable'],
    [{ symbol: "ZZZZ" }, 422, 'asset "ZZZZ" not found'],
    [{ type: "stop" }, 422, "stop orders require a stop price"],
    [{ time_in_force: "never" }, 422, "invalid time_in_force"],
    [{ type: "limit" }, 422, "limit orders require a limit price"],
    [{ limit_price: "5" }, 422, "market orders require no stop or limit price"],
    [
      { type: "limit", limit_price: "290.123" },
      422,
      "invalid limit_price 290.123. sub-penny increment does not fulfill minimum pricing criteria",
    ],
    [
      { type: "limit", limit_price: "0.99999" },
      422,
      "invalid limit_price 0.99999. sub-penny increment does not fulfill minimum pricing criteria",
    ],
    [{ extended_hours: true }, 422, "extended hours order must be DAY or GTC limit orders"],
    [
      { client_order_id: "x".repeat(129) },
      422,
      "client_order_id must be no more than 128 characters",
    ],
    [
      { type: "limit", limit_price: "0.01" },
      403,
      "cost basis must be >= minimal amount of order 1",
    ],
    [{ qty: { a: 1 } }, 422, "invalid qty"],
  ])("refuses %j with %i and its words", async (change, status, message) => {
    const { client } = await open();
    const answer = await client.post("/v2/orders", marketOrder(change));

    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect((await client.get("/v2/orders?status=all")).body).toEqual([]);
  });

  it("cancels an open order once and says when it is too late", async () => {
    const { exchange, client } = await open();
    const stream = await hearTrades(exchange.url, client);
    const { body } = await client.post("/v2/orders", limitOrder({ limit_price: "2" }));

    expect(await client.delete(`/v2/orders/${body.id}`)).toMatchObject({ status: 204, text: "" });
    expect((await stream.next()).data).toMatchObject({
      event: "canceled",
      order: { status: "canceled" },
    });
    expect(await client.delete(`/v2/orders/${body.id}`)).toMatchObject({
      status: 422,
      body: { code: 42210000, message: 'order is already in "canceled" state' },
    });
    expect((await client.delete("/v2/orders/nonsense")).status).toBe(404);
  });

  it("keeps one account's orders from another", async () => {
    const { exchange, client } = await open();
    const stranger = await openClient(exchange.url);
    const { body } = await client.post("/v2/orders", limitOrder({ limit_price: "2" }));

    expect((await stranger.get(`/v2/orders/${body.id}`)).status).toBe(404);
    expect((await stranger.delete(`/v2/orders/${body.id}`)).status).toBe(404);
    expect((await stranger.get("/v2/orders?status=all")).body).toEqual([]);
  });

  it("pages through orders and fills without losing or repeating one", async () => {
    const { exchange, client } = await open();
    for (let count = 0; count < 7; count += 1)
      await client.post("/v2/orders", marketOrder({ qty: "2" }));
    await untilFilled(exchange, client);
    const orders: string[] = [];
    let after = "";
    for (;;) {
      const page = await client.get(`/v2/orders?status=all&direction=asc&limit=3${after}`);
      if (page.body.length === 0) break;
      for (const { id } of page.body) orders.push(id);
      after = `&after=${page.body.at(-1).submitted_at}`;
    }
    const fills: string[] = [];
    let token = "";
    for (;;) {
      const page = await client.get(`/v2/account/activities/FILL?page_size=3${token}`);
      if (page.body.length === 0) break;
      for (const { id } of page.body) fills.push(id);
      token = `&page_token=${page.body.at(-1).id}`;
    }

    expect([orders.length, new Set(orders).size]).toEqual([7, 7]);
    expect(fills.length).toBeGreaterThanOrEqual(7);
    expect(new Set(fills).size).toBe(fills.length);
    expect((await client.get("/v2/account/activities?page_size=101")).status).toBe(422);
    expect((await client.get("/v2/orders?limit=501")).status).toBe(422);
  });

  it("closes a position and books the cash", async () => {
    const { exchange, client } = await open();
    await client.post("/v2/orders", marketOrder({ qty: "8" }));
    await untilFilled(exchange, client);
    const half = await client.delete("/v2/positions/AAPL?percentage=50");
    await untilFilled(exchange, client);

    expect(half.body).toMatchObject({ side: "sell", type: "market", qty: "4" });
    expect((await client.get("/v2/positions/AAPL")).body.qty).toBe("4");
    await client.delete("/v2/positions/AAPL");
    await untilFilled(exchange, client);
    expect((await client.get("/v2/positions")).body).toEqual([]);
    expect(await client.get("/v2/positions/AAPL")).toMatchObject({
      status: 404,
      body: { message: "position does not exist" },
    });
    const { body } = await client.get("/v2/account");
    expect(body.equity).toBe(body.cash);
    expect(body.last_equity).toBe("100000.00");
  });
});

describe("the exchange's door", () => {
  it("answers missing keys in HTML and wrong ones in JSON", async () => {
    const { exchange, client } = await open();
    const missing = await request(`${exchange.url}/v2/account`, "GET", {});
    const wrong = await clientOf(exchange.url, { ...client, secretKey: "no" }).get("/v2/account");

    expect([missing.status, missing.headers.get("content-type")]).toEqual([401, "text/html"]);
    expect([wrong.status, wrong.text]).toEqual([401, '{"message": "unauthorized."}\n']);
  });

  it("counts requests in three headers and stops at the limit", async () => {
    const { client } = await open(undefined, { requestsPerMinute: 2 });
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
    const { client } = await open(undefined, { hours: "nyse" });

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

describe("prices on the exchange", () => {
  it("streams prints and quotes whose minute bar REST then tells", async () => {
    const { exchange, client } = await open();
    const stream = await hearMarket(exchange.url, client);
    stream.say({ action: "subscribe", trades: ["AAPL"], quotes: ["AAPL"], bars: ["*"] });
    expect(await stream.next()).toMatchObject({ T: "subscription", trades: ["AAPL"], bars: ["*"] });
    const prints = new Map<number, number>();
    const minute = minuteAfter(exchange.now());
    const end = minute + MINUTE_MS;
    // In steps of five seconds, as a busy process might; each is heard before the next.
    for (let at: number = minute; at < end; at += 20 * SLOT_MS) {
      exchange.moveTo(instant(at));
      await stream.next((message) => {
        if (message.T === "t") prints.set(Date.parse(message.t), message.p);
        return message.T === "t" && at - 4 * SLOT_MS <= Date.parse(message.t);
      });
    }
    exchange.moveTo(instant(end));
    const bar = await stream.next((message) => {
      if (message.T === "t") prints.set(Date.parse(message.t), message.p);
      return message.T === "b" && message.S === "AAPL" && message.t === iso(minute);
    });
    const prices = [...prints].filter(([at]) => minute <= at && at < end).map(([, price]) => price);
    const answer = await client.get(
      `/v2/stocks/AAPL/bars?timeframe=1Min&feed=iex&start=${iso(minute)}&end=${iso(minute)}`,
    );

    expect(answer.body.bars).toEqual([
      expect.objectContaining({ t: bar.t, o: bar.o, h: bar.h, l: bar.l, c: bar.c, v: bar.v }),
    ]);
    expect(Math.max(bar.o, ...prices)).toBe(bar.h);
    expect(Math.min(bar.o, ...prices)).toBe(bar.l);
    expect(stream.kinds).toEqual(new Set(["text"]));
  });

  it("tells the latest print, a quote around it and a snapshot", async () => {
    const { exchange, client } = await open();
    const price = exchange.market.priceAt(AAPL, START);
    const quote = quoteAround(AAPL, price, START);

    expect((await client.get("/v2/stocks/AAPL/trades/latest")).body.trade.p).toBe(dollarsOf(price));
    expect((await client.get("/v2/stocks/quotes/latest?symbols=AAPL,ZZZZ")).body).toEqual({
      quotes: {
        AAPL: expect.objectContaining({ bp: dollarsOf(quote.bid), ap: dollarsOf(quote.ask) }),
      },
    });
    const { body } = await client.get("/v2/stocks/AAPL/snapshot");
    expect(body).toMatchObject({ symbol: "AAPL", latestTrade: { p: dollarsOf(price) } });
    expect(body.dailyBar.t).toBe("2026-11-20T05:00:00.000Z");
    expect(body.prevDailyBar.t).toBe("2026-11-19T05:00:00.000Z");
    expect(body.dailyBar.c).toBe(dollarsOf(price));
    expect((await client.get("/v2/stocks/snapshots?symbols=AAPL,ZZZZ")).body).toEqual({
      AAPL: expect.objectContaining({ latestTrade: expect.anything() }),
    });
  });

  it("pages bars across symbols into exactly what one page holds", async () => {
    const { client } = await open();
    const query = `/v2/stocks/bars?symbols=MSFT,AAPL,ZZZZ&timeframe=5Min&feed=iex&start=${iso(START - 3_600_000)}&end=${iso(START)}`;
    const whole = await client.get(`${query}&limit=10000`);
    const paged: Record<string, unknown[]> = {};
    let token = "";
    for (let count = 0; count < 20; count += 1) {
      const { body } = await client.get(`${query}&limit=4${token}`);
      for (const [symbol, bars] of Object.entries<unknown[]>(body.bars))
        paged[symbol] = [...(paged[symbol] ?? []), ...bars];
      if (body.next_page_token === null) break;
      token = `&page_token=${body.next_page_token}`;
    }

    expect(whole.body.next_page_token).toBeNull();
    expect(Object.keys(whole.body.bars)).toEqual(["AAPL", "MSFT"]);
    expect(whole.body.bars.AAPL).toHaveLength(13);
    expect(paged).toEqual(whole.body.bars);
    const newest = await client.get(`${query}&sort=desc&limit=10000`);
    expect(newest.body.bars.AAPL).toEqual([...whole.body.bars.AAPL].reverse());
  });

  it("has bars of regular days only, and of the hours around them, when it keeps New York's", async () => {
    const { client } = await open(undefined, { hours: "nyse" });
    const daily = await client.get(
      "/v2/stocks/AAPL/bars?timeframe=1Day&feed=iex&start=2026-11-13&end=2026-11-19T23:00:00Z",
    );
    const minutes = await client.get(
      "/v2/stocks/AAPL/bars?timeframe=1Min&feed=iex&limit=10000&start=2026-11-19T00:00:00-05:00&end=2026-11-19T23:59:00-05:00",
    );
    const regular = minutes.body.bars.filter(
      ({ t }: { t: string }) => "2026-11-19T14:30" <= t && t < "2026-11-19T21:00",
    );

    expect(daily.body.bars.map(({ t }: { t: string }) => t.slice(0, 10))).toEqual([
      "2026-11-13",
      "2026-11-16",
      "2026-11-17",
      "2026-11-18",
      "2026-11-19",
    ]);
    expect(minutes.body.bars).toHaveLength(16 * 60);
    expect(minutes.body.bars[0].t).toBe("2026-11-19T09:00:00.000Z");
    expect(daily.body.bars.at(-1)).toMatchObject({
      o: regular[0].o,
      h: Math.max(...regular.map(({ h }: { h: number }) => h)),
      l: Math.min(...regular.map(({ l }: { l: number }) => l)),
      c: regular.at(-1).c,
    });
  });

  it("refuses odd questions about bars in words of its own", async () => {
    const { client } = await open();
    const bars = "/v2/stocks/bars?symbols=AAPL&feed=iex";

    expect((await client.get(`${bars}&timeframe=1Min&limit=10001`)).body).toEqual({
      message: "invalid limit: larger than the allowed maximum of 10000",
    });
    expect((await client.get(`${bars}&timeframe=1Min&adjustment=bogus`)).body).toEqual({
      message: "invalid adjustment: bogus",
    });
    expect((await client.get(`${bars}&timeframe=7Years`)).status).toBe(400);
    expect((await client.get("/v2/stocks/bars?symbols=ZZZZ&timeframe=1Day")).body).toEqual({
      bars: {},
      next_page_token: null,
    });
    expect((await client.get("/v2/stocks/ZZZZ/bars?timeframe=1Day")).body.bars).toBeNull();
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

describe("the exchange's stream of prices", () => {
  it("tells halts, the bar of the day, and in either coding the same", async () => {
    const halt = { symbol: "AAPL", from: "+60s", until: "+120s", reason: "LUDP" };
    const script = exchangeScriptFrom({ halts: [halt] }, START);
    if (!script.ok) throw new Error(script.refusal);
    const { exchange, client } = await open(undefined, { script: script.value });
    const stream = await hearMarket(exchange.url, client);
    const binary = new WebSocket(`${exchange.url.replace("http", "ws")}/v2/iex`, {
      headers: { "Content-Type": "application/msgpack" },
    });
    const heard: Record<string, unknown>[] = [];
    binary.on("message", (frame) =>
      heard.push(...(decode(frame as Buffer) as Record<string, unknown>[])),
    );
    const say = (message: object) => binary.send(encode(message));
    const wanted = { action: "subscribe", statuses: ["*"], dailyBars: ["AAPL"] };
    await expect.poll(() => heard.length).toBe(1);
    say({ action: "auth", key: client.keyId, secret: client.secretKey });
    say(wanted);
    stream.say(wanted);
    await stream.next(({ T }) => T === "subscription");
    await expect.poll(() => heard.some(({ T }) => T === "subscription")).toBe(true);
    for (const at of [60_000, 90_000, 120_000]) {
      exchange.moveTo(instant(START + at));
      if (at === 60_000) expect(await stream.next(({ T }) => T === "s")).toMatchObject(HALTED);
    }
    expect(await stream.next(({ T }) => T === "s")).toMatchObject({ S: "AAPL", sc: "T" });
    await expect.poll(() => heard.filter(({ T }) => T === "s").length).toBe(2);

    const [told] = heard.filter(({ T }) => T === "s");
    expect(told).toMatchObject({ ...HALTED, t: new Date(START + 60_000) });
    const day = heard.find(({ T }) => T === "d");
    expect(day).toMatchObject({ S: "AAPL", t: new Date("2026-11-20T05:00:00.000Z") });
    binary.terminate();
    stream.socket.terminate();
  });

  it("sends away who asks for a feed that is not paid for", async () => {
    const { exchange, client } = await open();
    const stream = await hear(exchange.url, "/v2/sip");
    await stream.next();
    stream.say({ action: "auth", key: client.keyId, secret: client.secretKey });

    expect(await stream.next()).toMatchObject({ code: 409, msg: "insufficient subscription" });
    await stream.closed;
  });
});

const HALTED = { T: "s", S: "AAPL", sc: "H", rc: "LUDP" };

describe("a restarted exchange", () => {
  it("still has every order, position and key, and refuses the ids it knew", async () => {
    const journalFile = await journalPath();
    const { exchange, client } = await open(undefined, { journalFile });
    await client.post("/v2/orders", marketOrder({ qty: "3", client_order_id: "FILLED" }));
    await untilFilled(exchange, client);
    await client.post("/v2/orders", limitOrder({ limit_price: "2", client_order_id: "RESTING" }));
    const before = await everything(client);
    const at = exchange.now();
    await exchange.close();
    closing.pop();

    const restarted = await open(undefined, { journalFile, startsAt: at });
    const again = clientOf(restarted.exchange.url, client);

    expect(await everything(again)).toEqual(before);
    expect(
      (await again.post("/v2/orders", marketOrder({ client_order_id: "FILLED" }))).status,
    ).toBe(422);
    expect((await again.get("/v2/orders")).body).toMatchObject([{ client_order_id: "RESTING" }]);
  });

  it("takes its book to no other market and shares it with no other process", async () => {
    const journalFile = await journalPath();
    const { exchange } = await open(undefined, { journalFile });

    await expect(exchangeOnLoopback({ journalFile })).rejects.toThrow("one exchange at a time");
    await exchange.close();
    closing.pop();
    await expect(exchangeOnLoopback({ journalFile, seed: 8 })).rejects.toThrow("seed 7");
  });
});

async function open(cash?: string, settings: Parameters<typeof exchangeOnLoopback>[0] = {}) {
  const exchange = await exchangeOnLoopback(settings);
  closing.push(exchange.close);
  return { exchange, client: await openClient(exchange.url, cash) };
}

async function journalPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sevenfold-exchange-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "journal.jsonl");
}

const marketOrder = (change: Record<string, unknown>) => ({
  symbol: "AAPL",
  qty: "1",
  side: "buy",
  type: "market",
  time_in_force: "day",
  ...change,
});

const limitOrder = (change: Record<string, unknown>) => marketOrder({ type: "limit", ...change });

function later(exchange: LoopbackExchange, ms: number): void {
  exchange.moveTo(instant(exchange.now() + ms));
}

/** Moves on slot by slot until no order of the account is open. */
async function untilFilled(exchange: LoopbackExchange, client: ExchangeClient): Promise<void> {
  while (0 < (await client.get("/v2/orders")).body.length) later(exchange, SLOT_MS);
}

const askText = (exchange: LoopbackExchange, at: Instant): string =>
  dollarsOf(exchange.market.quoteAt(AAPL, at).ask).toFixed(2);

/** A price the ask does not reach soon, and the first moment it does. */
function nextLowAsk({ market }: LoopbackExchange) {
  const limit = (market.quoteAt(AAPL, START).ask - 500) as number;
  let at = START;
  while (limit < market.quoteAt(AAPL, at).ask) at = instant(at + SLOT_MS);
  return { limit, at };
}

const minuteAfter = (at: Instant): Instant => instant((Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS);
const iso = (at: number): string => new Date(at).toISOString();

async function everything(client: ExchangeClient) {
  const paths = ["/v2/account", "/v2/positions", "/v2/orders?status=all", "/v2/account/activities"];
  return (await Promise.all(paths.map((path) => client.get(path)))).map(({ body }) => body);
}
