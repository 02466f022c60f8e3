import { replay } from "@sevenfold/domain/ledger";
import { money, NO_MONEY } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BacktestReport } from "../backtest/backtest-report.ts";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import type { Strategy, Target } from "./strategy-interface.ts";
import { type PlainDay, type PlainTarget, playParts } from "./testing/plain-parts.ts";
import { barsOf, type Cents, DAY_MS, FIRST_DAY, FREE, runStrategy } from "./testing/priced-bars.ts";

const BILLION = 1_000_000_000;
const CASH = 10_000 * 10_000;
const PARTS: BacktestSettings = {
  ...FREE,
  cash: money(CASH),
  fractional: true,
  commission: { perOrder: NO_MONEY, perShare: 5_000, rate: 250, minimum: NO_MONEY },
};
const TERMS = { cash: BigInt(CASH), feeEach: 5_000n, feeRate: 250n };

const targets: fc.Arbitrary<PlainTarget | undefined> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 0, max: 120 * BILLION })
      .map((parts) => ({ billionths: BigInt(parts) })),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 0, max: 5 })
      .map((shares) => ({ billionths: BigInt(shares * BILLION) })),
  },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 0, max: 100 }).map((share) => ({ percent: BigInt(share) })),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 0, max: 1_000_000 }).map((cents) => ({ cents: BigInt(cents) })),
  },
  { weight: 1, arbitrary: fc.constant({ billionths: 0n }) },
);

/** Prices in cents that jump over night and again within the day, of less than a dollar and of more than $900 a share. */
const paths = (symbols: number) =>
  fc
    .array(
      fc.record({
        moves: fc.array(
          fc.tuple(fc.integer({ min: -25, max: 33 }), fc.integer({ min: -20, max: 25 })),
          { minLength: symbols, maxLength: symbols },
        ),
        targets: fc.array(targets, { minLength: symbols, maxLength: symbols }),
      }),
      { minLength: 2, maxLength: 25 },
    )
    .map((days): readonly PlainDay[] => {
      const cents = Array.from({ length: symbols }, (_, at) => 87 + 91_234 * at);
      return days.map(({ moves, targets: wanted }) => {
        const step = (at: number, percent: number) => {
          cents[at] = Math.max(20, Math.round(cents[at]! * (1 + percent / 100)));
          return BigInt(cents[at]! * 100);
        };
        const open = moves.map(([over], at) => step(at, over));
        return { open, close: moves.map(([, within], at) => step(at, within)), targets: wanted };
      });
    });

const columnsOf = (days: readonly PlainDay[]): readonly BarColumns[] =>
  days[0]!.open.map((_, at) =>
    barsOf(
      String.fromCharCode(65 + at).repeat(3),
      days.map(({ open, close }): Cents => {
        const [from, to] = [Number(open[at]!) / 100, Number(close[at]!) / 100];
        return [from, Math.max(from, to), Math.min(from, to), to];
      }),
    ),
  );

/** As a strategy writes it: a decimal. */
function writtenOf(target: PlainTarget | undefined): Target | undefined {
  if (target === undefined) return undefined;
  if ("billionths" in target) return { shares: Number(target.billionths) / BILLION };
  if ("cents" in target) return { dollars: Number(target.cents) / 100 };
  return { share: Number(target.percent) / 100 };
}

const wanting = (days: readonly PlainDay[]): Strategy => ({
  forEachSymbol({ symbol }) {
    let place = -1;
    return () => {
      place += 1;
      return writtenOf(days[place]!.targets[symbol.charCodeAt(0) - 65]);
    };
  },
});

const notedOf = ({ trades }: BacktestReport) =>
  trades.map(({ at, ticker, side, quantity, price, fee }) => ({
    day: Math.floor(at / DAY_MS) - FIRST_DAY,
    symbol: ticker.charCodeAt(0) - 65,
    billionths: BigInt(side === "buy" ? quantity : -quantity),
    price: BigInt(price),
    fee: BigInt(fee),
  }));

function agree(days: readonly PlainDay[]) {
  const plain = playParts(days, TERMS);
  const report = runStrategy(columnsOf(days), wanting(days), PARTS);
  expect(notedOf(report)).toEqual(plain.trades);
  expect(report.equityCurve.map(({ equity }) => BigInt(equity))).toEqual(plain.equity);
  expect(BigInt(report.book.cash)).toBe(plain.cash);
  expect(report.book.tickers.map((_, slot) => BigInt(report.book.held[slot]!))).toEqual(plain.held);
  return { plain, report };
}

describe("followWishes in parts of shares", () => {
  it("always trades as the plain account does, to the last part and ten-thousandth", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }).chain(paths), (days) => {
        agree(days);
      }),
    );
  });

  it("meets buys that are refused, orders that are too small and buys that wait", () => {
    let [refused, dust, waited, parts] = [0, 0, 0, 0];
    fc.assert(
      fc.property(paths(3), (days) => {
        const { plain } = agree(days);
        refused += plain.refused;
        dust += plain.dust;
        waited += plain.waited;
        parts += plain.trades.filter(({ billionths }) => billionths % 1_000_000_000n !== 0n).length;
      }),
      { numRuns: 300 },
    );
    expect(Math.min(refused, dust, waited, parts)).toBeGreaterThan(0);
  });

  it("always keeps a ledger that replays to cash and positions, and gains that add up", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }).chain(paths), (days) => {
        const report = runStrategy(columnsOf(days), wanting(days), PARTS);
        const { accounts, holdings } = replay(report.ledger);
        expect(accounts.get("cash")).toBe(report.book.cash);
        report.book.tickers.forEach((ticker, slot) => {
          expect(holdings.get(ticker) ?? 0).toBe(report.book.costBasis[slot]);
        });
        const earned = report.trades.reduce((sum, { net }) => sum + net, 0);
        const open = report.book.tickers.reduce((sum, _, slot) => {
          const { held, mark, costBasis } = report.book;
          const worth = (BigInt(held[slot]!) * BigInt(mark[slot]!)) / BigInt(BILLION);
          return sum + Number(worth) - costBasis[slot]! - report.feesHeld[slot]!;
        }, 0);
        expect(earned + open).toBe(report.book.equity - CASH);
      }),
    );
  });
});
