import { bps } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { Strategy } from "./strategy-interface.ts";
import { hearing } from "./testing/hearing.ts";
import {
  barsOf,
  type Cents,
  centsArbitrary,
  FREE,
  notedOf,
  runStrategy,
} from "./testing/priced-bars.ts";

const SHORT: BacktestSettings = { ...FREE, shorts: { borrowRate: 0 } };
const flat = (days: number): Cents[] =>
  Array.from({ length: days }, () => [10_000, 10_000, 10_000, 10_000]);

describe("followEvents with shorts", () => {
  it("opens a short position by a sale, tells both bookings of what crosses zero, and closes what is owed", () => {
    const heard: string[] = [];
    const bars: Cents[] = [...flat(2), [9_000, 9_000, 9_000, 9_000], ...flat(3)];
    const strategy = hearing([{ side: "sell", shares: 10 }], heard, (trading, { symbol, held }) => {
      if (trading.openOrders().length !== 0) return;
      if (held === -10) trading.submit({ symbol, side: "buy", shares: 15 });
      else if (held === 5) trading.submit({ symbol, side: "sell", shares: 8 });
      else if (held === -3) expect(trading.close(symbol)).toBe(4);
    });

    const report = runStrategy([barsOf("AAA", bars)], strategy, SHORT);

    expect(heard.filter((line) => line.includes(" at "))).toEqual([
      "1: sell 10 at 100 on 1",
      "2: buy 10 at 90 on 2",
      "2: buy 5 at 90 on 2",
      "3: sell 5 at 100 on 3",
      "3: sell 3 at 100 on 3",
      "4: buy 3 at 100 on 4",
    ]);
    expect(report.trades.map(({ effect, realized }) => [effect, realized / 10_000])).toEqual([
      ["open", 0],
      ["close", 100],
      ["open", 0],
      ["close", 50],
      ["open", 0],
      ["close", 0],
    ]);
    expect(report.orders.every(({ status }) => status === "filled")).toBe(true);
  });

  it("buys back by a stop above and a limit below", () => {
    const stopped: Cents[] = [...flat(3), [10_000, 10_600, 10_000, 10_500]];
    const cover = [
      { side: "sell", shares: 10 },
      { side: "buy", type: "stop", shares: 10, stopPrice: 105, timeInForce: "gtc" },
    ] as const;

    const report = runStrategy([barsOf("AAA", stopped)], hearing(cover), SHORT);

    expect(notedOf(report).map(({ shares, cents }) => [shares, cents])).toEqual([
      [-10, 10_000],
      [10, 10_500],
    ]);
  });

  it("takes back the orders of what a margin call covers, and lets nobody cancel the cover", () => {
    const heard: string[] = [];
    const bars: Cents[] = [...flat(2), [16_000, 16_000, 16_000, 16_000], ...flat(2)];
    const strategy = hearing(
      [{ side: "sell", shares: 100_000 }],
      heard,
      (trading, { symbol, close, held }) => {
        if (close === 100 && held < 0)
          trading.submit({
            symbol,
            side: "buy",
            type: "limit",
            shares: 5,
            limitPrice: 50,
            timeInForce: "gtc",
          });
        if (close !== 160) return;
        const [cover] = trading.openOrders(symbol);
        expect(cover).toMatchObject({ side: "buy", shares: 100_000, type: "market" });
        expect(trading.cancel(cover!.id)).toBe(false);
        expect(trading.close(symbol)).toBeUndefined();
        expect(() => trading.replace(cover!.id, { shares: 1 })).toThrow("which is not open");
      },
    );

    const { trades } = runStrategy([barsOf("AAA", bars)], strategy, SHORT);

    expect(heard).toContain("2: canceled (margin-call)");
    expect(trades.map(({ side, quantity, isForced }) => [side, quantity, isForced])).toEqual([
      ["sell", 100_000, undefined],
      ["buy", 100_000, true],
    ]);
  });

  it("denies a sale beyond the margin, and says beforehand how much there is room for", () => {
    const heard: string[] = [];
    const rooms: number[] = [];
    const strategy = hearing(
      [{ side: "sell", shares: 200_001 }],
      heard,
      (trading, { symbol, held }) => {
        rooms.push(trading.room(symbol, "sell"), trading.room(symbol));
        if (held === 0) trading.submit({ symbol, side: "sell", shares: 200_000 });
      },
    );

    runStrategy([barsOf("AAA", flat(3))], strategy, SHORT);
    const limited = { ...SHORT, limits: { ...SHORT.limits, maxPositionBps: bps(1_000) } };
    const short: string[] = [];
    runStrategy(
      [barsOf("AAA", flat(3))],
      hearing([{ side: "sell", shares: 10_001 }], short),
      limited,
    );

    expect(heard[0]).toBe("1: denied (margin)");
    // 10,000,000 of cash: as much again short, twice over; afterwards what is owed may be bought.
    expect(rooms).toEqual([200_000, 100_000, 0, 200_000]);
    expect(short[0]).toBe("1: denied (position-share)");
  });

  it("always leaves what is held as the sum of its fills, and never opens beyond the margin", () => {
    const orders = fc.array(
      fc.record({
        side: fc.constantFrom("buy", "sell"),
        shares: fc.integer({ min: 1, max: 150_000 }),
      }),
      { minLength: 30, maxLength: 30 },
    );
    fc.assert(
      fc.property(centsArbitrary(30), orders, (bars, asked) => {
        let day = 0;
        const strategy: Strategy = {
          shorts: true,
          forEvents: ({ trading }) => ({
            onBar({ symbol }) {
              trading.submit({ symbol, ...asked[day]! } as never);
              day += 1;
            },
          }),
        };

        const { trades, book, ledger } = runStrategy([barsOf("AAA", bars)], strategy, SHORT);

        let [held, cash] = [0, SHORT.cash as number];
        for (const { side, quantity, price, effect } of trades) {
          const signed = side === "buy" ? quantity : -quantity;
          expect(effect).toBe(held === 0 || held > 0 === signed > 0 ? "open" : "close");
          if (effect === "close") expect(Math.abs(held)).toBeGreaterThanOrEqual(quantity);
          held += signed;
          cash -= signed * price;
          if (effect === "open")
            expect(cash).toBeGreaterThanOrEqual(held < 0 ? -held * price * 1.5 : 0);
        }
        expect([book.held[0], book.cash]).toEqual([held, cash]);
        expect(book.reservedCash).toBeGreaterThanOrEqual(0);
        expect(
          ledger.every(
            ({ postings }) => postings.reduce((sum, { amount }) => sum + amount, 0) === 0,
          ),
        ).toBe(true);
      }),
    );
  });
});
