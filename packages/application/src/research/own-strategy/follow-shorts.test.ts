import { replay } from "@sevenfold/domain/ledger";
import { money, NO_MONEY } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BacktestReport } from "../backtest/backtest-report.ts";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import type { CorporateAction } from "../backtest/corporate-action.ts";
import type { Strategy, Target } from "./strategy-interface.ts";
import { type PlainDay, type PlainTarget, playShorts } from "./testing/plain-shorts.ts";
import { barsOf, type Cents, DAY_MS, FIRST_DAY, FREE, runStrategy } from "./testing/priced-bars.ts";

const CASH = 100_000 * 10_000;
const RATE = 50_000;
const SHORT: BacktestSettings = {
  ...FREE,
  cash: money(CASH),
  shorts: { borrowRate: RATE },
  commission: { perOrder: NO_MONEY, perShare: 5_000, rate: 0, minimum: NO_MONEY },
};
const TERMS = { cash: CASH, borrowRate: RATE, feeEach: 50 };

const targets: fc.Arbitrary<PlainTarget | undefined> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.integer({ min: -2_500, max: 2_500 }).map((shares) => ({ shares })) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: -100, max: 100 }).map((percent) => ({ share: percent / 100 })),
  },
  { weight: 1, arbitrary: fc.constant({ shares: 0 }) },
);

/** Prices in cents that jump by up to a third over night and again within the day. */
const paths = (symbols: number) =>
  fc
    .array(
      fc.record({
        nights: fc.integer({ min: 1, max: 4 }),
        moves: fc.array(
          fc.tuple(fc.integer({ min: -25, max: 33 }), fc.integer({ min: -20, max: 25 })),
          {
            minLength: symbols,
            maxLength: symbols,
          },
        ),
        targets: fc.array(targets, { minLength: symbols, maxLength: symbols }),
      }),
      { minLength: 2, maxLength: 25 },
    )
    .map((days): readonly PlainDay[] => {
      const cents = Array.from({ length: symbols }, (_, at) => 10_000 + 1_234 * at);
      return days.map(({ nights, moves, targets: wanted }) => {
        const step = (at: number, percent: number) => {
          cents[at] = Math.min(
            200_000,
            Math.max(500, Math.round(cents[at]! * (1 + percent / 100))),
          );
          return cents[at]! * 100;
        };
        const open = moves.map(([over], at) => step(at, over));
        return {
          nights,
          open,
          close: moves.map(([, within], at) => step(at, within)),
          targets: wanted,
        };
      });
    });

/** The days as bars of AAA, BBB, …; the calendar goes on by the nights between. */
function columnsOf(days: readonly PlainDay[]): readonly BarColumns[] {
  return days[0]!.open.map((_, at) => {
    const symbol = String.fromCharCode(65 + at).repeat(3);
    const bars = barsOf(
      symbol,
      days.map(({ open, close }) => {
        const [from, to] = [open[at]! / 100, close[at]! / 100];
        return [from, Math.max(from, to), Math.min(from, to), to];
      }),
    );
    const { opensAt, closesAt, day } = bars;
    let passed = 0;
    days.forEach(({ nights }, place) => {
      passed += place === 0 ? 0 : nights - 1;
      opensAt[place]! += passed * DAY_MS;
      closesAt[place]! += passed * DAY_MS;
      day[place]! += passed;
    });
    return bars;
  });
}

/** Answers what the days say, by symbol and close. */
const wanting = (days: readonly PlainDay[]): Strategy => ({
  shorts: true,
  forEachSymbol({ symbol }) {
    let place = -1;
    return () => {
      place += 1;
      return days[place]!.targets[symbol.charCodeAt(0) - 65] as Target | undefined;
    };
  },
});

/** A fill as a person would note it down; what it realized to the cent. */
const notedOf = ({ trades }: BacktestReport, days: readonly PlainDay[]) => {
  const places = new Map<number, number>();
  let day = FIRST_DAY;
  days.forEach(({ nights }, place) => {
    day += place === 0 ? 0 : nights;
    places.set(day, place);
  });
  return trades.map(({ at, ticker, side, quantity, price, fee, effect, isForced }) => ({
    day: places.get(Math.floor(at / DAY_MS)),
    symbol: ticker.charCodeAt(0) - 65,
    shares: side === "buy" ? quantity : -quantity,
    ...{ price, fee, effect },
    isForced: isForced === true,
  }));
};

function agree(days: readonly PlainDay[]) {
  const plain = playShorts(days, TERMS);
  const report = runStrategy(columnsOf(days), wanting(days), SHORT);
  expect(notedOf(report, days)).toEqual(plain.trades.map(({ realized: _, ...trade }) => trade));
  expect(report.equityCurve.map(({ equity }) => equity)).toEqual(plain.equity);
  expect(report.book.cash).toBe(plain.cash);
  expect([...report.book.held].slice(0, report.book.tickers.length)).toEqual(plain.held);
  for (const [place, { realized }] of report.trades.entries())
    expect(Math.abs(realized - plain.trades[place]!.realized)).toBeLessThan(50);
  return { plain, report };
}

describe("followWishes with shorts", () => {
  it("always trades as the plain account does, and is worth what it is worth at each close", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }).chain(paths), (days) => {
        agree(days);
      }),
    );
  });

  it("always leaves a ledger that replays to cash and positions, and books that explain all of equity", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }).chain(paths), (days) => {
        const { ledger, book, trades, feesHeld } = runStrategy(
          columnsOf(days),
          wanting(days),
          SHORT,
        );
        const { accounts, holdings } = replay(ledger);
        const open = book.tickers.map(
          (_, slot) => book.held[slot]! * book.mark[slot]! - book.costBasis[slot]!,
        );
        const sum = (amounts: readonly number[]) =>
          amounts.reduce((total, each) => total + each, 0);

        expect(accounts.get("cash")).toBe(book.cash);
        book.tickers.forEach((ticker, slot) => {
          expect(holdings.get(ticker) ?? 0).toBe(book.costBasis[slot]);
        });
        expect(CASH + sum(trades.map(({ net }) => net)) + sum(open) - sum([...feesHeld])).toBe(
          book.equity,
        );
      }),
    );
  });

  it("owes the dividend of what is short, rescales it by a split and buys back the part of a share", () => {
    const bars: readonly Cents[] = [
      ...Array.from({ length: 3 }, (): Cents => [10_000, 10_000, 10_000, 10_000]),
      ...Array.from({ length: 4 }, (): Cents => [4_000, 4_000, 4_000, 4_000]),
    ];
    const actions: readonly CorporateAction[] = [
      { day: FIRST_DAY + 2, kind: "dividend", perShare: 1_500_000 },
      { day: FIRST_DAY + 3, kind: "split", numerator: 5, denominator: 2 },
    ];
    const columns = { ...barsOf("AAA", bars), actions };
    // The second is of the old shares: what waits over the split is canceled, and not wanted again.
    const wanted = [{ shares: -11 }, undefined, { shares: -20 }, undefined, { shares: 3 }];
    let close = -1;
    const strategy: Strategy = {
      shorts: true,
      forEachSymbol: () => () => {
        close += 1;
        return wanted[close];
      },
    };

    const report = runStrategy([columns], strategy, { ...FREE, shorts: { borrowRate: 36_000 } });

    // 27 whole shares of 27.5 stay owed; 11 were sold for 1,100, so that half a share had brought 20.
    expect(
      report.actions.map(({ held, paid, earned }) => [held, paid / 10_000, earned / 10_000]),
    ).toEqual([
      [-11, -16.5, -16.5],
      [-11, -20, -0.004],
    ]);
    expect(report.trades.map(({ side, quantity, effect }) => [side, quantity, effect])).toEqual([
      ["sell", 11, "open"],
      ["buy", 27, "close"],
      ["buy", 3, "open"],
    ]);
    expect(report.canceled.map(({ because }) => because.kind)).toEqual(["split"]);
    // Each night a ten-thousandth: of 1,100 twice, then of 27 at 40 twice.
    expect(report.borrow.map(({ cost }) => cost)).toEqual([1_100, 1_100, 1_080, 1_080]);
    expect(report.book.equity).toBe(FREE.cash - 165_000 - 2 * 1_100 - 2 * 1_080);
    expect(replay(report.ledger).accounts.get("cash")).toBe(report.book.cash);
  });
});
