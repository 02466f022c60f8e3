import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { money, notionalOf, type Price, price, shares } from "@sevenfold/domain/money";
import { applyFill, FLAT, type Position } from "@sevenfold/domain/position";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stillPrices } from "../testing/still-prices.ts";
import {
  AAPL,
  after,
  dollars,
  NOON,
  NVDA,
  seed,
  someFill,
  somePosition,
} from "../testing/storage-rows.ts";
import { inMemoryStorage } from "../testing/world/in-memory-storage.ts";
import { readGoalPerformance } from "./read-goal-performance.ts";

const clock = { now: () => NOON, monotonicMs: () => 0, sleep: async () => {} };
/** 2026 begins in New York five hours after it does in Greenwich. */
const NEW_YEAR = instant(Date.UTC(2026, 0, 1, 5));

async function opened(prices: Record<string, { readonly price: number }> = {}) {
  const storage = inMemoryStorage();
  const seeded = await seed(storage, { account: { cash: dollars(100_000) } });
  const needs = { clock, storage, prices: stillPrices(clock.now, prices) };
  return { ...seeded, storage, read: () => readGoalPerformance(needs)(seeded.user.id) };
}

describe("readGoalPerformance", () => {
  it("says how far the account is on its way", async () => {
    const { read } = await opened();

    expect(await read()).toMatchObject({
      value: {
        start: dollars(100_000),
        current: dollars(100_000),
        target: dollars(700_000),
        progress: 0,
        tradesThisYear: 0,
        symbols: [],
      },
    });
  });

  it("counts fills from New York's new year on", async () => {
    const { account, read, storage } = await opened({ AAPL: { price: 110 } });
    const fill = (executionId: string, at: Instant) =>
      someFill(account.id, { executionId, at, price: price(1_000_000) });
    await storage.transact(async ({ fills, positions }) => {
      await fills.add(fill("last year's", instant(NEW_YEAR - 1)));
      await fills.add(fill("this year's", NEW_YEAR));
      await positions.put(somePosition(account.id, 20));
    });

    expect(await read()).toMatchObject({
      value: {
        tradesThisYear: 1,
        unrealized: dollars(200),
        symbols: [
          { ticker: AAPL, tradesCount: 1, held: 20, total: dollars(200), totalPercent: 10 },
        ],
      },
    });
  });

  it("measures the year from the equity at its start", async () => {
    const { account, read, storage } = await opened();
    await storage.transact(({ equity }) =>
      equity.add(account.id, [{ at: instant(NEW_YEAR - 60_000), equity: dollars(80_000) }]),
    );

    expect(await read()).toMatchObject({ value: { returnThisYearPercent: 25 } });
  });

  it("takes what was paid in since for no return", async () => {
    const { account, read, storage } = await opened();
    const flow = { accountId: account.id, cause: "a deposit", at: NEW_YEAR };
    await storage.transact(async ({ capital, equity }) => {
      await equity.add(account.id, [{ at: instant(NEW_YEAR - 60_000), equity: dollars(30_000) }]);
      await capital.add({ ...flow, amount: dollars(50_000) });
    });

    expect(await read()).toMatchObject({ value: { returnThisYearPercent: 25 } });
  });

  it("measures the year of an account that was taken over anew from then on", async () => {
    const { account, read, storage } = await opened();
    const at = instant(NEW_YEAR + 60_000);
    await storage.transact(async ({ accounts, capital, equity }) => {
      await equity.add(account.id, [{ at: instant(NEW_YEAR - 60_000), equity: dollars(30_000) }]);
      await capital.add({
        ...{ accountId: account.id, at },
        ...{ cause: `capital|${at}|cash|in`, amount: dollars(1) },
      });
      await accounts.change(account.id, (row) => ({
        ...row,
        booksFrom: at,
        startEquity: dollars(125_000),
      }));
    });

    expect(await read()).toMatchObject({ value: { returnThisYearPercent: -20 } });
  });

  it("ranks symbols by their gain, sold and held together", async () => {
    const { account, read, storage } = await opened({ AAPL: { price: 99 } });
    const nvda = (side: "buy" | "sell", dollarsEach: number, realized: number) =>
      someFill(account.id, {
        ticker: NVDA,
        side,
        executionId: side,
        price: price(dollarsEach * 10_000),
        realized: dollars(realized),
        at: after(-1_000),
      });
    await storage.transact(async ({ fills, positions }) => {
      await fills.add(nvda("buy", 50, 0));
      await fills.add(nvda("sell", 60, 100));
      await positions.put(somePosition(account.id, 10));
    });

    expect(await read()).toMatchObject({
      value: {
        realizedThisYear: dollars(100),
        unrealized: dollars(-10),
        symbols: [
          { ticker: NVDA, total: dollars(100), totalPercent: 20, held: 0, tradesCount: 2 },
          { ticker: AAPL, total: dollars(-10), totalPercent: -1, held: 10 },
        ],
      },
    });
  });

  it("says the price of what was sold, where it is known", async () => {
    const { account, read, storage } = await opened({ NVDA: { price: 61.5 } });
    const sold = (ticker: Ticker) =>
      someFill(account.id, { ticker, executionId: ticker, side: "sell", at: after(-1_000) });
    await storage.transact(async ({ fills }) => {
      await fills.add(sold(NVDA));
      await fills.add(sold(AAPL));
    });

    const performance = await read();
    if (!performance.ok) throw new Error("no performance");
    const priceOf = (ticker: Ticker) =>
      performance.value.symbols.find((symbol) => symbol.ticker === ticker)?.price;

    expect(priceOf(NVDA)).toBe(price(615_000));
    expect(priceOf(AAPL)).toBeUndefined();
  });

  it("always finds gains equal to cash flow and market value, to the ten-thousandth", async () => {
    const trade = fc.record({
      ticker: fc.constantFrom(AAPL, NVDA),
      isSell: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 500 }),
      units: fc.integer({ min: 1, max: 9_000_000 }),
      fee: fc.integer({ min: 0, max: 99_999 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(trade, { maxLength: 25 }), async (trades) => {
        const { account, read, storage } = await opened({
          AAPL: { price: 123.45 },
          NVDA: { price: 0.0123 },
        });
        const held = new Map<Ticker, Position>();
        let buyFees = 0;
        await storage.transact(async ({ fills, positions }) => {
          for (const [index, { ticker, isSell, quantity, units, fee }] of trades.entries()) {
            const before = held.get(ticker) ?? FLAT;
            const side = isSell && quantity <= before.shares ? "sell" : "buy";
            const each = { side, quantity: shares(quantity), price: price(units) } as const;
            const moved = applyFill(before, each);
            if (!moved.ok) throw new Error("sold what is not there");
            held.set(ticker, moved.value.position);
            if (side === "buy") buyFees += fee;
            const realized = side === "sell" ? money(moved.value.realized - fee) : money(0);
            const named = { executionId: String(index), ticker, fee: money(fee), realized };
            await fills.add(someFill(account.id, { ...each, ...named, at: after(-index) }));
          }
          for (const [ticker, { shares: quantity, costBasis }] of held)
            await positions.put({ ...somePosition(account.id, 0), ticker, quantity, costBasis });
        });
        const cashFlow = await storage.read.fills.cashFlow(account.id);
        const worth = (ticker: Ticker, at: number) =>
          notionalOf(at as Price, held.get(ticker)?.shares ?? shares(0));

        const performance = await read();
        if (!performance.ok) throw new Error("no performance");
        const { realizedThisYear, unrealized, symbols } = performance.value;
        expect(realizedThisYear! + unrealized! - buyFees).toBe(
          cashFlow + worth(AAPL, 1_234_500) + worth(NVDA, 123),
        );
        expect(symbols.reduce<number>((sum, { total }) => sum + total!, 0)).toBe(
          realizedThisYear! + unrealized!,
        );
      }),
      { numRuns: 60 },
    );
  });
});
