import { scheduler } from "node:timers/promises";
import type { Clock } from "@sevenfold/application/ports/clock";
import type { MarketData } from "@sevenfold/application/ports/market-data";
import type { Instant } from "@sevenfold/domain/market";

import { alpacaMarketData } from "../../alpaca/alpaca-market-data.ts";
import { ALPACA_IEX } from "../../alpaca/alpaca-market-feed.ts";
import { CallBudget } from "../../call-budget.ts";
import { yahooMarketData } from "../yahoo/yahoo-market-data.ts";
import { type AlpacaStreamStandIn, alpacaStreamStandIn } from "./alpaca-stream-stand-in.ts";
import { callsUnderWay } from "./calls-under-way.ts";
import { SECRET } from "./price-benches.ts";
import { type PriceStandIn, priceStandIn } from "./price-stand-in.ts";
import { speakAlpaca, tradeOf } from "./speak-alpaca.ts";
import { speakYahoo } from "./speak-yahoo.ts";
import { connectionTo } from "./streaming-benches.ts";

const KEYS = { keyId: "PK-OF-NOBODY", secretKey: SECRET };
const PER_MINUTE = 1_000_000;
/** Who stands still for as long has not answered: real time, which only a fault uses up. */
const TIMEOUT_MS = 1_000;
const RETRY_MS_MAX = 1;
/** Turns of the event loop in which what is on its way over a socket of this process arrives. */
const TURNS = 6;
const SETTLING_TURNS_MAX = 500;

/**
 * One market on sockets of this machine, told by two providers that fail by hand: Alpaca's stream and its
 * calls, and Yahoo's charts. Its time is whoever's clock is given, and may be a virtual one.
 */
export interface MarketOnSockets {
  readonly alpaca: PriceStandIn;
  readonly stream: AlpacaStreamStandIn;
  readonly yahoo: PriceStandIn;
  /** The adapters on them, Alpaca's first. */
  open(clock: Clock): readonly MarketData[];
  /** What both say from now on. */
  stand(symbol: string, dollars: number): void;
  /** A trade on the stream, and its id there. */
  tell(symbol: string, trade: { readonly price: unknown; readonly at: Instant }): number;
  /** All of its symbols trade, now and at what they stand at. */
  trade(): void;
  /** Once nothing is on its way over the sockets: calls have ended, and what was streamed is read. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

export async function marketOnSockets(now: () => Instant): Promise<MarketOnSockets> {
  const alpaca = await priceStandIn(speakAlpaca(KEYS), now);
  const yahoo = await priceStandIn(speakYahoo, now);
  const stream = alpacaStreamStandIn(alpaca.server, KEYS);
  const calls = callsUnderWay([alpaca.url, yahoo.url]);
  let trades = 0;
  let unsettled = 0;
  /** Once who has connected is streamed to; a connection that was waited for in vain is not again. */
  const settled = async () => {
    const connection = stream.connectionCount();
    for (let turn = 0; unsettled < connection && stream.isSettling(); turn += 1) {
      if (SETTLING_TURNS_MAX <= turn) unsettled = connection;
      await scheduler.wait(1);
    }
  };
  const market: MarketOnSockets = {
    ...{ alpaca, stream, yahoo },
    open: (clock) => [
      alpacaMarketData(
        { ...connectionTo(alpaca.url, KEYS), timeoutMs: TIMEOUT_MS, retryMsMax: RETRY_MS_MAX },
        ALPACA_IEX,
        new CallBudget({ perMinute: PER_MINUTE, reserve: 0 }),
        clock.now,
      ),
      yahooMarketData(
        {
          ...{ url: yahoo.url, timeoutMs: TIMEOUT_MS, perMinute: PER_MINUTE, perDay: PER_MINUTE },
          ...{ polling: { everyMs: 1_000 }, spacing: { spacingMs: 0, jitterMs: 0 } },
        },
        clock,
      ),
    ],
    stand(symbol, dollars) {
      for (const standIn of [alpaca, yahoo]) standIn.market.list(symbol, dollars);
    },
    tell(symbol, { at, price }) {
      trades += 1;
      stream.send({ T: "t", S: symbol, ...tradeOf({ at, price: null }, trades), p: price });
      return trades;
    },
    trade() {
      for (const standIn of [alpaca, yahoo])
        for (const stock of standIn.market.stocks.values()) stock.at = now();
      for (const [symbol, stock] of alpaca.market.stocks) market.tell(symbol, stock);
    },
    async quiet() {
      await settled();
      do {
        await stream.read();
        for (let turn = 0; turn < TURNS; turn += 1) await scheduler.yield();
        if (0 < calls.count()) await scheduler.wait(1);
      } while (0 < calls.count());
    },
    async close() {
      calls.close();
      stream.close();
      await Promise.all([alpaca.close(), yahoo.close()]);
    },
  };
  return market;
}
