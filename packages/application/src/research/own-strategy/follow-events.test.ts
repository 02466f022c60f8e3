import { balanceOf, replay } from "@sevenfold/domain/ledger";
import { money } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OrderRequest } from "./strategy-interface.ts";
import { BUY, hearing, QUIET } from "./testing/hearing.ts";
import {
  barsOf,
  type Cents,
  centsArbitrary,
  FREE,
  type Noted,
  notedOf,
  runStrategy,
} from "./testing/priced-bars.ts";
import { MARGIN, reversion } from "./testing/reversion.ts";

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const isCheap = (closes: readonly number[]) => closes.at(-1)! < mean(closes) - MARGIN;

/** The same by hand, a day at a time. */
function reversionByHand(symbol: string, bars: readonly Cents[]): readonly Noted[] {
  const noted: Noted[] = [];
  let wanted: number | undefined;
  let limit = 0;
  let isHeld = false;
  for (const [day, [open, high, low, close]] of bars.entries()) {
    const trade = (shares: number, cents: number) => {
      noted.push({ day, symbol, shares, cents });
      isHeld = 0 < shares;
    };
    const [stop, target] = [limit - 300, limit + 300];
    const wasHeld = isHeld;
    if (wasHeld && open <= stop) trade(-40, open);
    else if (wasHeld && target <= open) trade(-40, open);
    const entersAtOpen = wanted !== undefined && open <= wanted;
    if (entersAtOpen) trade(40, open);
    const entersWithin = !entersAtOpen && wanted !== undefined && low <= wanted;
    if (entersWithin) trade(40, wanted!);
    if (isHeld && low <= stop) trade(-40, entersAtOpen ? Math.min(open, stop) : stop);
    else if (isHeld && !entersWithin && target <= high) trade(-40, target);
    wanted = undefined;
    const last = bars.slice(Math.max(0, day - 4), day + 1).map((bar) => bar[3] / 100);
    if (last.length < 5 || isHeld || !isCheap(last)) continue;
    wanted = close - 100;
    limit = wanted;
  }
  return noted;
}

describe("a mean reversion with stop brackets", () => {
  it("makes the trades that a plain program makes, on one symbol and on two", () => {
    fc.assert(
      fc.property(centsArbitrary(60), centsArbitrary(60), (one, other) => {
        const byDay = (fills: readonly Noted[]) =>
          fills.toSorted((a, b) => a.day - b.day || (a.symbol < b.symbol ? -1 : 0));
        const alone = notedOf(runStrategy([barsOf("AAA", one)], reversion));
        const both = runStrategy([barsOf("BBB", other), barsOf("AAA", one)], reversion);

        expect(alone).toEqual(reversionByHand("AAA", one));
        expect(byDay(notedOf(both).toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1)))).toEqual(
          byDay([...reversionByHand("AAA", one), ...reversionByHand("BBB", other)]),
        );
      }),
    );
  });

  it("leaves books that its postings replay to, and nothing kept aside for orders that ended", () => {
    fc.assert(
      fc.property(centsArbitrary(40), (bars) => {
        const { ledger, book, orders } = runStrategy([barsOf("AAA", bars)], reversion, {
          ...FREE,
          commission: { perOrder: money(10_000), perShare: 0, rate: 0, minimum: money(0) },
        });

        expect(balanceOf(ledger, "cash")).toBe(book.cash);
        expect(replay(ledger).accounts.get("holdings")).toBe(book.costBasis[0]);
        const open = orders.filter(({ status }) => status === "working");
        expect(book.reservedCash).toBe(open.reduce((sum, each) => sum + each.reservedCash, 0));
      }),
      { numRuns: 50 },
    );
  });
});

describe("an order within a bar", () => {
  const fillsOf = (bars: readonly Cents[], ...orders: Omit<OrderRequest, "symbol">[]) =>
    notedOf(runStrategy([barsOf("AAA", [QUIET, ...bars])], hearing(orders))).map(
      ({ day, shares, cents }) => [day, shares, cents],
    );

  it("that reached both its stop and its profit has stopped", () => {
    const bracket = { takeProfit: { limitPrice: 102 }, stopLoss: { stopPrice: 98 } };
    expect(fillsOf([[10_000, 10_300, 9_700, 10_100]], { ...BUY, ...bracket })).toEqual([
      [1, 10, 10_000],
      [1, -10, 9_800],
    ]);
  });

  it("bought within it, may be stopped in it and gains nothing in it", () => {
    const order = { ...BUY, type: "limit", limitPrice: 99 } as const;
    const wide: Cents = [10_000, 10_300, 9_700, 10_100];
    expect(fillsOf([wide], { ...order, stopLoss: { stopPrice: 98 } })).toEqual([
      [1, 10, 9_900],
      [1, -10, 9_800],
    ]);
    expect(fillsOf([wide, wide], { ...order, takeProfit: { limitPrice: 102 } })).toEqual([
      [1, 10, 9_900],
      [2, -10, 10_200],
    ]);
  });

  it("fills a stop at the open that jumped over it, and a limit at a better open", () => {
    const jump: Cents = [9_500, 9_600, 9_400, 9_500];
    expect(fillsOf([QUIET, jump], { ...BUY, stopLoss: { stopPrice: 98 } })[1]).toEqual([
      2, -10, 9_500,
    ]);
    expect(fillsOf([jump], { ...BUY, type: "limit", limitPrice: 98 })).toEqual([[1, 10, 9_500]]);
    expect(fillsOf([jump], { ...BUY, type: "stop", stopPrice: 94 })).toEqual([[1, 10, 9_500]]);
  });

  it("gives a stop-limit its limit, and waits where the market has left that behind", () => {
    const order = { ...BUY, type: "stop-limit", timeInForce: "gtc", stopPrice: 102 } as const;
    const rise: Cents = [10_000, 10_300, 10_000, 10_300];
    expect(fillsOf([rise], { ...order, limitPrice: 103 })).toEqual([[1, 10, 10_300]]);
    const jump: Cents = [10_500, 10_600, 10_400, 10_500];
    const back: Cents = [10_500, 10_500, 10_200, 10_400];
    expect(fillsOf([jump, back], { ...order, limitPrice: 103 })).toEqual([[2, 10, 10_300]]);
  });

  it("lets a trailing stop follow the best price once the worst has missed it", () => {
    const order = { ...BUY, stopLoss: { trailAmount: 5 } };
    // 100 less 5 is not reached; then 110 less 5 is, on the way to the close.
    expect(fillsOf([[10_000, 11_000, 9_600, 10_400]], order)[1]).toEqual([1, -10, 10_500]);
    // The close does not show that the way back led below 105: the next bar's low does.
    const up: Cents = [10_000, 11_000, 9_600, 10_800];
    expect(fillsOf([up, [10_800, 10_900, 10_400, 10_800]], order)[1]).toEqual([2, -10, 10_500]);
    expect(fillsOf([up, [10_800, 10_900, 10_600, 10_800]], order)).toHaveLength(1);
    const percent = { ...BUY, stopLoss: { trailPercent: 5 } };
    expect(fillsOf([up, [10_800, 10_900, 10_400, 10_800]], percent)[1]).toEqual([2, -10, 10_450]);
  });
});
