import { describe, expect, it } from "vitest";
import { anchor, changeStrategy, positionOf, restorePosition, trailOf } from "./book.ts";
import { orderEnded, otherOrderBegan, otherOrderEnded } from "./book-orders.ts";
import { endSession } from "./book-session.ts";
import { rescale } from "./book-split.ts";
import { instant } from "./market.ts";
import { bps, price, shares } from "./money.ts";
import { at, bookOf, buy, dollars, STRATEGY, slotOf } from "./testing/decided-book.ts";

describe("decide", () => {
  it("buys at exactly 4% below the high, and says what it saw", () => {
    const book = bookOf({});
    expect(at(book, 1, { AAPL: 100 })).toEqual([]);
    expect(at(book, 2, { AAPL: 96.0001 })).toEqual([]);

    expect(at(book, 3, { AAPL: 96 })).toEqual([
      {
        ticker: "AAPL",
        slot: 0,
        side: "buy",
        quantity: 10,
        reason: "trail-drop",
        at: 3,
        price: 960_000,
        reference: 1_000_000,
        trigger: 960_000,
        reservedCash: 9_600_000,
      },
    ]);
  });

  it("sells at exactly 4% above the low since the fill", () => {
    const book = bookOf({ limits: { coolDownSec: 0 } });
    buy(book, "AAPL", 10, 100);
    expect(at(book, 2, { AAPL: 95 })).toEqual([]);
    expect(at(book, 3, { AAPL: 98.7999 })).toEqual([]);

    expect(at(book, 4, { AAPL: 98.8 })).toMatchObject([
      { side: "sell", quantity: 10, reason: "trail-rise", reference: 950_000, trigger: 988_000 },
    ]);
  });

  it("moves a trail by all prices of a moment, and decides on the last, for the others are past", () => {
    const book = bookOf({ limits: { coolDownSec: 0 } });
    at(book, 1, { AAPL: 100, MSFT: 100 });
    expect(at(book, 2, { AAPL: [96, 98], MSFT: [98, 96] })).toMatchObject([
      { ticker: "MSFT", price: 960_000 },
    ]);

    buy(book, "AAPL", 10, 100);
    expect(at(book, 3, { AAPL: [95, 99, 98.7] })).toEqual([]);
    expect(at(book, 4, { AAPL: [90, 93.6] })).toMatchObject([
      { side: "sell", reason: "trail-rise", reference: 900_000, price: 936_000 },
    ]);
  });

  it("answers one and the same frozen nothing when quiet", () => {
    const book = bookOf({});
    const quiet = at(book, 1, { AAPL: 100 });

    expect(at(book, 2, { AAPL: 100, MSFT: 50 })).toBe(quiet);
    expect(Object.isFrozen(quiet)).toBe(true);
  });

  it("wants one order of a symbol at a time, also while somebody else's is at work", () => {
    const book = bookOf({});
    at(book, 1, { AAPL: 100, MSFT: 100 });
    expect(at(book, 2, { AAPL: 96 })).toHaveLength(1);
    expect(at(book, 3, { AAPL: 95 })).toEqual([]);

    otherOrderBegan(book, slotOf(book, "MSFT"));
    expect(at(book, 4, { MSFT: 96 })).toEqual([]);
    otherOrderEnded(book, slotOf(book, "MSFT"));
    expect(at(book, 5, { MSFT: 96 })).toHaveLength(1);
  });

  it("never adds to a position", () => {
    const book = bookOf({ limits: { coolDownSec: 0 } });
    buy(book, "AAPL", 1, 100);

    expect(at(book, 2, { AAPL: 50 })).toEqual([]);
  });

  it("cools down from each automated fill, the stop excepted", () => {
    const book = bookOf({ strategy: { stopLossEnabled: true }, limits: { coolDownSec: 600 } });
    buy(book, "AAPL", 10, 100, { automated: true, at: 1_000 });
    expect(at(book, 600_999, { AAPL: 104 })).toEqual([]);
    expect(at(book, 601_000, { AAPL: 104 })).toMatchObject([{ reason: "trail-rise" }]);

    const other = bookOf({ strategy: { stopLossEnabled: true }, limits: { coolDownSec: 600 } });
    buy(other, "AAPL", 25, 100, { automated: true, at: 1_000 });
    expect(at(other, 2_000, { AAPL: 90 })).toMatchObject([{ reason: "stop-loss", quantity: 25 }]);
  });

  it("does not cool down from a fill somebody else caused, but anchors the trail at it", () => {
    const book = bookOf({ limits: { coolDownSec: 600 } });
    at(book, 1, { AAPL: 80 });
    buy(book, "AAPL", 10, 100, { automated: false, at: 1_000 });

    expect(trailOf(book, 0)).toEqual({ since: 1_000, high: 1e6, low: 1e6, last: 1e6 });
    expect(at(book, 2_000, { AAPL: 104 })).toHaveLength(1);
  });

  it("cools down after an automated order that ended unfilled, and frees its cash", () => {
    const book = bookOf({ limits: { coolDownSec: 600 } });
    at(book, 1, { AAPL: 100 });
    at(book, 2, { AAPL: 96 });
    expect(book.reservedCash).toBe(9_600_000);
    orderEnded(book, 0, instant(1_000), false);

    expect(book.reservedCash).toBe(0);
    expect(at(book, 600_999, { AAPL: 96 })).toEqual([]);
    expect(at(book, 601_000, { AAPL: 96 })).toHaveLength(1);
  });

  it("counts a cool-down from the last fill, not from the end of an order that had one", () => {
    const book = bookOf({ limits: { coolDownSec: 600 } });
    at(book, 1, { AAPL: 100 });
    at(book, 2, { AAPL: 96 });
    buy(book, "AAPL", 4, 96, { automated: true, at: 1_000 });
    orderEnded(book, 0, instant(9_000), true);

    expect(book.coolDownUntil[0]).toBe(601_000);
  });

  it("in SIMPLE mode takes exactly 4% on the average cost", () => {
    const book = bookOf({ strategy: { mode: "SIMPLE" }, limits: { coolDownSec: 0 } });
    buy(book, "AAPL", 10, 100);
    buy(book, "AAPL", 10, 101);
    expect(at(book, 2, { AAPL: 104.5199 })).toEqual([]);

    expect(at(book, 3, { AAPL: 104.52 })).toMatchObject([
      { reason: "take-profit", reference: 1_005_000, trigger: 1_045_200 },
    ]);
  });

  it("takes exits before entries, and entries by the largest drop, ties by symbol", () => {
    const book = bookOf({ tickers: ["XOM", "MSFT", "F", "AAPL"], limits: { coolDownSec: 0 } });
    at(book, 1, { XOM: 100, MSFT: 100, F: 10, AAPL: 50 });
    buy(book, "XOM", 10, 100);

    const intents = at(book, 2, { XOM: 104, MSFT: 96, F: 9.5, AAPL: 48 });

    expect(intents.map(({ ticker }) => ticker)).toEqual(["XOM", "F", "AAPL", "MSFT"]);
  });

  it("compares drops exactly where products leave the safe integers", () => {
    const book = bookOf({ tickers: ["AAPL", "MSFT"], cash: 50_000_000 });
    // Price × the other's high differs by one in 10^18: as floating products they are equal.
    at(book, 1, { AAPL: 90_410.5718, MSFT: 90_299.6023 });
    const intents = at(book, 2, { AAPL: 86_224.6339, MSFT: 86_118.8022 });

    expect(862_246_339n * 902_996_023n - 861_188_022n * 904_105_718n).toBe(1n);
    expect(intents.map(({ ticker }) => ticker)).toEqual(["MSFT", "AAPL"]);
  });

  it("neither enters nor leaves where the venue has no real prices; trails follow all the same", () => {
    const book = bookOf({});
    book.automation = "no-real-prices";
    buy(book, "AAPL", 10, 100);
    at(book, 2, { MSFT: 100 });

    expect(at(book, 3, { AAPL: 120, MSFT: 90 })).toEqual([]);

    expect(trailOf(book, 0)).toMatchObject({ last: dollars(120) });
    expect(trailOf(book, 1)).toMatchObject({ low: dollars(90) });
  });

  it("lets prices outside the session move equity and nothing else", () => {
    const book = bookOf({ limits: { coolDownSec: 0 } });
    buy(book, "AAPL", 10, 100);
    const equity = book.equity;

    expect(at(book, 2, { AAPL: 120, MSFT: 7 }, OUT)).toEqual([]);
    expect(book.equity - equity).toBe(2_000_000);
    expect(trailOf(book, 0)).toMatchObject({ high: 1_000_000, last: 1_000_000 });
    expect(trailOf(book, 1)).toBeUndefined();
  });

  it("after hours, where allowed, wants limit orders half a percent away, on the tick", () => {
    const book = bookOf({ limits: { coolDownSec: 0, allowAfterHours: true } });
    at(book, 1, { AAPL: 100, MSFT: 1 }, OUT);
    buy(book, "MSFT", 10, 0.9);

    expect(at(book, 2, { AAPL: 95.03, MSFT: 0.95 }, OUT)).toMatchObject([
      { side: "sell", ticker: "MSFT", limit: 9_452 },
      { side: "buy", ticker: "AAPL", limit: 955_100, reservedCash: 9_551_000 },
    ]);
  });

  it("in HYBRID mode passes a price below the band, and enters when it rises back into it", () => {
    const book = bookOf({ strategy: HYBRID });
    at(book, 1, { AAPL: 100 });
    expect(at(book, 2, { AAPL: 94.9999 })).toEqual([]);

    expect(at(book, 3, { AAPL: 95 })).toMatchObject([{ side: "buy", reference: 1_000_000 }]);
  });

  it("in HYBRID mode anchors the trail anew after twenty sessions below the band", () => {
    const book = bookOf({ strategy: HYBRID });
    at(book, 1, { AAPL: 100 });
    at(book, 2, { AAPL: 80 });
    for (let session = 1; session < 20; session += 1) endSession(book);
    expect(trailOf(book, 0)?.high).toBe(1_000_000);
    endSession(book);

    expect(trailOf(book, 0)).toEqual({ since: 2, high: 800_000, low: 800_000, last: 800_000 });
    expect(at(book, 3, { AAPL: 76.8 })).toHaveLength(1);
  });

  it("decides nothing on the first price after a split, and rightly on the next", () => {
    const book = bookOf({ limits: { coolDownSec: 0 } });
    buy(book, "AAPL", 10, 100);
    const equity = book.equity;
    rescale(book, 0, 10, 1);
    expect(book.equity).toBe(equity);
    expect(positionOf(book, 0)).toEqual({ shares: 100, costBasis: dollars(1_000) });

    expect(at(book, 2, { AAPL: 10.4 })).toEqual([]);
    expect(at(book, 3, { AAPL: 10.4 })).toMatchObject([{ quantity: 10, reference: 100_000 }]);
  });

  it("starts a holding over that a reverse split left nothing of", () => {
    const book = bookOf({});
    restorePosition(book, 0, { held: shares(1), costBasis: dollars(100), managed: false });
    rescale(book, 0, 1, 8);

    expect(positionOf(book, 0)).toEqual({ shares: 0, costBasis: 0 });
    expect(book).toMatchObject({ unpriced: 0 });
    expect(book.managed[0]).toBe(1);
  });

  it("waits for a bar pattern when one is required", () => {
    const book = bookOf({ strategy: { patternConfirmation: "require" } });
    at(book, 1, { AAPL: 100 });
    expect(at(book, 2, { AAPL: 96 })).toEqual([]);
    book.patternSeen[0] = 1;

    expect(at(book, 3, { AAPL: 96 })).toHaveLength(1);
  });

  it("follows a change of strategy at the next price", () => {
    const book = bookOf({});
    at(book, 1, { AAPL: 100 });
    changeStrategy(book, { ...STRATEGY, buyDropBps: bps(100) });

    expect(at(book, 2, { AAPL: 99 })).toMatchObject([{ trigger: 990_000 }]);
  });

  it("starts a trail fresh where asked to", () => {
    const book = bookOf({});
    at(book, 1, { AAPL: 100 });
    anchor(book, 0, price(970_000), instant(2));

    expect(at(book, 3, { AAPL: 96 })).toEqual([]);
  });
});

const OUT = { inSession: false };

const HYBRID = { mode: "HYBRID", buyDropMaxBps: bps(500), stopLossEnabled: true } as const;
