import { type Instant, instant, type Print, type Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { RecentTrades } from "./recent-trades.ts";

const AAPL = "AAPL" as Ticker;
const AT = Date.UTC(2026, 2, 11, 14);
const print = (number: number, ticker = AAPL): Print => ({
  ticker,
  price: (1_000_000 + number) as Price,
  at: instant(AT + number) as Instant,
});
const named = (id: number | string, exchange = "V") => ({ exchange, id });

describe("the recent trades", () => {
  it("find one as it was told, once, by its number or the same as text", () => {
    const trades = new RecentTrades();
    trades.note(named(7), print(7));
    trades.note(named("8"), print(8));

    expect(trades.take(AAPL, named("7"))).toEqual(print(7));
    expect(trades.take(AAPL, named(7))).toBeUndefined();
    expect(trades.take(AAPL, named(8))).toEqual(print(8));
  });

  it("keep one exchange's numbers and one symbol's apart from another's", () => {
    const trades = new RecentTrades();
    const MSFT = "MSFT" as Ticker;
    trades.note(named(7, "V"), print(1));
    trades.note(named(7, "Q"), print(2));
    trades.note(named(7, "V"), print(3, MSFT));

    expect(trades.take(AAPL, named(7, ""))).toBeUndefined();
    expect(trades.take(AAPL, named(7, "Q"))).toEqual(print(2));
    expect(trades.take(MSFT, named(7, "V"))).toEqual(print(3, MSFT));
    expect(trades.take(AAPL, named(7, "V"))).toEqual(print(1));
  });

  it("take one that was told twice back once, as it was told last", () => {
    const trades = new RecentTrades();
    trades.note(named(7), print(1));
    trades.note(named(7), print(2));

    expect(trades.take(AAPL, named(7))).toEqual(print(2));
    expect(trades.take(AAPL, named(7))).toBeUndefined();
  });

  it("are the last two thousand of a symbol, however many there were", () => {
    const trades = new RecentTrades();
    for (let number = 1; number <= 5_500; number += 1) trades.note(named(number), print(number));

    expect(trades.take(AAPL, named(3_500))).toBeUndefined();
    expect(trades.take(AAPL, named(3_501))).toEqual(print(3_501));
    expect(trades.take(AAPL, named(5_500))).toEqual(print(5_500));
  });
});
