import { describe, expect, it } from "vitest";

import { foreignOrder, kindOfOrder } from "./etrade-foreign.ts";
import { foreignHoldingsIn, sharesIn } from "./etrade-positions.ts";
import { OrderRowWire, PortfolioWire } from "./etrade-wire.ts";
import * as answers from "./recordings/answers.ts";

describe("what of E*TRADE's is not of whole shares", () => {
  const rowsOf = (portfolio: unknown) =>
    PortfolioWire.parse(portfolio).PortfolioResponse.AccountPortfolio[0]!.Position;

  it("stands beside the shares held long", () => {
    const rows = rowsOf(answers.PORTFOLIO);

    expect(sharesIn(rows)).toEqual([
      { ticker: "AAPL", quantity: 20, costBasis: 48_803_500, fractionBillionths: 0 },
      { ticker: "BRK.B", quantity: 1, costBasis: 1_250_000, fractionBillionths: 250_000_000 },
    ]);
    expect(foreignHoldingsIn(rows)).toEqual([
      { symbol: "BRK.B", kind: "fraction", quantity: "0.25" },
      { symbol: "AAPL", kind: "option", quantity: "1" },
      {
        symbol: "GME",
        kind: "short",
        quantity: "-5",
        tie: { ticker: "GME", as: "short" },
      },
    ]);
  });

  const held = (row: object) =>
    rowsOf({ PortfolioResponse: { AccountPortfolio: [{ Position: [row] }] } });

  it("counts against the account where it is owed, and ties the shares a call was written on", () => {
    const call = { symbol: "AAPL", securityType: "OPTN", callPut: "CALL" };
    const written = { quantity: 2, positionType: "SHORT", marketValue: 310.5, Product: call };

    expect(foreignHoldingsIn(held(written))).toEqual([
      {
        symbol: "AAPL",
        kind: "option",
        quantity: "-2",
        value: -3_105_000,
        tie: { ticker: "AAPL", as: "written-calls", shares: 200 },
      },
    ]);
    const put = { ...written, Product: { ...call, callPut: "PUT" } };
    expect(foreignHoldingsIn(held(put))[0]?.tie).toBeUndefined();
    const bought = { ...written, positionType: "LONG" };
    expect(foreignHoldingsIn(held(bought))[0]).toMatchObject({ value: 3_105_000, quantity: "2" });
  });

  it("has shares dearer than any traded here, with what they are worth", () => {
    const Product = { symbol: "BRK.A", securityType: "EQ" };
    const long = { positionType: "LONG", Product };
    const dear = { ...long, quantity: 2, marketValue: 1_506_500.5, totalCost: 1_400_000 };
    const bought = { ...long, quantity: 1, marketValue: 99_000, totalCost: 100_000.01 };

    expect(sharesIn(held(dear))).toEqual([]);
    expect(foreignHoldingsIn(held(dear))).toEqual([
      { symbol: "BRK.A", kind: "other", quantity: "2", value: 15_065_005_000 },
    ]);
    expect(foreignHoldingsIn(held(bought))).toMatchObject([{ kind: "other" }]);
    const many = { ...long, quantity: 10, marketValue: 1_000_000, totalCost: 1_000_000 };
    expect(sharesIn(held(many))).toHaveLength(1);
  });

  it("hides no position in shares that cannot be read, and names it", () => {
    const garbled = { quantity: 10, Product: { symbol: "AAPL", securityType: "EQ" } };

    expect(foreignHoldingsIn(held(garbled))).toEqual([]);
    expect(() => sharesIn(held(garbled))).toThrow("E*TRADE's position in AAPL cannot be read.");
  });

  const [detail] = answers.OPEN_ORDER.OrderDetail;
  const [instrument] = detail!.Instrument;
  const ordered = (change: object, outside: object = {}, status = "OPEN") =>
    OrderRowWire.parse({
      ...answers.OPEN_ORDER,
      ...outside,
      OrderDetail: [{ ...detail, status, Instrument: [{ ...instrument, ...change }] }],
    });

  const priced = (change: object) =>
    OrderRowWire.parse({ ...answers.OPEN_ORDER, OrderDetail: [{ ...detail, ...change }] });

  it.each([
    ["a share at more than any here costs", priced({ limitPrice: 750_000.01 }), "other"],
    ["a share at the most that any here costs", priced({ stopPrice: 100_000 }), undefined],
    ["a share that cost so much", ordered({ averageExecutionPrice: 750_000 }), "other"],
    ["whole shares", ordered({}), undefined],
    ["half a share", ordered({ orderedQuantity: 0.5 }), "fraction"],
    ["dollars", ordered({ quantityType: "DOLLAR", orderedQuantity: 250 }), "notional"],
    ["an option", ordered({ Product: { symbol: "AAPL", securityType: "OPTN" } }), "option"],
    ["a spread", ordered({}, { orderType: "SPREADS" }), "spread"],
    ["a fund", ordered({}, { orderType: "MF" }), "fund"],
    ["what nobody has heard of", ordered({}, { orderType: "FUTURES" }), "other"],
    ["a short sale", ordered({ orderAction: "SELL_SHORT" }), "short"],
    ["the cover of one", ordered({ orderAction: "BUY_TO_COVER" }), "short"],
    ["nothing, and over", ordered({ orderedQuantity: 0 }, {}, "CANCELLED"), "other"],
    ["nothing, and open", ordered({ orderedQuantity: 0 }), undefined],
    [
      "all shares there are",
      ordered({ quantityType: "ALL_I_OWN", orderedQuantity: undefined }),
      "other",
    ],
    [
      "all shares there are, which are told",
      ordered({ quantityType: "ALL_I_OWN", orderedQuantity: 40 }),
      undefined,
    ],
    ["a number that is none", ordered({ orderedQuantity: "many" }), undefined],
  ])("an order for %s is told by what it is", (_, row, kind) => {
    expect(kindOfOrder(row)).toBe(kind);
    expect(foreignOrder(row)?.kind).toBe(kind);
  });

  it("is told apart where it traded at more than any here costs, as ours may have", () => {
    const dear = { averageExecutionPrice: 750_000, filledQuantity: 1 };
    expect(foreignOrder(ordered(dear, {}, "EXECUTED"))).toMatchObject({
      ...{ kind: "other", isOpen: false, isDear: true },
    });
    expect(foreignOrder(priced({ limitPrice: 750_000.01 }))?.isDear).toBeUndefined();
    const option = { symbol: "AAPL", securityType: "OPTN" };
    expect(foreignOrder(ordered({ ...dear, Product: option }))?.isDear).toBeUndefined();
  });

  it("is shown as E*TRADE writes it", () => {
    expect(foreignOrder(ordered({ quantityType: "DOLLAR", orderedQuantity: 250 }))).toEqual({
      brokerOrderId: "673",
      symbol: "AAPL",
      kind: "notional",
      side: "buy",
      quantity: "$250",
      isOpen: true,
      submittedAt: 1_584_475_200_000,
    });
  });
});
