import { EventEmitter } from "node:events";
import { recordedMarket } from "@sevenfold/application/exchange/recorded-market";
import {
  openSimulatedMarket,
  type SimulatedMarket,
} from "@sevenfold/application/exchange/simulated-market";
import { venueCalendar } from "@sevenfold/application/exchange/venue-hours";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { stockOf } from "@sevenfold/domain/stocks";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";

import type { ExchangeDesk } from "./exchange-desk.ts";
import { JSON_CODING } from "./frame-coding.ts";
import { marketStream } from "./market-stream.ts";
import { START } from "./testing/exchange-on-loopback.ts";

const AAPL = "AAPL" as Ticker;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

describe("the stream of prices", () => {
  it("goes on with a clock that was ahead for a moment, at the time it shows then", () => {
    const { heardAt } = opened();
    expect(heardAt(START)).not.toEqual([]);
    heardAt(instant(START + DAY_MS));
    const back = instant(START + 60 * SECOND_MS);

    expect(new Set(heardAt(back))).toEqual(new Set([new Date(back).toISOString()]));
    expect(heardAt(instant(back + 10 * SECOND_MS))).not.toEqual([]);
  });

  it("tells no trades where no bar is recorded, though the price stands", () => {
    const { heardAt } = opened(minuteOf(AAPL));
    expect(heardAt(instant(START + 59 * SECOND_MS))).not.toEqual([]);
    heardAt(instant(START + 60 * SECOND_MS));

    expect(heardAt(instant(START + 70 * SECOND_MS))).toEqual([]);
  });

  it("tells nothing again for a clock that is put back a little", () => {
    const { heardAt } = opened();
    heardAt(START);
    heardAt(instant(START + 10 * SECOND_MS));

    expect(heardAt(instant(START + 9 * SECOND_MS))).toEqual([]);
    expect(heardAt(instant(START + 10 * SECOND_MS))).toEqual([]);
  });
});

/** A market of one minute, after which nothing is recorded. */
function minuteOf(ticker: Ticker): SimulatedMarket {
  const column = (value: number) => Float64Array.of(value);
  const [open, high, low, close] = [100, 101, 99, 100].map((price) => column(price * 10_000));
  const [opensAt, closesAt] = [column(START), column(START + 60 * SECOND_MS)];
  const prices = { open: open!, high: high!, low: low!, close: close! };
  const rest = { count: 1, volume: column(2_400), day: new Int32Array(1) };
  return recordedMarket([{ ticker, opensAt, closesAt, ...prices, ...rest }]);
}

/** A stream with one client of one symbol's trades, which says the times of what it hears. */
function opened(
  market = openSimulatedMarket({ seed: 7, stocks: [stockOf(AAPL)!], volatility: 2 }),
) {
  const stream = marketStream({
    market,
    calendar: venueCalendar("always"),
    accountOf: () => ({ opening: { id: "account" } }),
  } as unknown as ExchangeDesk);
  const heard: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    readyState: WebSocket.OPEN,
    bufferedAmount: 0,
    send: (frame: string) => heard.push(frame),
  });
  stream.accept(socket as unknown as WebSocket, JSON_CODING);
  for (const words of [
    { action: "auth", key: "key", secret: "secret" },
    { action: "subscribe", trades: [AAPL] },
  ])
    socket.emit("message", Buffer.from(JSON.stringify(words)));
  return {
    heardAt(at: Instant): readonly string[] {
      heard.length = 0;
      stream.publish(at);
      return heard.flatMap((frame) => JSON.parse(frame).map(({ t }: { t: string }) => t));
    },
  };
}
