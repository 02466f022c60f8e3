import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../../broker-kit/simulated/virtual-clock.ts";
import type { Clock } from "../../ports/clock.ts";
import { ALL_AT_ONCE, type MarketData, type MarketNews } from "../../ports/market-data.ts";
import { inMemoryPriceFan } from "../../testing/in-memory-price-fan.ts";
import { AAPL, drain, MSFT } from "../../testing/trading-world.ts";
import { inMemoryStorage } from "../../testing/world/in-memory-storage.ts";
import { recordingLog } from "../../testing/world/recording-log.ts";
import { openFanAge } from "./fan-age.ts";
import { sharedMarketData } from "./shared-market-data.ts";

const START = instant(Date.UTC(2026, 2, 11, 14));

/** A provider that tells each symbol's price every 100 ms, and counts who listens to it. */
function ticking(clock: Clock) {
  const lines = new Set<string>();
  const told = new Set<Ticker>();
  const providerOf = (who: string): MarketData => ({
    provider: { ...ALL_AT_ONCE, id: "ticking", name: "Ticking" },
    latest: async () => ({ prints: [], quotes: [] }),
    bars: async () => [],
    watch: (tickers) => tickers.forEach((ticker) => void told.add(ticker)),
    prefer: () => undefined,
    async *news(signal): AsyncGenerator<MarketNews> {
      lines.add(who);
      try {
        yield { kind: "connected" };
        while (!signal.aborted) {
          await clock.sleep(100, signal);
          const at = clock.now();
          const prints = [...told].map((ticker) => ({
            ticker,
            at,
            price: (at % 1_000_000) as Price,
          }));
          yield { kind: "prices", prints, quotes: [] };
        }
      } finally {
        lines.delete(who);
      }
    },
  });
  return { lines, providerOf };
}

interface Heard {
  readonly ticker: Ticker;
  readonly at: Instant;
  /** How old it is, and how old we were told it is. */
  readonly ageMs: number;
  readonly saidMs: number;
}

async function opened(processes: number) {
  const clock = new VirtualClock(START, drain);
  const storage = inMemoryStorage(clock);
  const { fan, weather } = inMemoryPriceFan(clock);
  const { lines, providerOf } = ticking(clock);
  const log = recordingLog();
  const all = Array.from({ length: processes }, (_, index) => {
    const name = `process-${index}`;
    // Each machine's clock began at another time.
    const own: Clock = {
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs() + 1_000_000 * index,
      sleep: (durationMs, signal) => clock.sleep(durationMs, signal),
    };
    const market = sharedMarketData(providerOf(name), {
      ...{ clock: own, fan, log, processId: name, storage },
    });
    const ending = new AbortController();
    const heard: Heard[] = [];
    const kinds: string[] = [];
    const run = async () => {
      for await (const news of market.news(ending.signal)) {
        kinds.push(news.kind);
        if (news.kind === "prices")
          for (const { at, ticker } of news.prints)
            heard.push({ ticker, at, ageMs: clock.now() - at, saidMs: news.agoMs ?? 0 });
      }
    };
    return { name, market, heard, kinds, ending, running: run() };
  });
  const end = async () => {
    for (const { ending } of all) ending.abort();
    await clock.pass(10_000);
    await Promise.all(all.map(({ running }) => running));
  };
  return { all, clock, end, lines, log, weather };
}

describe("a feed that several processes read", () => {
  it("is read by one, and heard by all in what each watches", async () => {
    const { all, clock, end, lines } = await opened(3);
    const [first, second, third] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
    first.market.watch([AAPL]);
    second.market.watch([MSFT]);
    third.market.watch([AAPL, MSFT]);
    await clock.pass(20_000);

    expect(lines.size).toBe(1);
    for (const each of all) each.heard.length = 0;
    await clock.pass(10_000);
    const symbols = all.map(({ heard }) => [...new Set(heard.map(({ ticker }) => ticker))].sort());
    expect(symbols).toEqual([[AAPL], [MSFT], [AAPL, MSFT]]);
    expect(first.heard.length).toBe(100);
    expect(second.heard.length).toBeGreaterThan(95);
    await end();
    expect(lines.size).toBe(0);
  });

  it("is read by each while nothing comes by the fan, and by one again once it does", async () => {
    const { all, clock, end, lines, log, weather } = await opened(3);
    for (const { market } of all) market.watch([AAPL]);
    await clock.pass(20_000);
    weather.isUp = false;
    await clock.pass(5_000);
    expect(lines.size).toBe(3);
    for (const each of all) each.heard.length = 0;
    await clock.pass(10_000);
    for (const { heard } of all) expect(heard.length).toBeGreaterThan(95);

    weather.isUp = true;
    await clock.pass(20_000);
    expect(lines.size).toBe(1);
    const parts = log.lines.filter(({ event }) => event === "price-feed-part");
    expect(parts.map(({ facts }) => `${facts.before} ${facts.part}`)).toContain("follower alone");
    await end();
  });

  it("is read by each while its reader is not heard, though it has the seat", async () => {
    const { all, clock, end, lines, weather } = await opened(2);
    for (const { market } of all) market.watch([AAPL]);
    await clock.pass(20_000);
    expect(lines.size).toBe(1);
    weather.copies = 0;
    await clock.pass(6_000);
    expect(lines.size).toBe(2);
    weather.copies = 1;
    await clock.pass(6_000);
    expect(lines.size).toBe(1);
    await end();
  });

  it("has another reader when the one before ends, without a gap that would be felt", async () => {
    const { all, clock, end, lines } = await opened(2);
    for (const { market } of all) market.watch([AAPL]);
    await clock.pass(20_000);
    const [reader] = [...lines];
    const left = all.find(({ name }) => name !== reader)!;
    left.heard.length = 0;
    all.find(({ name }) => name === reader)!.ending.abort();
    await clock.pass(30_000);

    const gaps = left.heard.slice(1).map(({ at }, index) => at - left.heard[index]!.at);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(6_000);
    expect([...lines]).toEqual([left.name]);
    await end();
  });

  it("passes nothing on that is late or told twice as if it were of now", async () => {
    const delay = fc.integer({ min: 0, max: 8_000 });
    await fc.assert(
      fc.asyncProperty(fc.array(delay, { minLength: 2, maxLength: 5 }), async (delays) => {
        const { all, clock, end, weather } = await opened(2);
        for (const { market } of all) market.watch([AAPL]);
        await clock.pass(10_000);
        for (const delayMs of delays) {
          weather.delayMs = delayMs;
          weather.copies = 2;
          await clock.pass(7_000);
        }
        weather.delayMs = 5;
        await clock.pass(20_000);
        for (const { heard } of all) {
          for (const { ageMs, saidMs } of heard) expect(saidMs).toBeGreaterThanOrEqual(ageMs);
          const times = heard.filter(({ saidMs }) => 0 < saidMs).map(({ at }) => at);
          expect(new Set(times).size).toBe(times.length);
          for (const { ageMs } of heard) expect(ageMs).toBeLessThanOrEqual(2_000);
        }
        await end();
      }),
      { numRuns: 10 },
    );
  });
});

describe("the age of a word", () => {
  it("is never said to be less than it is, however the clocks differ", () => {
    const way = fc.integer({ min: 0, max: 3_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.array(fc.record({ there: way, back: way, wait: way }), { minLength: 1, maxLength: 20 }),
        (aheadMs, ways) => {
          const age = openFanAge("me");
          let nowMs = 1e6;
          ways.forEach(({ back, there, wait }, sequence) => {
            const askedMs = nowMs;
            const toldMs = askedMs + there + wait;
            const heardMs = toldMs + back;
            const answers = [{ follower: "me", askedMs, heardMs: askedMs + there + aheadMs }];
            const word = { reader: "it", sequence, toldMs: toldMs + aheadMs, answers };
            expect(age.ageMs(word, heardMs)).toBeGreaterThanOrEqual(back);
            // At best it knows both ways together.
            expect(age.ageMs(word, heardMs)).toBeLessThanOrEqual(there + back);
            nowMs = heardMs + 1_000;
          });
        },
      ),
    );
  });

  it("is not known of a reader that has answered nothing", () => {
    const word = { reader: "it", sequence: 1, toldMs: 5, answers: [] };
    const answers = [{ follower: "me", askedMs: 1, heardMs: 3 }];
    const age = openFanAge("me");
    expect(age.ageMs(word, 10)).toBeUndefined();
    expect(age.ageMs({ ...word, answers }, 10)).toBe(7);
    expect(age.ageMs({ ...word, reader: "another" }, 10)).toBeUndefined();
  });
});
