import { type Instant, instant } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../../broker-kit/simulated/virtual-clock.ts";
import {
  ALL_AT_ONCE,
  type MarketData,
  type MarketDataTrouble,
  type MarketNews,
} from "../../ports/market-data.ts";
import { inMemoryPriceFan } from "../../testing/in-memory-price-fan.ts";
import { AAPL, drain } from "../../testing/trading-world.ts";
import { inMemoryStorage } from "../../testing/world/in-memory-storage.ts";
import { recordingLog } from "../../testing/world/recording-log.ts";
import { sharedMarketData } from "./shared-market-data.ts";

const START = instant(Date.UTC(2026, 2, 11, 14));

interface Way {
  /** Whom the provider lets in. */
  lets: (who: string, others: ReadonlySet<string>) => boolean;
  /** Why it lets the others in no more. */
  trouble?: MarketDataTrouble;
}

/** Processes that share a provider, which tells a price each second to whom it lets in. */
async function opened(names: readonly string[], way: Way) {
  const clock = new VirtualClock(START, drain);
  const storage = inMemoryStorage(clock);
  const { fan, weather } = inMemoryPriceFan(clock);
  const log = recordingLog();
  const lines = new Set<string>();
  const begin = (processId: string) => {
    const own: MarketData = {
      provider: { ...ALL_AT_ONCE, id: "told", name: "Told" },
      latest: async () => ({ prints: [], quotes: [] }),
      bars: async () => [],
      watch: () => undefined,
      prefer: () => undefined,
      async *news(signal): AsyncGenerator<MarketNews> {
        try {
          while (!signal.aborted) {
            if (!way.lets(processId, lines)) {
              lines.delete(processId);
              const { trouble } = way;
              const message = "It lets us in no more.";
              yield { kind: "disconnected", message, ...(trouble && { trouble }) };
              await clock.sleep(5_000, signal);
              continue;
            }
            if (!lines.has(processId)) yield { kind: "connected" };
            lines.add(processId);
            const print = { ticker: AAPL, at: clock.now(), price: 1_000_000 as Price };
            yield { kind: "prices", prints: [print], quotes: [] };
            await clock.sleep(1_000, signal);
          }
        } finally {
          lines.delete(processId);
        }
      },
    };
    const market = sharedMarketData(own, { clock, fan, log, processId, storage });
    market.watch([AAPL]);
    const heard: Instant[] = [];
    const listen = () => {
      const ending = new AbortController();
      const run = async () => {
        for await (const news of market.news(ending.signal))
          if (news.kind === "prices") heard.push(clock.now());
      };
      return { ending, running: run() };
    };
    return { ...listen(), heard, listen, processId };
  };
  const all = names.map(begin);
  await clock.pass(20_000);
  return {
    ...{ all, clock, lines, log, weather },
    async end() {
      for (const { ending } of all) ending.abort();
      await clock.pass(10_000);
      await Promise.all(all.map(({ running }) => running));
    },
  };
}

/** The longest time without a price. */
const gapOf = (heard: readonly Instant[], now: Instant): number =>
  Math.max(...[...heard, now].slice(1).map((at, index) => at - heard[index]!));

describe("the seat of a feed that several processes read", () => {
  it("is another's where the way of its reader to the provider is broken", async () => {
    const way: Way = { lets: () => true };
    const { all, clock, end, lines } = await opened(["one", "other", "third"], way);
    const [reader] = [...lines];
    expect(lines.size).toBe(1);
    way.lets = (who) => who !== reader;
    await clock.pass(10 * 60_000);

    expect(lines.has(reader!)).toBe(false);
    expect(lines.size).toBe(1);
    for (const { heard } of all) expect(gapOf(heard, clock.now())).toBeLessThanOrEqual(30_000);
    await end();
  });

  it("is of the one that a plan of one line has let in, once they hear each other again", async () => {
    const way: Way = { lets: () => true };
    const { all, clock, end, weather } = await opened(["one", "other", "third"], way);
    weather.isUp = false;
    way.lets = (who) => who === "third";
    await clock.pass(30_000);
    for (const { heard } of all) heard.splice(0);
    weather.isUp = true;
    await clock.pass(60_000);

    for (const { heard } of all) {
      expect(heard[0]).toBeLessThanOrEqual(clock.now() - 50_000);
      expect(gapOf(heard, clock.now())).toBeLessThanOrEqual(10_000);
    }
    await end();
  });

  it("is heard of by those that went on listening where its reader began to read anew", async () => {
    const way: Way = { lets: () => true };
    const { all, clock, end, lines } = await opened(["one", "other"], way);
    const [reader] = [...lines];
    const index = all.findIndex(({ processId }) => processId === reader);
    const before = all[index]!;
    before.ending.abort();
    // The seat is its own again before the other asks for it.
    await clock.pass(100);
    all[index] = { ...before, ...before.listen() };
    way.lets = (who) => who === reader;
    await clock.pass(60_000);

    expect([...lines]).toEqual([reader]);
    for (const { heard } of all) expect(gapOf(heard, clock.now())).toBeLessThanOrEqual(10_000);
    await end();
  });

  it("stays where it is while nobody is let in and no other process follows", async () => {
    const way: Way = { lets: () => true };
    const { clock, end, log } = await opened(["one"], way);
    way.lets = () => false;
    const before = log.lines.length;
    await clock.pass(10 * 60_000);

    expect(log.lines.slice(before)).toEqual([]);
    await end();
  });

  it("stays where it is while the provider itself says that it was asked too often", async () => {
    const way: Way = { lets: () => true };
    const { clock, end, log } = await opened(["one", "other"], way);
    way.trouble = { reason: "rate-limit", retryAfterMs: 15 * 60_000 };
    way.lets = () => false;
    const before = log.lines.length;
    await clock.pass(5 * 60_000);

    expect(log.lines.slice(before)).toEqual([]);
    await end();
  });

  it("is taken again, and heard of by all, once the provider is back", async () => {
    const way: Way = { lets: () => true };
    const { all, clock, end, lines } = await opened(["one", "other"], way);
    way.lets = () => false;
    await clock.pass(10 * 60_000);
    for (const { heard } of all) heard.length = 0;
    way.lets = () => true;
    await clock.pass(30_000);

    expect(lines.size).toBe(1);
    for (const { heard } of all) expect(heard.length).toBeGreaterThan(15);
    await end();
  });
});
