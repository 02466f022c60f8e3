import { describe, expect, it } from "vitest";

import { foreignTradeFrom, isForDollars } from "./alpaca-foreign-trades.ts";
import { FillActivityWire } from "./alpaca-wire.ts";

const fill = (change: object) =>
  FillActivityWire.parse({
    id: "20261120110000000::045b3b8d",
    activity_type: "FILL",
    transaction_time: "2026-11-20T16:00:00.123456789Z",
    type: "fill",
    price: "2.55",
    qty: "2",
    side: "sell",
    symbol: "AAPL261218C00200000",
    leaves_qty: "0",
    cum_qty: "2",
    order_id: "61e69015-8549-4bfd-b9c3-01e75843f47d",
    ...change,
  });

describe("the cash a trade of something foreign moved", () => {
  it.each([
    ["two calls written, a hundred shares each", {}, 5_100_000],
    ["calls that a split has changed", { symbol: "AAPL1261218C00200000" }, 5_100_000],
    ["an option bought", { side: "buy", qty: "1", price: "0.01" }, -10_000],
    [
      "shares sold short",
      { side: "sell_short", symbol: "AAPL", qty: "5", price: "200.5" },
      10_025_000,
    ],
    [
      "half a share bought on a falling price",
      { side: "buy_minus", qty: "0.5", symbol: "AAPL", price: "100" },
      -500_000,
    ],
    ["half a share", { side: "buy", symbol: "AAPL", qty: "0.5", price: "199.99" }, -999_950],
    [
      "two shares dearer than any traded here",
      { side: "buy", symbol: "BRK.A", qty: "2", price: "750000.1234" },
      -15_000_002_468,
    ],
    [
      "a part of a coin, half-even",
      { side: "buy", symbol: "BTC/USD", qty: "0.000000001", price: "50000" },
      0,
    ],
    ["half of an odd one, up", { symbol: "BTC/USD", qty: "0.000000003", price: "50000" }, 2],
    ["more than a half, up", { symbol: "BTC/USD", qty: "0.000000241", price: "50000.01" }, 121],
    ["less than a half, down", { symbol: "BTC/USD", qty: "0.000000241", price: "49999.99" }, 120],
    [
      "a coin of which a million cost some dollars",
      { symbol: "PEPE/USD", side: "buy", qty: "114913127.12732127", price: "0.00000712345" },
      -8_185_779,
    ],
    [
      "a third of a share, of each nine decimals",
      { symbol: "AAPL", qty: "0.333333333", price: "199.99" },
      666_633,
    ],
  ])("%s", (_, change, amount) => {
    expect(foreignTradeFrom(fill(change))).toMatchObject({
      ...{ id: "trade:20261120110000000::045b3b8d", kind: "other-cash" },
      amount: amount === 0 ? expect.closeTo(0) : amount,
    });
  });

  it.each([
    ["bought", { qty: "0.5" }, 500_000_000],
    ["sold", { side: "sell", qty: "2.7", cum_qty: "2.7" }, -2_700_000_000],
    ["the whole part of an order for parts", { qty: "2", cum_qty: "2.7" }, 2_000_000_000],
  ])("says of how many shares it was, of parts that were %s", (_, change, parts) => {
    const told = foreignTradeFrom(fill({ side: "buy", symbol: "AAPL", ...change }));
    expect(told).toMatchObject({ ticker: "AAPL", parts });
  });

  it.each([
    ["an option", {}],
    ["a coin", { symbol: "BTC/USD", qty: "0.5" }],
    ["a short sale", { side: "sell_short", symbol: "AAPL", qty: "0.5" }],
    ["too dear a share", { symbol: "BRK.A", qty: "0.5", price: "750000" }],
    ["more than is counted exactly", { symbol: "AAPL", qty: "99999999.5", price: "0.01" }],
  ])("says of no shares where it was of %s", (_, change) => {
    expect(foreignTradeFrom(fill(change))).not.toHaveProperty("parts");
  });

  it("says what was traded, and is not known of what cannot be read", () => {
    expect(foreignTradeFrom(fill({}))?.words).toBe("Sold 2 AAPL261218C00200000");
    expect(foreignTradeFrom(fill({ price: "many" }))).toBeUndefined();
    expect(foreignTradeFrom(fill({ side: "undisclosed" }))).toBeUndefined();
    expect(foreignTradeFrom(fill({ qty: "9999999999", price: "9999999" }))).toBeUndefined();
  });

  it.each([
    ["BTC/USD", true],
    ["USDT/USD", true],
    ["BTCUSD", true],
    ["AAPL261218C00200000", true],
    ["ABTC", true],
    ["ETH/BTC", false],
    ["BTC/USDT", false],
    ["BTCUSDC", false],
  ])("is dollars, where %s is not paid for in another coin", (symbol, isPaid) => {
    expect(isForDollars({ symbol })).toBe(isPaid);
  });
});
