import { describe, expect, it } from "vitest";

import { foreignHolding, foreignOrder, isForeignFill, kindOfOrder } from "./alpaca-foreign.ts";
import { FillActivityWire, OrderRowWire, PositionRowWire } from "./alpaca-wire.ts";

/** Rows as Alpaca's reference and its users show them. */
const position = (change: object) =>
  PositionRowWire.parse({
    symbol: "AAPL",
    asset_class: "us_equity",
    qty: "10",
    side: "long",
    market_value: "2010.50",
    cost_basis: "1900",
    ...change,
  });

const order = (change: object) =>
  OrderRowWire.parse({
    id: "61e69015-8549-4bfd-b9c3-01e75843f47d",
    client_order_id: "eb9e2aaa-f71a-4f51-b5b4-52a6c565dad4",
    created_at: "2026-11-20T16:00:00.123456789Z",
    submitted_at: "2026-11-20T16:00:00.123456789Z",
    symbol: "AAPL",
    asset_class: "us_equity",
    order_class: "",
    notional: null,
    qty: "10",
    filled_qty: "0",
    side: "buy",
    position_intent: "buy_to_open",
    status: "new",
    ...change,
  });

describe("what of Alpaca's is not of whole shares", () => {
  it.each([
    ["shares held long", {}, undefined],
    [
      "a short sale, owed",
      { qty: "-10", side: "short", market_value: "-2010.50" },
      { kind: "short", quantity: "-10", value: -20_105_000, tie: { ticker: "AAPL", as: "short" } },
    ],
    [
      "a short sale without a sign",
      { side: "short" },
      { kind: "short", quantity: "-10", value: -20_105_000 },
    ],
    [
      "a bought option",
      { symbol: "AAPL261218C00200000", asset_class: "us_option", qty: "2", market_value: "310" },
      { kind: "option", quantity: "2", value: 3_100_000 },
    ],
    [
      "a written call",
      { symbol: "AAPL261218C00200000", asset_class: "us_option", qty: "-2", side: "short" },
      { kind: "option", tie: { ticker: "AAPL", as: "written-calls", shares: 200 } },
    ],
    [
      "a written call that a split has changed",
      { symbol: "AAPL1261218C00200000", asset_class: "us_option", qty: "-1", side: "short" },
      { kind: "option", tie: { ticker: "AAPL", as: "written-calls", shares: 100 } },
    ],
    [
      "a coin",
      { symbol: "BTCUSD", asset_class: "crypto", qty: "0.557436865", market_value: null },
      { symbol: "BTCUSD", kind: "coin", quantity: "0.557436865" },
    ],
    ["a preferred share", { symbol: "ABR.PRD" }, { kind: "other" }],
    [
      "a share dearer than any traded here",
      { symbol: "BRK.A", qty: "2", market_value: "1506500.5", cost_basis: "1400000" },
      { symbol: "BRK.A", kind: "other", quantity: "2", value: 15_065_005_000 },
    ],
    [
      "one that was bought so dear, whatever it is worth now",
      { symbol: "BRK.A", qty: "1", market_value: "99000", cost_basis: "100000.01" },
      { kind: "other", quantity: "1", value: 990_000_000 },
    ],
    [
      "ten shares worth as much together",
      { qty: "10", market_value: "1000000", cost_basis: "1000000" },
      undefined,
    ],
    ["a class nobody has heard of", { asset_class: "us_moonrock" }, { kind: "other" }],
    [
      "the part of a share",
      { qty: "1.5", market_value: "300" },
      { kind: "fraction", quantity: "0.5", value: 1_000_000 },
    ],
  ])("a holding: %s", (_, change, expected) => {
    const found = foreignHolding(position(change));

    if (expected) expect(found).toMatchObject(expected);
    else expect(found).toBeUndefined();
  });

  it("ties nothing by a written put or a bought call", () => {
    const option = { asset_class: "us_option", qty: "-1", side: "short" };

    expect(
      foreignHolding(position({ ...option, symbol: "AAPL261218P00200000" })),
    ).not.toHaveProperty("tie");
    expect(
      foreignHolding(position({ asset_class: "us_option", symbol: "AAPL261218C00200000" })),
    ).not.toHaveProperty("tie");
  });

  it("counts a holding whose worth is not told as unknown, never as nothing", () => {
    expect(
      foreignHolding(position({ asset_class: "crypto", market_value: null })),
    ).not.toHaveProperty("value");
  });

  const spread = { symbol: "", asset_class: "", order_class: "mleg", side: "", qty: "1" };

  it.each([
    ["whole shares", {}, undefined],
    ["a bracket of shares", { order_class: "bracket" }, undefined],
    ["several legs", spread, "spread"],
    ["an option", { symbol: "AAPL261218C00200000", asset_class: "us_option" }, "option"],
    ["a coin", { symbol: "BTC/USD", asset_class: "crypto", qty: "0.5" }, "coin"],
    ["dollars", { qty: null, notional: "250" }, "notional"],
    ["half a share", { qty: "0.5" }, "fraction"],
    ["dollars, filled in part", { qty: null, notional: "250", filled_qty: "1.25" }, "notional"],
    ["a short sale", { side: "sell", position_intent: "sell_to_open" }, "short"],
    ["the cover of one", { position_intent: "buy_to_close" }, "short"],
    ["a share at more than any here costs", { limit_price: "750000.01" }, "other"],
    ["a share that cost so much", { filled_avg_price: "750000" }, "other"],
    ["a share at the most that any here costs", { stop_price: "100000" }, undefined],
    ["one of ours, whatever it is", { ...spread, client_order_id: "A".repeat(20) }, undefined],
  ])("an order for %s", (_, change, kind) => {
    expect(kindOfOrder(order(change))).toBe(kind);
    expect(foreignOrder(order(change))?.kind).toBe(kind);
  });

  it("an order of ours, once it has ended at more than any share here costs", () => {
    const dear = { client_order_id: "A".repeat(20), qty: "1", filled_qty: "1" };
    const told = (change: object) => foreignOrder(order({ ...dear, ...change }));

    for (const status of ["filled", "canceled", "expired"])
      expect(told({ status, filled_avg_price: "750000" })).toMatchObject({
        ...{ kind: "other", isDear: true, isOpen: false },
      });
    expect(told({ status: "partially_filled", filled_avg_price: "750000" })).toBeUndefined();
    expect(told({ status: "filled", filled_avg_price: "100000" })).toBeUndefined();
    expect(told({ status: "filled", limit_price: "750000" })).toBeUndefined();
  });

  it("is shown as Alpaca writes it", () => {
    expect(foreignOrder(order({ qty: null, notional: "250", status: "filled" }))).toEqual({
      brokerOrderId: "61e69015-8549-4bfd-b9c3-01e75843f47d",
      symbol: "AAPL",
      kind: "notional",
      side: "buy",
      quantity: "$250",
      isOpen: false,
      submittedAt: Date.UTC(2026, 10, 20, 16, 0, 0, 123),
    });
  });

  it("books no fill of it", () => {
    const fill = (change: object) =>
      FillActivityWire.parse({
        id: "20261120110000123::1",
        activity_type: "FILL",
        transaction_time: "2026-11-20T16:00:00Z",
        price: "201",
        qty: "10",
        cum_qty: "10",
        side: "buy",
        symbol: "AAPL",
        order_id: "order",
        ...change,
      });

    expect(isForeignFill(fill({}))).toBe(false);
    expect(isForeignFill(fill({ side: "sell" }))).toBe(false);
    expect(isForeignFill(fill({ side: "sell_short" }))).toBe(true);
    expect(isForeignFill(fill({ side: "sell_short_exempt" }))).toBe(true);
    expect(isForeignFill(fill({ symbol: "BTC/USD" }))).toBe(true);
    expect(isForeignFill(fill({ symbol: "AAPL261218C00200000" }))).toBe(true);
    expect(isForeignFill(fill({ qty: "0.5", cum_qty: "10" }))).toBe(true);
    expect(isForeignFill(fill({ price: "100000" }))).toBe(false);
    expect(isForeignFill(fill({ price: "100000.01" }))).toBe(true);
  });
});
