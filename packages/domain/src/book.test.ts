import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addSymbol,
  type Book,
  beginSession,
  bookCash,
  bookFill,
  bookIncome,
  endSession,
  markAt,
  openBook,
  orderBegan,
  orderEnded,
  positionOf,
  rescale,
  restorePosition,
  trailOf,
  widenTrail,
} from "./book.ts";
import { decide, type Intent } from "./decide.ts";
import { InvariantViolation } from "./invariant.ts";
import { instant, type Ticker, type TradingDay } from "./market.ts";
import { bps, type Money, mulDivFloor, type Price, price, shares } from "./money.ts";
import { unrealizedPnl } from "./position.ts";
import {
  RISK_DEFAULTS,
  type RiskLimits,
  STRATEGY_DEFAULTS,
  type STRATEGY_MODES,
  type Strategy,
} from "./strategy.ts";
import { moved, moves, prices } from "./testing/arbitraries.ts";
import { batchOf } from "./testing/twin-accounts.ts";

describe("rescale", () => {
  it("sells nothing of a winning position whose reverse split leaves a fraction", () => {
    const book = bookOf({ mode: "HYBRID" });
    // Fifteen shares at $10, now at $10.20; one for ten makes a share and a half at $102.
    buy(book, 15, dollars(10));
    at(book, 2, 10.2);

    expect(rescale(book, SLOT, 1, 10)).toBe(dollars(50));
    expect(positionOf(book, SLOT)).toEqual({ shares: 1, costBasis: dollars(100) });
    expect([at(book, 3, 102), at(book, 4, 102)]).toEqual([[], []]);
  });

  it("never lets a stop fire of a winning position for the split alone", () => {
    fc.assert(
      fc.property(winners, ratios, ({ held, paid, now }, [numerator, denominator]) => {
        const book = bookOf({ mode: "HYBRID" });
        buy(book, held, paid);
        at(book, 2, now / 10_000);
        rescale(book, SLOT, numerator, denominator);
        const after = book.mark[SLOT]! / 10_000;
        // Below a cent the rounding of a price is a move of its own.
        fc.pre(0.01 <= after);
        at(book, 3, after);

        expect(at(book, 4, after).map(({ reason }) => reason)).not.toContain("stop-loss");
      }),
    );
  });

  it("always moves equity by what was realized and what the rest is worth above its cost", () => {
    fc.assert(
      fc.property(held, prices, moves, ratios, (count, paid, moveBps, [numerator, denominator]) => {
        const book = bookOf({});
        buy(book, count, paid);
        const before = book.equity - unrealizedOf(book);
        markAt(book, SLOT, moved(paid, moveBps));
        const released = rescale(book, SLOT, numerator, denominator);
        const fraction = (count * numerator) % denominator;
        const inLieu = mulDivFloor(fraction, book.mark[SLOT]!, denominator);
        bookIncome(book, inLieu as Money);

        expect(book.equity - before).toBe(inLieu - released + unrealizedOf(book));
        // A fraction of a share is bought and paid out at prices a rounding apart.
        const priceBefore = moved(paid, moveBps);
        const fair = (fraction * priceBefore) / numerator - (fraction * paid) / numerator;
        expect(Math.abs(inLieu - released - fair)).toBeLessThan(3);
      }),
    );
  });
});

describe("bookFill", () => {
  it("keeps the later cool-down when an earlier fill is told after it", () => {
    const book = bookOf({});
    const part = { side: "buy", fee: 0 as Money, automated: true, slot: SLOT } as const;
    const fill = { ...part, quantity: shares(5), price: price(dollars(100)) };
    bookFill(book, { ...fill, at: instant(60_000) });
    bookFill(book, { ...fill, at: instant(1_000) });

    expect(book.coolDownUntil[SLOT]).toBe(660_000);
  });
});

describe("orderEnded", () => {
  it("starts the cool-down of an order that ends unfilled, from its end", () => {
    const book = bookOf({});
    began(book);
    orderEnded(book, SLOT, instant(5_000), false);

    expect(book.coolDownUntil[SLOT]).toBe(605_000);
  });

  it("starts no second cool-down when it is told of the same end again", () => {
    const book = bookOf({});
    began(book);
    orderEnded(book, SLOT, instant(5_000), false);
    orderEnded(book, SLOT, instant(65_000), false);

    expect(book.coolDownUntil[SLOT]).toBe(605_000);
    expect(book.reservedCash).toBe(0);
  });

  it("leaves the cool-down of its fills to an order that was filled", () => {
    const book = bookOf({});
    began(book);
    orderEnded(book, SLOT, instant(5_000), true);

    expect(book.coolDownUntil[SLOT]).toBe(0);
  });
});

describe("endSession", () => {
  it("makes equity at the close the next baseline", () => {
    const book = bookOf({});
    buy(book, 10, dollars(100));
    at(book, 2, 90);
    endSession(book);
    beginSession(book, DAY);

    expect(book.baseline).toBe(dollars(99_900));
  });

  it("leaves the baseline open while a holding has no price, and takes the first valid equity", () => {
    const book = bookOf({});
    restorePosition(book, SLOT, { held: shares(10), costBasis: dollars(1_000), managed: true });
    endSession(book);
    beginSession(book, DAY);
    expect(book.closingEquity).toBeUndefined();
    expect(book.baseline).toBeUndefined();

    at(book, 3, 80);
    expect(book.baseline).toBe(dollars(100_800));
    expect(book.halted).toBe(false);
  });
});

describe("beginSession", () => {
  it("takes the baseline it is told of later on the same day, and keeps the one it has", () => {
    const book = bookOf({});
    beginSession(book, DAY);
    expect(book.baseline).toBeUndefined();

    beginSession(book, DAY, dollars(90_000));
    expect(book.baseline).toBe(dollars(90_000));
    beginSession(book, DAY, dollars(80_000));
    expect(book.baseline).toBe(dollars(90_000));
  });

  it("ends the halt of the day before, and not that of its own", () => {
    const book = bookOf({});
    beginSession(book, DAY, dollars(200_000));
    at(book, 1, 100);
    beginSession(book, DAY);
    expect(book.halted).toBe(true);

    beginSession(book, "2026-03-03" as TradingDay, dollars(100_000));
    expect(book.halted).toBe(false);
  });
});

describe("bookCash", () => {
  it("is neither a gain nor a loss: the baselines move along", () => {
    const book = bookOf({});
    at(book, 1, 100);
    endSession(book);
    beginSession(book, DAY);
    bookCash(book, dollars(-60_000));

    expect(book).toMatchObject({
      cash: dollars(40_000),
      equity: dollars(40_000),
      baseline: dollars(40_000),
      closingEquity: dollars(40_000),
    });
    at(book, 2, 100);
    expect(book.halted).toBe(false);
  });

  it("moves no baseline that is not there yet", () => {
    const book = bookOf({});
    bookCash(book, dollars(1));

    expect(book).toMatchObject({ equity: dollars(100_001), baseline: undefined });
    expect(book.closingEquity).toBeUndefined();
  });
});

describe("bookIncome", () => {
  it("is a gain: the baselines stay, so that it does not hide a loss", () => {
    const book = bookOf({});
    at(book, 1, 100);
    endSession(book);
    beginSession(book, DAY);
    bookIncome(book, dollars(500));

    expect(book).toMatchObject({ cash: dollars(100_500), baseline: dollars(100_000) });
    expect(book.equity).toBe(dollars(100_500));
  });
});

describe("addSymbol", () => {
  it("keeps what every other symbol has when there are more than the book was opened for", () => {
    const book = bookOf({});
    buy(book, 15, dollars(10));
    book.coolDownUntil[SLOT] = 7;
    const [trail, position] = [trailOf(book, SLOT), positionOf(book, SLOT)];

    const slots = Array.from({ length: 40 }, (_, index) => addSymbol(book, `S${index}` as Ticker));

    expect(new Set(slots).size).toBe(40);
    expect([trailOf(book, SLOT), positionOf(book, SLOT)]).toEqual([trail, position]);
    expect(book.coolDownUntil[SLOT]).toBe(7);
    for (const slot of slots) {
      expect(trailOf(book, slot)).toBeUndefined();
      // Nothing triggers a sale of what is not held yet.
      expect([book.leaveAt[slot], book.targetAt[slot]]).toEqual([Infinity, Infinity]);
    }
  });
});

describe("widenTrail", () => {
  it("begins no trail: bars from before the first price say nothing of one", () => {
    const book = bookOf({});

    widenTrail(book, SLOT, { high: price(1_100), low: price(900), last: price(1_000) });

    expect(trailOf(book, SLOT)).toBeUndefined();
    expect(book.mark[SLOT]).toBe(0);
  });

  it("takes in what happened meanwhile, on either side", () => {
    const book = bookOf({});
    at(book, 1, 10);

    widenTrail(book, SLOT, { high: price(110_000), low: price(90_000), last: price(95_000) });
    widenTrail(book, SLOT, { high: price(96_000), low: price(94_000), last: price(96_000) });

    expect(trailOf(book, SLOT)).toMatchObject({ high: 110_000, low: 90_000, last: 96_000 });
    expect(book.mark[SLOT]).toBe(96_000);
  });
});

describe("bookFill", () => {
  it("never sells more than is held, and leaves the book as it was", () => {
    const book = bookOf({});
    buy(book, 10, dollars(10));
    const before = structuredClone({ ...book });
    const fill = { side: "sell", fee: 0 as Money, at: instant(2), automated: true } as const;

    expect(() =>
      bookFill(book, { ...fill, slot: SLOT, quantity: shares(11), price: price(1_000) }),
    ).toThrow(InvariantViolation);

    expect({ ...book }).toEqual(before);
  });
});

const AAPL = "AAPL" as Ticker;
const SLOT = 0;
const DAY = "2026-03-02" as TradingDay;

const held = fc.integer({ min: 1, max: 5_000 });
const ratios = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }));
/** Shares at a cost, and a price at or above it. */
const winners = fc
  .record({ held, paid: prices, gainBps: fc.integer({ min: 0, max: 300 }) })
  .map(({ gainBps, ...bought }) => ({ ...bought, now: moved(bought.paid, gainBps) }));

const dollars = (amount: number) => Math.round(amount * 10_000) as Money;

function bookOf({ mode = "TRAILING" }: { readonly mode?: (typeof STRATEGY_MODES)[number] }): Book {
  const book = openBook({
    tickers: [],
    strategy: {
      ...(STRATEGY_DEFAULTS as unknown as Strategy),
      mode,
      stopLossEnabled: mode === "HYBRID",
      takeProfitBps: bps(2_000),
      sellRiseBps: bps(2_000),
    },
    limits: RISK_DEFAULTS as unknown as RiskLimits,
    cash: dollars(100_000),
    automation: "on",
  });
  addSymbol(book, AAPL);
  return book;
}

function buy(book: Book, count: number, each: number): void {
  const fill = { side: "buy", fee: 0 as Money, at: instant(1), automated: false } as const;
  bookFill(book, { ...fill, slot: SLOT, quantity: shares(count), price: price(each) });
}

const began = (book: Book): void =>
  orderBegan(book, SLOT, { reason: 1, quantity: shares(10), reservedCash: dollars(1_000) });

const at = (book: Book, ms: number, quoted: number): readonly Intent[] =>
  decide(
    book,
    batchOf({ at: ms, inSession: true, rows: [{ slot: SLOT, price: dollars(quoted) }] }),
  );

const unrealizedOf = (book: Book): number =>
  unrealizedPnl(positionOf(book, SLOT), book.mark[SLOT] as Price);
