import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { type Money, type Price, price, type Quantity } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { firstSettings } from "../../../trading/account/first-settings.ts";
import { judgeRecording, type Recording } from "./judge-recording.ts";

const AAPL = "AAPL" as Ticker;
const SECOND = 1_000;
const { limits, strategy } = firstSettings("a1", instant(0));
const dollars = (amount: number) => price(amount * 10_000);

/** A price a second: it stands, falls by 4%, stands for two minutes, and rises by 4%. */
const priceAt = (second: number) =>
  dollars(second < 10 ? 100 : second < 130 ? 96 : second < 200 ? 99.84 : 100);
const prices = Array.from({ length: 200 }, (_, second) => {
  const at = instant(second * SECOND);
  return { ticker: AAPL, price: priceAt(second), at, heardAt: at as number };
});

type Traded = Pick<Recording, "fills" | "orders">;

function traded(
  side: "buy" | "sell",
  at: number,
  { quantity = 10, reason = side === "buy" ? "trail-drop" : "trail-rise" } = {},
): Traded {
  const clientKey = `${side}-${at}`;
  const amount = quantity as Quantity;
  const paid = priceAt(Math.floor(at / SECOND));
  const common = { clientKey, ticker: AAPL, side, quantity: amount, reason };
  return {
    orders: [
      {
        ...common,
        origin: "automated",
        status: "filled",
        filled: amount,
        filledNotional: (paid * quantity) as Money,
        reservedCash: 0 as Money,
        createdAt: at as Instant,
        updatedAt: (at + 50) as Instant,
      },
    ],
    fills: [{ ...common, price: paid as Price, fee: 0 as Money, at: (at + 20) as Instant }],
  };
}

function judged(trades: readonly Traded[], others: Partial<Recording> = {}) {
  return judgeRecording({
    cash: 1_000_000_000,
    positions: [],
    settings: { strategy, limits: { ...limits, coolDownSec: 60 } },
    watched: [AAPL],
    trails: [],
    prices,
    from: 0,
    until: 200 * SECOND,
    orders: trades.flatMap(({ orders }) => orders),
    fills: trades.flatMap(({ fills }) => fills),
    ...others,
  }).broken;
}

const BUY = traded("buy", 10_010);
const SELL = traded("sell", 130_010);

describe("what a worker did, judged afterwards", () => {
  it("is right where it bought the drop and sold the rise", () => {
    expect(judged([BUY, SELL])).toEqual([]);
  });

  it("is right where it sold at once on a price that is heard here before the purchase is known", () => {
    const fall = { ticker: AAPL, price: dollars(60), at: instant(10_300), heardAt: 10_300 };
    const heard = prices.filter(({ at }) => at <= 10_000);
    const sale = traded("sell", 10_310, { reason: "stop-loss" });
    const cautious = { ...strategy, stopLossEnabled: true };
    const settings = { strategy: cautious, limits: { ...limits, coolDownSec: 60 } };

    expect(judged([BUY, sale], { prices: [...heard, fall], settings })).toEqual([]);
    expect(judged([sale], { prices: [...heard, fall], settings })).not.toEqual([]);
  });

  it("is right where its price is heard here long after it", () => {
    const late = prices.map((print) => ({ ...print, heardAt: print.heardAt + 3 * SECOND }));
    const pricedAt = (trade: Traded, at: number): Traded => ({
      ...trade,
      orders: trade.orders.map((order) => ({ ...order, pricedAt: instant(at) })),
    });

    expect(judged([pricedAt(BUY, 10_000), pricedAt(SELL, 130_000)], { prices: late })).toEqual([]);
    expect(judged([pricedAt(BUY, 9_000), SELL], { prices: late })).not.toEqual([]);
  });

  it.each<[string, readonly Traded[], RegExp]>([
    ["an entry that was not sent", [], /buy AAPL for trail-drop was wanted since 10000, not sent/],
    ["an exit that was not sent", [BUY], /sell AAPL for trail-rise was wanted since 130000/],
    ["an order before its price", [traded("buy", 8_000), BUY, SELL], /8000 buy 10 .* not wanted/],
    ["an order long after its price", [traded("buy", 150_000)], /150000 buy 10 .* not wanted/],
    [
      "a sale of what is not held",
      [BUY, SELL, traded("sell", 195_000)],
      /195020 sells 10 of 0 AAPL/,
    ],
    ["another reason", [BUY, traded("sell", 130_010, { reason: "stop-loss" })], /not wanted/],
    ["another size", [traded("buy", 10_010, { quantity: 9 }), SELL], /not the size wanted, 10/],
    ["a second entry within the cool-down", [BUY, traded("buy", 40_000), SELL], /its cool-down/],
  ])("is broken by %s", (_, trades, says) => {
    expect(judged(trades).join("\n")).toMatch(says);
  });

  it("is broken by more entries in a minute than there may be", () => {
    const entries = Array.from({ length: 11 }, (_, index) => traded("buy", 10_010 + index));

    expect(judged(entries).join("\n")).toMatch(/10020 is entry 11 of a minute/);
  });
});
