import type { MarketNews } from "@sevenfold/application/ports/market-data";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it } from "vitest";
import { exchangeOnLoopback, openClient, START } from "../exchange/testing/exchange-on-loopback.ts";
import { intercepted } from "../prices/testing/intercepted.ts";
import { alpacaMarketData } from "./alpaca-market-data.ts";
import { ALPACA_IEX, ALPACA_SIP, type AlpacaFeed, BUILT_IN_FEED } from "./alpaca-market-feed.ts";
import { hostsOf } from "./testing/opened-alpaca.ts";

const AAPL = "AAPL" as Ticker;
const MSFT = "MSFT" as Ticker;
const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

it("hears the prices of what it watches, also of what is added later", async () => {
  const { exchange, marketData } = await onExchange();
  const news: MarketNews[] = [];
  const ending = new AbortController();
  marketData.watch([AAPL]);
  const reading = (async () => {
    for await (const each of marketData.news(ending.signal)) news.push(each);
  })();
  const hasPrint = (ticker: Ticker) => () => {
    exchange.moveTo(instant(exchange.now() + 1_000));
    return news.some(
      (each) => each.kind === "prices" && each.prints.some((p) => p.ticker === ticker),
    );
  };

  await expect.poll(hasPrint(AAPL)).toBe(true);
  expect(news[0]).toEqual({ kind: "connected" });
  expect(hasPrint(MSFT)()).toBe(false);
  marketData.watch([MSFT]);
  await expect.poll(hasPrint(MSFT)).toBe(true);
  ending.abort();
  await reading;
});

it("reads minute bars that are the exchange's own, in [start, end)", async () => {
  const { exchange, marketData } = await onExchange();
  const start = instant(START - 10 * 60_000);
  const bars = await marketData.bars({ ticker: AAPL, interval: "minute", start, end: START });

  expect(bars.map((bar) => bar.start)).toEqual(
    Array.from({ length: 10 }, (_, index) => start + index * 60_000),
  );
  for (const bar of bars) {
    const own = exchange.market.barOf(AAPL, bar.start, (bar.start + 60_000) as Instant);
    expect(bar).toMatchObject({
      open: own?.open,
      high: own?.high,
      low: own?.low,
      close: own?.close,
    });
  }
});

it("reads the latest price and quote of many symbols, leaving out what is not listed", async () => {
  const { exchange, marketData } = await onExchange();
  const { prints, quotes } = await marketData.latest([AAPL, MSFT, "ZZZZ" as Ticker]);

  expect(prints.map(({ ticker }) => ticker).sort()).toEqual([AAPL, MSFT]);
  for (const { ticker, price } of prints)
    expect(price).toBe(exchange.market.priceAt(ticker, START));
  for (const { bid, ask } of quotes) expect(bid).toBeLessThan(ask);
});

describe("bars of a feed of one exchange", () => {
  const day = (date: string) => Date.parse(`${date}T05:00:00Z`) as Instant;
  const NOW = Date.parse("2026-11-20T19:00:00Z");
  const bars = [{ t: "2026-11-19T05:00:00Z", o: 10, h: 12, l: 9, c: 11, v: 100, n: 1, vw: 1 }];
  const keys = { keyId: "PK", secretKey: "S" };
  const open = (feed: AlpacaFeed) =>
    alpacaMarketData(hostsOf("https://data.alpaca.markets", keys), feed, undefined, () => NOW);

  it("are those of all exchanges where they are of days, a quarter of an hour ago at the latest", async () => {
    const { asked } = intercepted("https://data.alpaca.markets", [
      200,
      { bars, next_page_token: null },
    ]);
    const wanted = {
      ticker: AAPL,
      interval: "day",
      start: day("2026-11-19"),
      end: day("2026-11-21"),
    } as const;
    expect(await open(ALPACA_IEX).bars(wanted)).toMatchObject([{ close: 110_000 }]);
    await open(ALPACA_IEX).bars({ ...wanted, interval: "minute" });
    await open(ALPACA_SIP).bars(wanted);

    expect(
      asked.map(({ url }) => [url.searchParams.get("feed"), url.searchParams.get("end")]),
    ).toEqual([
      ["sip", "2026-11-20T18:43:59.999Z"],
      ["iex", "2026-11-21T04:59:59.999Z"],
      ["sip", "2026-11-21T04:59:59.999Z"],
    ]);
    // Asked for nothing but the last minutes, it has nothing to give.
    expect(await open(ALPACA_IEX).bars({ ...wanted, start: (NOW - 1) as Instant })).toEqual([]);
    expect(asked).toHaveLength(3);
  });

  it.each([
    [403, { message: "subscription does not permit querying recent SIP data" }, "plan"],
    [403, { message: "forbidden." }, "credentials"],
    [404, { message: "symbol not found: ZZZZ" }, "not-found"],
    [422, { message: "invalid" }, "unreadable"],
    [500, "<html></html>", "network"],
  ])("are refused for a reason: %i %j", async (status, body, reason) => {
    intercepted("https://data.alpaca.markets", [status, body]);
    const wanted = {
      ticker: AAPL,
      interval: "day",
      start: day("2026-11-19"),
      end: day("2026-11-20"),
    } as const;
    await expect(open(ALPACA_SIP).bars(wanted)).rejects.toMatchObject({ trouble: { reason } });
  });
});

async function onExchange() {
  const exchange = await exchangeOnLoopback();
  closers.push(() => exchange.close());
  const { keyId, secretKey } = await openClient(exchange.url);
  const sockets = exchange.url.replace("http", "ws");
  const marketData = alpacaMarketData(
    {
      tradingUrl: exchange.url,
      tradingStreamUrl: `${sockets}/stream`,
      marketDataUrl: exchange.url,
      marketDataStreamUrl: `${sockets}/v2/iex`,
      keyId,
      secretKey,
      timeoutMs: 60_000,
    },
    BUILT_IN_FEED,
  );
  return { exchange, marketData };
}
