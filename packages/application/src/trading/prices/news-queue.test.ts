import { instant } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { MarketNews } from "../../ports/market-data.ts";
import { AAPL } from "../../testing/trading-world.ts";
import { openNewsQueue } from "./news-queue.ts";

const PRICES: MarketNews = { kind: "prices", prints: [], quotes: [] };
const HALT: MarketNews = {
  kind: "halts",
  statuses: [{ ticker: AAPL, at: instant(1), state: "halted", because: "LUDP" }],
};
const TAKEN_BACK: MarketNews = {
  kind: "taken-back",
  prints: [{ ticker: AAPL, at: instant(1), price: price(1_000_000) }],
};
const BROKEN: MarketNews = { kind: "disconnected", message: "The line broke." };

/** What is taken of so many, up to the last that was pushed. */
async function taken(pushed: readonly MarketNews[]): Promise<readonly MarketNews[]> {
  const queue = openNewsQueue();
  for (const news of pushed) queue.push(news);
  const last: MarketNews = {
    kind: "limited",
    polled: [],
    unserved: [],
    polledEveryMs: 0,
    message: "",
  };
  queue.push(last);
  const ending = new AbortController();
  const all: MarketNews[] = [];
  for await (const news of queue.taken(ending.signal)) {
    if (news === last) break;
    all.push(news);
  }
  return all;
}

const manyPrices = (count: number) => Array.from({ length: count }, () => PRICES);

describe("news that wait", () => {
  it("are taken in the order they came", async () => {
    expect(await taken([HALT, PRICES, BROKEN])).toEqual([HALT, PRICES, BROKEN]);
  });

  it("are left out with a word where too many wait, but for what is told once", async () => {
    const all = await taken([HALT, TAKEN_BACK, BROKEN, ...manyPrices(5_000)]);

    expect(all.map(({ kind }) => kind).slice(0, 5)).toEqual([
      ...["disconnected", "connected", "halts", "taken-back", "disconnected"],
    ]);
    expect(all.slice(2, 5)).toEqual([HALT, TAKEN_BACK, BROKEN]);
    expect(all.length).toBeLessThan(20);
  });

  it("are never more than so many", async () => {
    const halts = Array.from({ length: 60_000 }, () => HALT);
    expect((await taken(halts)).length).toBeLessThanOrEqual(25_010);
  });

  it("leave room for prices where much waits that is told once", async () => {
    const halts = Array.from({ length: 6_000 }, () => HALT);
    const all = await taken([...halts, ...manyPrices(100)]);
    expect(all.filter(({ kind }) => kind === "prices")).toHaveLength(100);
  });
});
