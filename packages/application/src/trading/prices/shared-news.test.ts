import { type Instant, instant } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../../broker-kit/simulated/virtual-clock.ts";
import {
  ALL_AT_ONCE,
  type MarketData,
  type MarketNews,
  type TradingStatus,
} from "../../ports/market-data.ts";
import { inMemoryPriceFan } from "../../testing/in-memory-price-fan.ts";
import { AAPL, drain, MSFT } from "../../testing/trading-world.ts";
import { inMemoryStorage } from "../../testing/world/in-memory-storage.ts";
import { recordingLog } from "../../testing/world/recording-log.ts";
import { type NewsQueue, openNewsQueue } from "./news-queue.ts";
import { sharedMarketData } from "./shared-market-data.ts";

const START = instant(Date.UTC(2026, 2, 11, 14));

/** Two processes that share a feed, long enough for one of them to read it for both. */
async function opened() {
  const clock = new VirtualClock(START, drain);
  const storage = inMemoryStorage(clock);
  const { fan, weather } = inMemoryPriceFan(clock);
  const lines = new Map<string, NewsQueue>();
  const all = ["one", "other"].map((processId) => {
    const own: MarketData = {
      provider: { ...ALL_AT_ONCE, id: "told", name: "Told" },
      latest: async () => ({ prints: [], quotes: [] }),
      bars: async () => [],
      watch: () => undefined,
      prefer: () => undefined,
      async *news(signal): AsyncGenerator<MarketNews> {
        const queue = openNewsQueue();
        lines.set(processId, queue);
        queue.push({ kind: "connected" });
        try {
          yield* queue.taken(signal);
        } finally {
          lines.delete(processId);
        }
      },
    };
    const market = sharedMarketData(own, { clock, fan, log: recordingLog(), processId, storage });
    market.watch([AAPL]);
    const ending = new AbortController();
    const heard: MarketNews[] = [];
    const run = async () => {
      for await (const news of market.news(ending.signal)) heard.push(news);
    };
    return { ending, heard, processId, running: run() };
  });
  await clock.pass(20_000);
  const [reader] = [...lines.keys()];
  const follower = all.find(({ processId }) => processId !== reader)!;
  return {
    ...{ clock, weather, lines },
    heard: follower.heard,
    states: () =>
      follower.heard.flatMap((news) =>
        news.kind === "halts" ? news.statuses.map(({ state, ticker }) => `${ticker} ${state}`) : [],
      ),
    say: (news: MarketNews) => lines.get(reader!)!.push(news),
    async end() {
      for (const { ending } of all) ending.abort();
      await clock.pass(10_000);
      await Promise.all(all.map(({ running }) => running));
    },
  };
}

const halts = (at: Instant, state: TradingStatus["state"]): MarketNews => ({
  kind: "halts",
  statuses: [AAPL, MSFT].map((ticker) => ({ ticker, at, state, because: "LUDP" })),
});

describe("a halt on a feed that several processes read", () => {
  it("is heard of where its word was lost, and so is its end", async () => {
    const { clock, end, lines, say, states, weather } = await opened();
    for (const state of ["halted", "trading", "unsure"] as const) {
      weather.copies = 0;
      say(halts(clock.now(), state));
      await clock.pass(500);
      weather.copies = 1;
      await clock.pass(20_000);
    }
    // Each once, of what is watched here: who missed nothing is told nothing twice.
    expect(states()).toEqual(["AAPL halted", "AAPL trading", "AAPL unsure"]);
    expect(lines.size).toBe(1);
    await end();
  });

  it("is known to be told of to nobody, also by who missed the word of that", async () => {
    const { clock, end, heard, lines, say, weather } = await opened();
    weather.copies = 0;
    say({ kind: "halts", statuses: [], unheard: "It tells no halts." });
    await clock.pass(500);
    weather.copies = 1;
    await clock.pass(20_000);

    const told = heard.filter((news) => news.kind === "halts");
    expect(told).toEqual([{ kind: "halts", statuses: [], unheard: "It tells no halts." }]);
    expect(lines.size).toBe(1);
    await end();
  });

  it("is not told again once the line it was told on broke", async () => {
    const { clock, end, say, states, weather } = await opened();
    weather.copies = 0;
    say(halts(clock.now(), "halted"));
    say({ kind: "disconnected", message: "gone" });
    say({ kind: "connected" });
    await clock.pass(500);
    weather.copies = 1;
    await clock.pass(20_000);

    expect(states()).toEqual([]);
    await end();
  });

  it("is over by what trades where both words were lost that its line broke and stood again", async () => {
    const { clock, end, heard, lines, say, states, weather } = await opened();
    say(halts(clock.now(), "halted"));
    await clock.pass(500);
    weather.copies = 0;
    say({ kind: "disconnected", message: "gone" });
    say({ kind: "connected" });
    await clock.pass(500);
    weather.copies = 1;
    const from = heard.length;
    // The reader says each second how its line stands, and which one it is.
    await clock.pass(2_000);

    expect(heard.slice(from).map(({ kind }) => kind)).toEqual(["connected"]);
    expect(states()).toEqual(["AAPL halted", "MSFT halted"]);
    expect(lines.size).toBe(1);
    await end();
  });

  it("is heard of however late, as is a price that was taken back, and no late price is", async () => {
    const { clock, end, heard, say, states, weather } = await opened();
    weather.delayMs = 2_500;
    const print = { ticker: AAPL, at: clock.now(), price: 1_000_000 as Price };
    say({ kind: "prices", prints: [print], quotes: [] });
    say(halts(clock.now(), "halted"));
    say({ kind: "taken-back", prints: [print] });
    await clock.pass(2_700);

    expect(states()).toContain("AAPL halted");
    const kinds = heard.map(({ kind }) => kind);
    expect(kinds).toContain("taken-back");
    expect(kinds).not.toContain("prices");
    await end();
  });
});

describe("the line of a feed that several processes read", () => {
  it("is told though the first word of it came late", async () => {
    const { clock, end, heard, lines, say, weather } = await opened();
    await clock.pass(50);
    weather.delayMs = 2_050;
    say({ kind: "disconnected", message: "gone" });
    await clock.pass(600);
    // Later words do not overtake it, and are not late themselves.
    weather.delayMs = 1_500;
    await clock.pass(2_000);

    expect(lines.size).toBe(1);
    expect(heard.map(({ kind }) => kind)).toContain("disconnected");
    await end();
  });
});
