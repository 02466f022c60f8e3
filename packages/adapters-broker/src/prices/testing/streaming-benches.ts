import type { MarketData } from "@sevenfold/application/ports/market-data";
import type { PriceBench } from "@sevenfold/application/ports/market-data-bench.conformance";
import { instant } from "@sevenfold/domain/market";

import type { AlpacaConnection } from "../../alpaca/alpaca-http.ts";
import { alpacaMarketData } from "../../alpaca/alpaca-market-data.ts";
import { ALPACA_IEX, type AlpacaFeed, BUILT_IN_FEED } from "../../alpaca/alpaca-market-feed.ts";
import { faultyStream } from "../../bench/faulty-stream.ts";
import { CallBudget } from "../../call-budget.ts";
import { exchangeOnLoopback, openClient } from "../../exchange/testing/exchange-on-loopback.ts";
import { alpacaStreamStandIn } from "./alpaca-stream-stand-in.ts";
import {
  handOf,
  KEYED,
  listAll,
  openedOn,
  runningClock,
  SECRET,
  TIMEOUT_MS,
} from "./price-benches.ts";
import { priceStandIn } from "./price-stand-in.ts";
import { isoOf, speakAlpaca, tradeOf } from "./speak-alpaca.ts";

type Plant = (sound: MarketData) => MarketData;

const KEYS = { keyId: "PK-OF-NOBODY", secretKey: SECRET };
const PER_MINUTE = 1_000_000;

/** Few symbols are streamed here, and the others asked for often. */
export const SMALL_FEED: AlpacaFeed = { ...ALPACA_IEX, streamedMax: 5, polledEveryMs: 20 };

export const connectionTo = (
  url: string,
  keys: Pick<AlpacaConnection, "keyId" | "secretKey">,
): AlpacaConnection => {
  const sockets = url.replace("http", "ws");
  return {
    ...{ tradingUrl: url, tradingStreamUrl: `${sockets}/stream` },
    ...{ marketDataUrl: url, marketDataStreamUrl: `${sockets}/v2/iex` },
    ...{ ...keys, timeoutMs: TIMEOUT_MS, retryMsMax: 50 },
  };
};

export const alpacaPriceBench = (plant: Plant = (sound) => sound): PriceBench => ({
  name: "Alpaca",
  capabilities: ["by-hand", "quotes", "minutes", "fewer-symbols", "taken-back"],
  async open() {
    const clock = runningClock();
    const standIn = await priceStandIn(speakAlpaca(KEYS), clock.now);
    const stream = alpacaStreamStandIn(standIn.server, KEYS);
    stream.symbolsMax = SMALL_FEED.streamedMax;
    listAll(standIn.market);
    const opened = openedOn(standIn, clock);
    const hand = handOf(standIn.market);
    let id = 0;
    const tell = (ticker: string) => {
      id += 1;
      const { at, price } = standIn.market.stock(ticker);
      stream.send({ T: "t", S: ticker, ...tradeOf({ at, price }, id) });
    };
    const budget = new CallBudget({ perMinute: PER_MINUTE, reserve: 0 });
    return {
      ...opened,
      ...KEYED,
      marketData: plant(
        alpacaMarketData(connectionTo(standIn.url, KEYS), SMALL_FEED, budget, clock.now),
      ),
      stir(ticker) {
        opened.stir(ticker);
        tell(ticker);
      },
      hand: {
        ...hand,
        trade(ticker, dollars, at) {
          hand.trade(ticker, dollars, at);
          tell(ticker);
        },
        takeBack(ticker, instead) {
          const { price } = standIn.market.stock(ticker);
          const said = { S: ticker, x: "V", z: "C", t: isoOf(instant(clock.now() + 1_000)) };
          if (instead === undefined)
            stream.send({ T: "x", ...said, i: id, p: price, s: 100, a: "C" });
          else
            stream.send({
              T: "c",
              ...said,
              oi: id,
              op: price,
              os: 100,
              ci: id + 900,
              cp: instead,
              cs: 100,
            });
        },
      },
      breakLine() {
        stream.manner = "away";
        stream.cut();
      },
      mendLine() {
        stream.manner = "sound";
      },
      async close() {
        stream.close();
        await standIn.close();
      },
    };
  },
});

/** The built-in exchange itself, behind a line that breaks. */
export const builtInPriceBench = (plant: Plant = (sound) => sound): PriceBench => ({
  name: "Built-in exchange",
  capabilities: ["quotes", "minutes"],
  async open() {
    const exchange = await exchangeOnLoopback();
    const { keyId, secretKey } = await openClient(exchange.url);
    const alpaca = speakAlpaca({ keyId, secretKey });
    const standIn = await priceStandIn(
      {
        ...alpaca,
        async answer({ headers, url }) {
          const asked = new URL(`${url.pathname}${url.search}`, exchange.url);
          const signed = {
            "APCA-API-KEY-ID": String(headers["apca-api-key-id"]),
            "APCA-API-SECRET-KEY": String(headers["apca-api-secret-key"]),
          };
          const answer = await fetch(asked, { headers: signed });
          return { status: answer.status, body: await answer.text() };
        },
      },
      exchange.now,
    );
    const stream = faultyStream(exchange.url);
    standIn.server.on("upgrade", stream.accept);
    const budget = new CallBudget({ perMinute: PER_MINUTE, reserve: 0 });
    return {
      ...openedOn(standIn, { ...runningClock(), now: exchange.now }),
      secret: secretKey,
      marketData: plant(
        alpacaMarketData(connectionTo(standIn.url, { keyId, secretKey }), BUILT_IN_FEED, budget),
      ),
      stir: () => exchange.moveTo(instant(exchange.now() + 1_000)),
      breakLine: stream.break,
      mendLine: stream.mend,
      async close() {
        stream.close();
        await standIn.close();
        await exchange.close();
      },
    };
  },
});
