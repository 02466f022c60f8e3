import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { activityFromWire } from "./etrade-activity-mapping.ts";
import { TransactionWire } from "./etrade-wire.ts";

const AT = Date.UTC(2026, 1, 27, 17);
const MIDNIGHT = Date.UTC(2026, 1, 27, 5);
const HELD = [{ ticker: "AAPL", quantity: shares(100) }] as never;

const told = (transactionType: string, amount: number | string, more: object = {}) =>
  activityFromWire(
    TransactionWire.parse({
      transactionId: 18144,
      transactionDate: AT,
      amount,
      transactionType,
      ...more,
    }),
    HELD,
  );
const of = (symbol: string, quantity = 0, fee = 0) => ({
  brokerage: { product: { symbol }, quantity, fee },
});

describe("E*TRADE's transactions", () => {
  it.each([
    ["Dividend", 12.34, of("AAPL"), "dividend"],
    ["Qualified Dividend", 1, of("AAPL"), "dividend"],
    ["Interest Income", 0.07, {}, "interest"],
    ["Service Fee", -5, {}, "fee"],
    ["Cash in Lieu", 3.21, of("AAPL"), "cash-in-lieu"],
    ["Transfer", -2, { description: "ACH WITHDRAWL REFID:109187276;" }, "withdrawal"],
    ["Transfer", 200, { description: "ACH DEPOSIT REFID:1;" }, "deposit"],
    ["Online Transfer", 200, {}, "deposit"],
    ["Online Transfer", -200, {}, "withdrawal"],
    ["Journal", -4, {}, "journal"],
    ["Miscellaneous", 1, { description: "COFFEE HOLDING" }, "other-cash"],
    ["Miscellaneous", -4.21, { description: "What is this" }, "other-cash"],
    ["Miscellaneous", 1.5, { description: "COACH INC COM" }, "other-cash"],
    ["Miscellaneous", 1.5, { description: "AT&T WIRELESS SVCS" }, "other-cash"],
    ["Liquidation", 30, { ...of("OLD"), description: "LIQUIDATING DISTRIBUTION" }, "other-cash"],
    ["Adjustment", 2, { ...of("TM"), description: "AMERICAN DEPOSITARY SHS" }, "other-cash"],
    ["Wire", 500, { description: "WIRED FUNDS RECEIVED" }, "deposit"],
    ["Distribution", -500, { description: "NORMAL DISTRIBUTION" }, "withdrawal"],
  ] as const)("tell %s of %s in our words", (type, amount, more, kind) => {
    expect(told(type, amount, more)).toMatchObject([
      { kind, id: "18144", at: MIDNIGHT, amount: Math.round(amount * 10_000) },
    ]);
  });

  it("tell of a trade nothing but its fee", () => {
    expect(told("Bought", -1_000, of("AAPL", 10))).toEqual([]);
    expect(told("Sold", 999.97, of("AAPL", -10, 0.03))).toMatchObject([
      { kind: "fee", ticker: "AAPL", amount: -300 },
    ]);
  });

  it("tell all the cash of a share dearer than any traded here: no order of ours has it", () => {
    for (const price of [750_000, undefined]) {
      const brokerage = { product: { symbol: "BRK.A", securityType: "EQ" }, quantity: 1, price };
      expect(told("Bought", -750_000.02, { brokerage })).toMatchObject([
        { kind: "other-cash", amount: -7_500_000_200 },
      ]);
    }
  });

  it.each([
    ["Bought", -540, { quantity: 2.7, price: 200 }, 2_700_000_000],
    ["Sold", 140, { quantity: -0.7, price: 200 }, -700_000_000],
    ["Dividend Reinvestment", -120, { quantity: 0.6 }, 600_000_000],
  ] as const)("tell of %s for %d of how many shares it was, and parts of one", (...row) => {
    const [type, amount, brokerage, parts] = row;
    const product = { symbol: "AAPL", securityType: "EQ" };
    expect(told(type, amount, { brokerage: { product, ...brokerage } })).toMatchObject([
      { ticker: "AAPL", amount: 10_000 * amount, parts },
    ]);
  });

  it.each([
    ["Sold Short", 100, { quantity: -0.5, price: 200 }, { symbol: "AAPL", securityType: "EQ" }],
    ["Bought", -540, { quantity: 2.7, price: 200 }, { symbol: "AAPL", securityType: "OPTN" }],
    ["Bought", -375_000, { quantity: 0.5, price: 750_000 }, { symbol: "BRK.A" }],
    ["Dividend", 12.34, { quantity: 0 }, { symbol: "AAPL" }],
  ] as const)("tell of %s for %d of no shares", (type, amount, brokerage, product) => {
    const [activity] = told(type, amount, { brokerage: { product, ...brokerage } }) ?? [];
    expect(activity).toBeDefined();
    expect(activity).not.toHaveProperty("parts");
  });

  it("tell the sale of a share that has become as dear as what left with its cash", () => {
    const brokerage = { product: { symbol: "BRK.A", securityType: "EQ" }, quantity: -1 };
    expect(told("Sold", 100_499.5, { brokerage: { ...brokerage, price: 100_500 } })).toMatchObject([
      { kind: "shares-journal", ticker: "BRK.A", shares: -1, amount: 1_004_995_000 },
    ]);
    const option = { symbol: "SPXW", securityType: "OPTN" };
    expect(told("Sold", 100_499.5, { brokerage: { ...brokerage, product: option } })).toMatchObject(
      [{ kind: "other-cash" }],
    );
  });

  // As published rows have it: what exchanges and authorities take stands in no field.
  it.each([
    ["Sold", 211.98, -53, 4, -200],
    ["Sold", 250.31, -14, 17.88, -100],
    ["Bought", -220.35, 53, 4.1575, -25],
    ["Sold", 903.49, -1748, 0.517, -2_260],
    ["Bought", -228.12, 12, 19.01, 0],
  ])("tell of %s for %d what it cost beside its price", (type, amount, quantity, price, fee) => {
    const brokerage = { product: { symbol: "MITO", securityType: "EQ" }, quantity, price, fee: 0 };

    expect(told(type, amount, { brokerage })).toMatchObject(
      fee === 0 ? [] : [{ kind: "fee", ticker: "MITO", amount: fee }],
    );
  });

  // No published row shows one: whatever it is called, it is no trade with a fee twice its worth.
  it.each([
    ["Bought Cancel", 228.12, -12],
    ["Bought", 228.12, 12],
    ["Sold Correction", -228.12, 12],
    ["Sold", -0.01, -12],
    ["Misc Trade", 228.12, -12],
  ])("tell of %s of %d its cash alone: a trade taken back", (type, amount, quantity) => {
    const brokerage = { product: { symbol: "MITO", securityType: "EQ" }, quantity, price: 19.01 };

    expect(told(type, amount, { brokerage })).toMatchObject([
      { kind: "other-cash", ticker: "MITO", amount: Math.round(amount * 10_000) },
    ]);
  });

  it("tell a split by the shares it brought, to those that are there now", () => {
    expect(told("Stock Split", 0, of("AAPL", 90))).toMatchObject([
      { kind: "split", ticker: "AAPL", before: 10, after: 100 },
    ]);
    expect(told("Reverse Split", 0, of("AAPL", -900))).toMatchObject([
      { kind: "split", ticker: "AAPL", before: 1_000, after: 100 },
    ]);
  });

  it("tell shares that came or went, and a merger for cash", () => {
    expect(told("Spin-off", 0, of("NEW", 3))).toMatchObject([
      { kind: "spin-off", ticker: "NEW", shares: 3 },
    ]);
    expect(told("Merger", 500, of("OLD", -7))).toMatchObject([
      { kind: "cash-merger", ticker: "OLD", quantity: 7, amount: 5_000_000 },
    ]);
    expect(told("Journal", 0, of("OLD", -7))).toMatchObject([
      { kind: "shares-journal", ticker: "OLD", shares: -7 },
    ]);
  });

  it.each([
    ["Spin-off", "NEW", 3, { kind: "spin-off", id: "18144", ticker: "NEW", shares: 3 }],
    ["Stock Split", "AAPL", 90, { kind: "split", id: "18144", before: 10, after: 100 }],
  ] as const)("tell the cash of a %s that brings shares and cash", (type, symbol, came, event) => {
    expect(told(type, 12.34, of(symbol, came))).toMatchObject([
      event,
      { kind: "cash-in-lieu", id: "18144:cash", ticker: symbol, amount: 123_400 },
    ]);
  });

  it("take no shares that came for those of a company that was bought for cash", () => {
    expect(told("Merger", 500, of("NEW", 7))).toMatchObject([
      { kind: "other-cash", ticker: "NEW", amount: 5_000_000 },
    ]);
  });

  it("are not read at all where an amount or a date is none", () => {
    expect(told("Fee", 1e300)).toBeUndefined();
    expect(told("Fee", 1, { transactionDate: -5 })).toBeUndefined();
    const wrong = { transactionId: 1, transactionDate: AT, transactionType: "Fee" };
    expect(TransactionWire.safeParse({ ...wrong, amount: "ten" }).success).toBe(false);
    expect(TransactionWire.safeParse(wrong).success).toBe(false);
  });
});
