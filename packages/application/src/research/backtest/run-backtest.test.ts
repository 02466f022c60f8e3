import { replay } from "@sevenfold/domain/ledger";
import { isOpen } from "@sevenfold/domain/order";
import { drawUntil } from "@sevenfold/domain/testing/draw-until";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  actions,
  columnsOf,
  costlyRules,
  lateMarkets,
  markets,
  rules,
  settingsOf,
} from "../../testing/bar-arbitraries.ts";
import { outcomeOf } from "../../testing/engine-outcome.ts";
import { plainBacktest } from "../../testing/plain-backtest.ts";
import { runBacktest } from "./run-backtest.ts";

describe("runBacktest", () => {
  it("always trades as a plain reading of the rules does, trade for trade", () => {
    const met = { trades: 0, unfilled: 0, stops: 0, modes: new Set<string>() };
    drawUntil(
      () => met.modes.size === 3 && 0 < Math.min(met.trades, met.unfilled, met.stops),
      (seed) =>
        fc.assert(
          fc.property(markets, rules, (bars, plain) => {
            const expected = plainBacktest(bars, plain);

            expect(outcomeOf(bars, plain)).toEqual(expected);

            met.trades += expected.trades.length;
            met.unfilled += expected.unfilled;
            met.stops += expected.trades.filter(({ reason }) => reason === "stop-loss").length;
            if (0 < expected.trades.length) met.modes.add(plain.mode);
          }),
          { numRuns: 400, seed },
        ),
    );
    // The property is worth what it met.
    expect(met.modes.size).toBe(3);
    expect(Math.min(met.trades, met.unfilled, met.stops)).toBeGreaterThan(0);
  });

  it("always fills and charges as a plain reading does, on either path, with splits and dividends", () => {
    const met = new Map<string, number>();
    const meet = (what: string, count: number) => met.set(what, (met.get(what) ?? 0) + count);
    drawUntil(
      () => met.size === 11 && 0 < Math.min(...met.values()),
      (seed) =>
        fc.assert(
          fc.property(markets, costlyRules, actions, (bars, plain, plainActions) => {
            const expected = plainBacktest(bars, plain, plainActions);

            expect(outcomeOf(bars, plain, plainActions)).toEqual(expected);

            meet(`trades ${plain.path}, resting ${plain.resting}`, expected.trades.length);
            for (const { because } of expected.canceled) meet(because, 1);
            meet("fees", expected.trades.filter(({ fee }) => 0 < fee).length);
            meet("income", expected.income);
          }),
          { numRuns: 250, seed },
        ),
    );
    // Both paths, four ways to rest, four ways to end, fees and income.
    expect([...met.values()].every((count) => 0 < count)).toBe(true);
    expect(met.size).toBe(5 + 4 + 2);
  });

  it("always keeps a ledger and an order table that agree with the book", () => {
    fc.assert(
      fc.property(markets, costlyRules, actions, (bars, plain, plainActions) => {
        const { book, ledger, orders, trades, canceled, unfilled } = runBacktest(
          columnsOf(bars, plainActions),
          settingsOf(plain),
        );
        const { accounts, holdings } = replay(ledger);

        expect(accounts.get("cash")).toBe(book.cash);
        book.tickers.forEach((ticker, slot) => {
          expect(holdings.get(ticker) ?? 0).toBe(book.costBasis[slot]);
        });
        expect(accounts.get("fees")).toBe(trades.reduce((sum, { fee }) => sum + fee, 0));
        expect(orders.filter(isOpen).length).toBe(unfilled.length);
        const filled = orders.reduce((sum, order) => sum + order.filled, 0);
        expect(filled).toBe(trades.reduce((sum, { quantity }) => sum + quantity, 0));
        expect(
          orders.filter(({ status }) => status === "canceled" || status === "expired").length,
        ).toBe(canceled.length);
      }),
    );
  });

  it("always ends with the equity of its curve's last point, however late prices still come", () => {
    fc.assert(
      fc.property(lateMarkets, costlyRules, actions, (bars, plain, plainActions) => {
        const { book, equityCurve } = runBacktest(columnsOf(bars, plainActions), settingsOf(plain));
        const inSession = bars.filter(({ closesInSession }) => closesInSession);

        expect(book.equity).toBe(equityCurve.at(-1)?.equity ?? plain.cash);
        book.tickers.forEach((symbol, slot) => {
          const last = inSession.findLast((bar) => bar.symbol === symbol);
          if (book.held[slot] !== 0) expect(book.mark[slot]).toBe(last?.close);
        });
        expect(outcomeOf(bars, plain, plainActions)).toEqual(
          plainBacktest(bars, plain, plainActions),
        );
      }),
      { numRuns: 200 },
    );
  });

  it("always earns by sales, payments and what is left what equity has gained, to the unit", () => {
    let fractions = 0;
    drawUntil(
      () => 0 < fractions,
      (seed) =>
        fc.assert(
          fc.property(markets, costlyRules, actions, (bars, plain, plainActions) => {
            const report = runBacktest(columnsOf(bars, plainActions), settingsOf(plain));
            const { book, feesHeld } = report;
            const left = book.tickers.reduce((sum, _, slot) => {
              const worth = book.held[slot]! * book.mark[slot]!;
              return sum + worth - book.costBasis[slot]! - feesHeld[slot]!;
            }, 0);
            const sold = report.trades.reduce((sum, { net }) => sum + net, 0);
            const paid = report.actions.reduce((sum, { earned }) => sum + earned, 0);

            expect(sold + paid + left).toBe(book.equity - plain.cash);
            fractions += report.actions.filter(({ paid: cash, earned }) => cash !== earned).length;
          }),
          { numRuns: 200, seed },
        ),
    );
    expect(fractions).toBeGreaterThan(0);
  });

  it("always cancels what a plain reading cancels when openings outrun the cash", () => {
    let canceled = 0;
    const dear = { perOrder: 500_000, perShare: 0, rate: 0, minimum: 0 };
    const tight = fc.tuple(rules, fc.boolean()).map(([plain, isDear]) => ({
      ...plain,
      // A sixth of the cash: what the shares alone would leave, it takes.
      commission: isDear ? dear : undefined,
      fill: "next-open" as const,
      cash: 3_000_000,
      sharesToBuy: 30,
      maxPositionSize: 40,
      minCashReserve: 0,
      positionShare: undefined,
      dailyLoss: undefined,
    }));
    drawUntil(
      () => 0 < canceled,
      (seed) =>
        fc.assert(
          fc.property(markets, tight, (bars, plain) => {
            const expected = plainBacktest(bars, plain);

            expect(outcomeOf(bars, plain)).toEqual(expected);

            canceled += expected.canceled.length;
          }),
          { numRuns: 200, seed },
        ),
    );
    expect(canceled).toBeGreaterThan(0);
  });

  it("never looks ahead: bars appended later change no decision made before them", () => {
    fc.assert(
      fc.property(markets, rules, fc.nat(), (bars, plain, pick) => {
        const cut = bars[pick % bars.length]!.closesAt;
        const past = bars.filter(({ closesAt }) => closesAt <= cut);
        // A symbol's place among the others is no decision: one may have no bar yet.
        const decided = (known: typeof bars) =>
          runBacktest(columnsOf(known), settingsOf(plain)).decisions.map(
            ({ slot: _, ...decision }) => decision,
          );

        expect(decided(bars).filter(({ at }) => at <= cut)).toEqual(decided(past));
      }),
    );
  });
});
