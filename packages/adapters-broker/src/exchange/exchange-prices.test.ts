import { decode, encode } from "@msgpack/msgpack";
import { quoteAround } from "@sevenfold/application/exchange/simulated-market";
import { type Instant, instant } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { exchangeScriptFrom } from "./exchange-script.ts";
import { hear, hearMarket, START } from "./testing/exchange-on-loopback.ts";
import { AAPL, MINUTE_MS, open, SLOT_MS } from "./testing/opened-exchange.ts";

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
    const { client } = await open({ hours: "nyse" });
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

describe("the exchange's stream of prices", () => {
  it("tells halts, the bar of the day, and in either coding the same", async () => {
    const halt = { symbol: "AAPL", from: "+60s", until: "+120s", reason: "LUDP" };
    const script = exchangeScriptFrom({ halts: [halt] }, START);
    if (!script.ok) throw new Error(script.refusal);
    const { exchange, client } = await open({ script: script.value });
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

  it("tells of a price that stands every five seconds", async () => {
    const { exchange, client } = await open({ volatility: 0.01 });
    const stream = await hearMarket(exchange.url, client);
    stream.say({ action: "subscribe", trades: ["AAPL"] });
    await stream.next(({ T }) => T === "subscription");
    const start = exchange.now();
    const told: number[] = [start];
    exchange.moveTo(instant(start + 20_000));
    const last = await stream.next((message) => {
      if (message.T === "t") told.push(Date.parse(message.t));
      return message.T === "t" && start + 15_000 <= Date.parse(message.t);
    });
    const gaps = told.slice(1).map((at, index) => at - told[index]!);

    expect(Math.max(...gaps)).toBe(5_000);
    expect(last.p).toBe(dollarsOf(exchange.market.priceAt(AAPL, START)));
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

const minuteAfter = (at: Instant): Instant => instant((Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS);
const iso = (at: number): string => new Date(at).toISOString();
