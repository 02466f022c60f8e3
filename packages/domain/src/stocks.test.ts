import { describe, expect, it } from "vitest";
import { isPrice } from "./money.ts";
import {
  CHALLENGE_START,
  DEFAULT_WATCHLIST,
  GOAL_DEFAULT,
  QUICK_TRADE_TICKERS,
  SECTORS,
  STOCKS,
  stockOf,
} from "./stocks.ts";

describe("the list of stocks", () => {
  it("names 85 symbols, each once", () => {
    expect(STOCKS).toHaveLength(85);
    expect(new Set(STOCKS.map(({ ticker }) => ticker)).size).toBe(85);
    expect(new Set(STOCKS.map(({ name }) => name)).size).toBe(85);
  });

  it("covers every sector", () => {
    expect(new Set(STOCKS.map(({ sector }) => sector))).toEqual(new Set(SECTORS));
  });

  it("moves every symbol by 25 to 70 percent a year from a valid price in whole cents", () => {
    for (const { ticker, basePrice, annualVolatilityBps } of STOCKS) {
      expect(isPrice(basePrice) && basePrice % 100 === 0, ticker).toBe(true);
      expect(2_500 <= annualVolatilityBps && annualVolatilityBps <= 7_000, ticker).toBe(true);
    }
  });

  it("finds a stock by its symbol and no other", () => {
    expect(stockOf("AAPL")).toMatchObject({ name: "Apple Inc.", basePrice: 2_715_000 });
    expect(stockOf("ZZZZ")).toBeUndefined();
    expect(stockOf("toString")).toBeUndefined();
  });
});

describe("the lists made from it", () => {
  it("offers the seventeen Quick Trade symbols", () => {
    expect(QUICK_TRADE_TICKERS).toHaveLength(17);
    expect(new Set(QUICK_TRADE_TICKERS).size).toBe(17);
  });

  it("watches all 85 by default, Quick Trade symbols first", () => {
    expect(new Set(DEFAULT_WATCHLIST)).toEqual(new Set(STOCKS.map(({ ticker }) => ticker)));
    expect(DEFAULT_WATCHLIST).toHaveLength(85);
    expect(DEFAULT_WATCHLIST.slice(0, 17)).toEqual(QUICK_TRADE_TICKERS);
  });

  it("sets the goal at seven times the start", () => {
    expect(CHALLENGE_START).toBe(1_000_000_000);
    expect(GOAL_DEFAULT).toBe(7 * CHALLENGE_START);
  });
});
