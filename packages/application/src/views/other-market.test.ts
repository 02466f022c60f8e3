import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { type Bar, instant } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { MarketData } from "../ports/market-data.ts";
import type { BarColumns } from "../research/backtest/bar-columns.ts";
import { stillPrices } from "../testing/still-prices.ts";
import { AAPL, dollars, NOON, seed, someFill, somePosition } from "../testing/storage-rows.ts";
import { inMemoryStorage } from "../testing/world/in-memory-storage.ts";
import { recordingLog } from "../testing/world/recording-log.ts";
import { UNREAD_MARKET_DATA } from "../trading/prices/unread-market.ts";
import { previewSettings } from "./preview-settings.ts";
import { readGoalPerformance } from "./read-goal-performance.ts";
import { readPricedPositions } from "./read-priced-positions.ts";

const clock = { now: () => NOON, monotonicMs: () => 0, sleep: async () => {} };
const DAY_MS = 86_400_000;

/** A market in which AAPL costs so much, as it did at its last close and on the day before. */
const marketAt = (each: number) => ({
  prices: stillPrices(clock.now, { AAPL: { price: each, previousClose: each - 1 } }),
  marketData: barsAt(each),
});

const barsAt = (each: number): MarketData => ({
  ...UNREAD_MARKET_DATA,
  async bars() {
    const close = price(each * 10_000);
    const start = instant(NOON - 2 * DAY_MS);
    return [{ start, open: close, high: close, low: close, close, volume: 1 } as Bar];
  },
});

/** An account at a broker of the real market, where AAPL costs $200; at the built-in exchange, $50. */
async function atPaper() {
  const storage = inMemoryStorage();
  const seeded = await seed(storage, { account: { venue: "paper", cash: dollars(10_000) } });
  const backtested: BarColumns[] = [];
  const needs = {
    ...marketAt(50),
    realMarket: marketAt(200),
    backtests: {
      async run(columns: readonly BarColumns[]) {
        backtested.push(...columns);
        return [0, 1].map(() => ({ equityCurve: [], tradesCount: 0 }));
      },
    },
    calendarOf: () => ALWAYS_CALENDAR,
    clock,
    log: recordingLog(),
    storage,
  };
  return { ...seeded, backtested, needs, storage };
}

describe("what is read of an account whose market is not the built-in exchange's", () => {
  it("gains by its own market's last close", async () => {
    const { account, needs, storage, user } = await atPaper();
    await storage.transact((tables) => tables.positions.put(somePosition(account.id, 10)));

    expect(await readPricedPositions(needs)(user.id)).toMatchObject({
      value: { positions: [{ price: 2_000_000, day: { gain: dollars(10) } }] },
    });
  });

  it("shows a symbol that was sold this year at its own market's price", async () => {
    const { account, needs, storage, user } = await atPaper();
    const sold = someFill(account.id, { side: "sell", quantity: shares(10) });
    await storage.transact((tables) => tables.fills.add(sold));

    expect(await readGoalPerformance(needs)(user.id)).toMatchObject({
      value: { symbols: [{ ticker: AAPL, held: 0, price: 2_000_000 }] },
    });
  });

  it("is previewed by its own market's bars", async () => {
    const { account, backtested, needs, storage, user } = await atPaper();
    await storage.transact((tables) => tables.positions.put(somePosition(account.id, 10)));

    expect(await previewSettings(needs)(user.id, {})).toMatchObject({ ok: true });

    expect(backtested.map(({ close, ticker }) => [ticker, ...close])).toEqual([[AAPL, 2_000_000]]);
  });

  it("is not known at all where nobody reads its market", async () => {
    const { account, needs, storage, user } = await atPaper();
    await storage.transact((tables) => tables.positions.put(somePosition(account.id, 10)));
    const { realMarket: _, ...unread } = needs;

    expect(await readPricedPositions(unread)(user.id)).toMatchObject({
      value: { positions: [{ price: undefined, day: undefined }] },
    });
    expect(await previewSettings(unread)(user.id, {})).toMatchObject({
      ok: false,
      refusal: { kind: "no-bars" },
    });
  });
});
