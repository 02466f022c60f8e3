import { describe, expect, it } from "vitest";
import { activityFromWire } from "./etrade-activity-mapping.ts";
import { hasParts, wholePiecesOfParts } from "./etrade-parts.ts";
import { OrderRowWire, TransactionWire } from "./etrade-wire.ts";

const NOON = Date.UTC(2026, 1, 27, 17);
const DAY_MS = 86_400_000;

const traded = (transactionId: number, quantity: number, price: number, more: object = {}) =>
  TransactionWire.parse({
    transactionId,
    transactionDate: NOON,
    amount: -quantity * price,
    transactionType: quantity < 0 ? "Sold" : "Bought",
    brokerage: { product: { symbol: "AAPL", securityType: "EQ" }, quantity, price, fee: 0 },
    ...more,
  });

const order = (filledQuantity: number, price: number, more: object = {}, details: object = {}) =>
  OrderRowWire.parse({
    orderId: 7,
    orderType: "EQ",
    OrderDetail: [
      {
        placedTime: NOON - 60_000,
        executedTime: NOON,
        status: "EXECUTED",
        Instrument: [
          {
            orderAction: "BUY",
            quantityType: "QUANTITY",
            orderedQuantity: filledQuantity,
            filledQuantity,
            averageExecutionPrice: price,
            Product: { symbol: "AAPL", securityType: "EQ" },
            ...more,
          },
        ],
        ...details,
      },
    ],
  });

const ids = (...given: Parameters<typeof wholePiecesOfParts>) => [...wholePiecesOfParts(...given)];

describe("whole shares that an order for parts traded at E*TRADE", () => {
  it("are told from those of an order of ours by what the orders had filled", () => {
    const rows = [traded(1, 10, 200), traded(2, 3, 201), traded(3, 0.5, 201)];

    expect(hasParts(rows)).toBe(true);
    expect(ids(rows, [order(10, 200), order(3.5, 201)])).toEqual(["2"]);
    expect(ids(rows, [order(10, 200)])).toEqual([]);
    expect(ids([traded(1, 10, 200)], [order(10.5, 200)])).toEqual([]);
  });

  it("are those that cost what the order paid, where others are as many", () => {
    const rows = [traded(1, 2, 199), traded(2, 2, 201), traded(3, 1, 200), traded(4, 0.25, 201)];

    expect(ids(rows, [order(2.25, 201)])).toEqual(["2"]);
    expect(ids(rows, [order(2.25, 199.2222)])).toEqual(["1"]);
  });

  it("are counted by symbol, side and day, and of orders in dollars as well", () => {
    const dollars = { quantityType: "DOLLAR", orderedQuantity: 700 };
    const earlier = { transactionDate: NOON - DAY_MS };
    const rows = [
      ...[traded(1, 3, 200, earlier), traded(2, 3, 200), traded(3, 0.5, 200), traded(4, -3, 200)],
      traded(5, -0.5, 200),
    ];

    expect(ids(rows, [order(3.5, 200, dollars)])).toEqual(["2"]);
    expect(ids(rows, [order(3.5, 200, { orderAction: "SELL" })])).toEqual(["4"]);
    expect(ids(rows, [order(3.5, 200, { orderAction: "SELL_SHORT" })])).toEqual([]);
  });

  it("are each counted once, and beside parts of any size", () => {
    expect(ids([traded(1, 3, 200), traded(2, 0.5, 200)], [order(6.5, 200)])).toEqual([]);
    expect(ids([traded(1, 2, 200), traded(2, 0.8, 200)], [order(2.8, 200)])).toEqual(["1"]);
  });

  it("are of the day of the execution, and of that of the order where that is no time", () => {
    const rows = [traded(1, 3, 200), traded(2, 0.5, 200)];
    const placedBefore = order(3.5, 200, {}, { placedTime: NOON - DAY_MS });
    const canceled = order(3.5, 200, {}, { executedTime: 2_023_137_072, status: "CANCELLED" });

    expect([ids(rows, [placedBefore]), ids(rows, [canceled])]).toEqual([["1"], ["1"]]);
  });

  it("are no options of the symbol, and no shares that were sold short", () => {
    const option = { product: { symbol: "AAPL", securityType: "OPTN" }, quantity: -3, price: 200 };
    const rows = [
      traded(1, -3, 200, { brokerage: option }),
      traded(2, -3, 200, { transactionType: "Sold Short" }),
      traded(3, -0.5, 200),
    ];

    expect(ids(rows, [order(3.5, 200, { orderAction: "SELL" })])).toEqual([]);
  });

  it("are left alone where there are more choices than can be looked at", () => {
    const many = Array.from({ length: 40 }, (_, index) => traded(index, 1, 200 + index));

    expect(ids([...many, traded(99, 0.5, 200)], [order(20.5, 210)])).toEqual([]);
  });

  it("move the cash that their fee does not, under an id that the fee does not have", () => {
    const row = traded(2, 3, 201, { amount: -603.01 });
    const told = (isOfParts: boolean) =>
      activityFromWire(row, [], { isOfParts })?.map((each) => [
        ...[each.id, each.kind, "amount" in each && each.amount],
      ]);

    expect(told(false)).toEqual([["2", "fee", -100]]);
    expect(told(true)).toEqual([
      ["2", "fee", -100],
      ["trade:2", "other-cash", -6_030_000],
    ]);
  });
});
