import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addSymbol,
  type Book,
  bookCash,
  bookIncome,
  markAt,
  positionOf,
  restorePosition,
  trailOf,
  widenTrail,
} from "./book.ts";
import { beginSession, endSession } from "./book-session.ts";
import { rescale } from "./book-split.ts";
import { decide, type Intent } from "./decide.ts";
import type { Ticker, TradingDay } from "./market.ts";
import { type Money, mulDivFloor, type Price, price, shares } from "./money.ts";
import { unrealizedPnl } from "./position.ts";
import { moved, moves, prices } from "./testing/arbitraries.ts";
import { bookOf, buy, dollars, SLOT } from "./testing/plain-book.ts";
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

const DAY = "2026-03-02" as TradingDay;

const held = fc.integer({ min: 1, max: 5_000 });
const ratios = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }));
/** Shares at a cost, and a price at or above it. */
const winners = fc
  .record({ held, paid: prices, gainBps: fc.integer({ min: 0, max: 300 }) })
  .map(({ gainBps, ...bought }) => ({ ...bought, now: moved(bought.paid, gainBps) }));

const at = (book: Book, ms: number, quoted: number): readonly Intent[] =>
  decide(
    book,
    batchOf({ at: ms, inSession: true, rows: [{ slot: SLOT, price: dollars(quoted) }] }),
  );

const unrealizedOf = (book: Book): number =>
  unrealizedPnl(positionOf(book, SLOT), book.mark[SLOT] as Price);
