import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { type Money, money, sumOf } from "@sevenfold/domain/money";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { describe, expect, it } from "vitest";
import type { Storage, Tables } from "../ports/stores/storage.ts";
import { SOME_VENUES } from "../testing/some-venues.ts";
import { stillPrices } from "../testing/still-prices.ts";
import { AAPL, dollars, NOON, NVDA, seed, somePosition } from "../testing/storage-rows.ts";
import { inMemoryStorage } from "../testing/world/in-memory-storage.ts";
import { readGoalPerformance } from "./read-goal-performance.ts";
import { readPricedPositions } from "./read-priced-positions.ts";
import { readWorkerStatus } from "./read-worker-status.ts";

const clock = { now: () => NOON, monotonicMs: () => 0, sleep: async () => {} };
type Read = (...args: readonly unknown[]) => Promise<unknown>;

/** The same storage, after whose every answer something happens before the next line runs. */
function eventful(storage: Storage, happens: () => void): Storage {
  const stores = Object.entries(storage.read).map(([name, store]) => [
    name,
    Object.fromEntries(
      Object.entries(store as Record<string, Read>).map(([method, read]) => [
        method,
        async (...args: readonly unknown[]) => {
          const answer = await read(...args);
          happens();
          return answer;
        },
      ]),
    ),
  ]);
  return { ...storage, read: Object.fromEntries(stores) as Tables };
}

/** An account with holdings whose prices rise with every read of the database. */
async function inARisingMarket() {
  const rows = inMemoryStorage();
  const { user, account } = await seed(rows, {
    account: {
      cash: dollars(1_000),
      baseline: dollars(3_000),
      baselineDay: tradingDayOf(NOON),
    },
  });
  await rows.transact(async ({ positions }) => {
    await positions.put(somePosition(account.id, 10));
    await positions.put({ ...somePosition(account.id, 5), ticker: NVDA });
  });
  const prices = stillPrices(clock.now, {
    AAPL: { price: 100, previousClose: 100 },
    NVDA: { price: 200, previousClose: 200 },
  });
  let moves = 0;
  const storage = eventful(rows, () => {
    moves += 1;
    prices.stand(AAPL, 100 + moves);
    prices.stand(NVDA, 200 + moves);
  });
  const brokers = { venues: SOME_VENUES };
  const needs = { brokers, calendarOf: () => ALWAYS_CALENDAR, clock, prices, storage };
  return { needs, userId: user.id };
}

const worthOf = (holdings: readonly (Money | undefined)[]): Money =>
  money(dollars(1_000) + sumOf(holdings.map((worth) => worth!)));

describe("an answer's equity", () => {
  it("is that of the prices beside it in the worker's status", async () => {
    const { needs, userId } = await inARisingMarket();

    const status = await readWorkerStatus(needs)(userId);

    if (!status.ok) throw new Error("no status");
    const { equity, symbols } = status.value;
    expect(equity).toBe(worthOf(symbols.map(({ held, price }) => money(held * price!))));
    expect(equity).toBe(worthOf(symbols.map(({ position }) => position?.marketValue)));
    for (const { trail, price } of symbols) if (trail) expect(trail.last).toBe(price);
  });

  it("is that of the prices beside it in the portfolio", async () => {
    const { needs, userId } = await inARisingMarket();

    const portfolio = await readPricedPositions(needs)(userId);

    if (!portfolio.ok) throw new Error("no portfolio");
    const { positions, summary } = portfolio.value;
    expect(summary.value).toBe(worthOf(positions.map(({ marketValue }) => marketValue)));
    expect(summary.today).toMatchObject({
      amount: sumOf(positions.map(({ day }) => day!.gain)),
    });
  });

  it("is that of the prices beside it on the way to the goal", async () => {
    const { needs, userId } = await inARisingMarket();

    const goal = await readGoalPerformance(needs)(userId);

    if (!goal.ok) throw new Error("no goal");
    const { current, symbols } = goal.value;
    expect(current).toBe(worthOf(symbols.map(({ held, price }) => money(held * price!))));
  });
});
