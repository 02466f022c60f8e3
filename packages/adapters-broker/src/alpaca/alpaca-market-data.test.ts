import type { MarketNews } from "@sevenfold/application/ports/market-data";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { afterEach, expect, it } from "vitest";
import { exchangeOnLoopback, openClient, START } from "../exchange/testing/exchange-on-loopback.ts";
import { alpacaMarketData } from "./alpaca-market-data.ts";

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
    "Built-in exchange",
  );
  return { exchange, marketData };
}
