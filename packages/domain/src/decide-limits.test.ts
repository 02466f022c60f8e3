import { describe, expect, it } from "vitest";
import { bookCash, changeLimits, changeStrategy, restorePosition, trailOf } from "./book.ts";
import { orderEnded } from "./book-orders.ts";
import { beginSession, endSession } from "./book-session.ts";
import { instant, type TradingDay } from "./market.ts";
import { bps, type Money, shares } from "./money.ts";
import { RISK_LIMITS_NONE, RISK_UNLIMITED } from "./strategy.ts";
import { at, bookOf, buy, dollars, STRATEGY, slotOf } from "./testing/decided-book.ts";

const MINUTE = 60_000;

describe("decide within its limits", () => {
  it("lets several entries of one instant share one cash", () => {
    const book = bookOf({ cash: 2_300, limits: { maxPositionBps: bps(RISK_UNLIMITED) } });
    at(book, 1, { AAPL: 100, MSFT: 100 });

    const intents = at(book, 2, { AAPL: 96, MSFT: 95 });

    expect(intents.map(({ ticker, quantity }) => [ticker, quantity])).toEqual([
      ["MSFT", 10],
      ["AAPL", 3],
    ]);
  });

  it("keeps the collar aside for each share it buys", () => {
    const book = bookOf({ cash: 1_990, limits: { maxPositionBps: bps(RISK_UNLIMITED) } });
    book.collarBps = bps(500);
    at(book, 1, { AAPL: 104 });

    expect(at(book, 2, { AAPL: 99 })).toMatchObject([{ quantity: 9, reservedCash: 9_355_500 }]);
  });

  it("never makes a position a larger share of equity than allowed", () => {
    const book = bookOf({ cash: 10_000, limits: { maxPositionBps: bps(480) } });
    at(book, 1, { AAPL: 100 });

    expect(at(book, 2, { AAPL: 96 })).toMatchObject([{ quantity: 5 }]);
  });

  it("makes no more entries a minute than allowed; the rest wait for their next price", () => {
    const book = bookOf({ tickers: ["AAPL", "MSFT"], limits: { entriesPerMinuteMax: 1 } });
    at(book, 1, { AAPL: 100, MSFT: 100 });
    expect(at(book, 2, { AAPL: 95, MSFT: 96 })).toMatchObject([{ ticker: "AAPL" }]);
    expect(at(book, MINUTE + 1, { MSFT: 96 })).toEqual([]);

    expect(at(book, MINUTE + 2, { MSFT: 96 })).toMatchObject([{ ticker: "MSFT" }]);
  });

  it("halts entries for the session at a loss of exactly 3%, and lets exits go on", () => {
    const book = bookOf({ cash: 10_000, limits: { coolDownSec: 0, dailyLossBps: bps(300) } });
    beginSession(book, DAY, dollars(10_000));
    buy(book, "AAPL", 10, 100);
    at(book, 1, { MSFT: 100, AAPL: 70.0001 });
    expect(book.halted).toBe(false);
    at(book, 2, { AAPL: 70 });
    expect(book.halted).toBe(true);

    expect(at(book, 3, { MSFT: 96, AAPL: 100 })).toMatchObject([{ side: "sell", ticker: "AAPL" }]);
    endSession(book);
    beginSession(book, "2026-03-03" as TradingDay);
    expect(at(book, 4, { MSFT: 96 })).toMatchObject([{ side: "buy", ticker: "MSFT" }]);
  });

  it("does not take a withdrawal for a loss", () => {
    const book = bookOf({ cash: 10_000, limits: { dailyLossBps: bps(300) } });
    beginSession(book, DAY, dollars(10_000));
    bookCash(book, -dollars(5_000) as Money);
    at(book, 1, { AAPL: 100 });

    expect([book.halted, book.baseline, book.equity]).toEqual([false, 5e7, 5e7]);
  });

  it("does not halt on a holding no price is known of", () => {
    const book = bookOf({ cash: 100, limits: { dailyLossBps: bps(300) } });
    restorePosition(book, 1, { held: shares(100), costBasis: dollars(10_000), managed: true });
    beginSession(book, DAY, dollars(10_100));
    at(book, 1, { AAPL: 100 });
    expect(book.halted).toBe(false);
    at(book, 2, { MSFT: 90 });
    expect(book.halted).toBe(true);
  });

  it("enters nothing while a holding has no price, and leaves all the same", () => {
    const book = bookOf({ tickers: ["AAPL", "MSFT", "NVDA"], limits: { coolDownSec: 0 } });
    buy(book, "AAPL", 10, 100);
    restorePosition(book, slotOf(book, "MSFT"), {
      held: shares(100),
      costBasis: dollars(10_000),
      managed: true,
    });
    at(book, 2, { NVDA: 100 });
    expect(at(book, 3, { NVDA: 90 })).toEqual([]);
    expect(at(book, 4, { AAPL: 110 })).toMatchObject([{ side: "sell" }]);

    at(book, 5, { MSFT: 100 });
    expect(at(book, 6, { NVDA: 90 })).toMatchObject([{ side: "buy" }]);
  });

  it("off and exits-only send no entry; trails follow all the same", () => {
    const book = bookOf({ limits: { coolDownSec: 0 } });
    book.automation = "off";
    at(book, 1, { AAPL: 100 });
    expect(at(book, 2, { AAPL: 90 })).toEqual([]);
    expect(trailOf(book, 0)).toMatchObject({ high: 1_000_000, low: 900_000 });
    book.automation = "exits-only";
    expect(at(book, 3, { AAPL: 90 })).toEqual([]);
    buy(book, "AAPL", 10, 90);
    expect(at(book, 4, { AAPL: 95 })).toMatchObject([{ side: "sell" }]);
  });

  it("never trades a holding found at the broker until it is handed over", () => {
    const book = bookOf({});
    restorePosition(book, 0, { held: shares(5), costBasis: dollars(500), managed: false });
    at(book, 1, { AAPL: 100 });
    expect(at(book, 2, { AAPL: 80 })).toEqual([]);
    expect(at(book, 3, { AAPL: 120 })).toEqual([]);

    restorePosition(book, 0, { held: shares(5), costBasis: dollars(500), managed: true });
    expect(at(book, 4, { AAPL: 120 })).toMatchObject([{ side: "sell", quantity: 5 }]);
  });

  it("leaves every one of three hundred holdings whose exits come due in one instant", () => {
    const tickers = Array.from({ length: 300 }, (_, index) => `S${String(index).padStart(3, "0")}`);
    const book = bookOf({ tickers, cash: 1_000_000 });
    for (const ticker of tickers) buy(book, ticker, 1, 100);

    const intents = at(book, 2, Object.fromEntries(tickers.map((ticker) => [ticker, 104])));

    expect(intents.map(({ ticker }) => ticker)).toEqual(tickers);
    expect(new Set(intents.map(({ side }) => side))).toEqual(new Set(["sell"]));
  });

  it("frees the reservation as the order fills, and all of it at its end", () => {
    const book = bookOf({});
    at(book, 1, { AAPL: 100 });
    at(book, 2, { AAPL: 96 });
    buy(book, "AAPL", 4, 96, { automated: true, at: 3 });
    expect(book.reservedCash).toBe(5_760_000);
    orderEnded(book, 0, instant(4), true);

    expect(book.reservedCash).toBe(0);
  });

  it("with the limits off is bound by cash and sizes alone, and nothing overflows", () => {
    const book = bookOf({ tickers: ["AAPL", "MSFT"], cash: 49_000_000 });
    changeLimits(book, RISK_LIMITS_NONE);
    const sharesToBuy = shares(1_000);
    const maxPositionSize = sharesToBuy;
    const minCashReserve = 0 as Money;
    changeStrategy(book, { ...STRATEGY, minCashReserve, sharesToBuy, maxPositionSize });
    at(book, 1, { AAPL: 50_000, MSFT: 50_000 });

    const intents = at(book, 2, { AAPL: 40_000, MSFT: 45_000 });

    expect(intents.map(({ quantity }) => quantity)).toEqual([1_000, 200]);
    expect(book.reservedCash).toBe(dollars(49_000_000));
  });
});

const DAY = "2026-03-02" as TradingDay;
