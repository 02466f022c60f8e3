import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { kindOfOrder } from "./etrade-foreign.ts";
import { orderFromWire } from "./etrade-order-mapping.ts";
import { foreignHoldingsIn } from "./etrade-positions.ts";
import {
  AccountsWire,
  CanceledWire,
  OrderRowWire,
  OrderWire,
  PlacedWire,
  PortfolioWire,
} from "./etrade-wire.ts";
import * as answers from "./recordings/answers.ts";

const READ_AT = instant(1_584_480_000_000);
const [detail] = answers.OPEN_ORDER.OrderDetail;
const [instrument] = detail!.Instrument;
const order = (change: object, row: object = {}, status = "OPEN") => ({
  ...answers.OPEN_ORDER,
  OrderDetail: [{ ...detail, status, ...change, Instrument: [{ ...instrument, ...row }] }],
});
const read = (wire: unknown) => {
  const told = OrderWire.safeParse(wire);
  return told.success ? orderFromWire(told.data, READ_AT) : undefined;
};

describe("what E*TRADE leaves open", () => {
  // As converters from their XML write an element without content.
  it.each([null, "", undefined])("is not there: %s", (none) => {
    const none_ = { stopPrice: none, executedTime: none, orderTerm: none, marketSession: none };
    const row = { filledQuantity: none, averageExecutionPrice: none, quantityType: none };
    const Product = { ...instrument!.Product, callPut: none };
    const wire = order(none_, { ...row, Product });

    expect(read(wire)).toMatchObject({ report: { state: "working", filled: 0 } });
    expect(read(wire)?.report.stop).toBeUndefined();
    expect(kindOfOrder(OrderRowWire.parse(wire))).toBeUndefined();
  });

  it("is no fill of nothing where an order was executed, and no end of it", () => {
    for (const filledQuantity of [null, "", undefined, 0])
      expect(read(order({}, { filledQuantity }, "EXECUTED"))).toEqual({
        report: expect.objectContaining({
          state: "suspended",
          filled: 0,
          message: "E*TRADE calls this order executed and does not say how much of it.",
        }),
      });
  });

  it.each([null, "", undefined])("is no word of how an order stands: %s", (status) => {
    expect(read(order({ status }))).toEqual({
      report: expect.objectContaining({
        state: "suspended",
        message: "E*TRADE does not say how this order stands.",
      }),
    });
  });

  it("keeps no order from being read that has a strange message beside it", () => {
    for (const messages of [
      { Message: { code: "E1026", description: null } },
      { Message: [{ code: null, description: "Held." }] },
      "none",
      null,
    ])
      expect(read(order({ messages }))).toMatchObject({ report: { state: "working" } });
  });

  it("names no account, and leaves it readable", () => {
    const [account] = answers.ACCOUNTS.AccountListResponse.Accounts.Account;
    const nameless = { ...account, accountName: null, accountDesc: null, accountMode: null };
    const list = { AccountListResponse: { Accounts: { Account: nameless } } };

    expect(AccountsWire.parse(list).AccountListResponse.Accounts.Account).toMatchObject([
      { accountId: "840104290", institutionType: "BROKERAGE" },
    ]);
  });

  it("is a worth that nobody knows", () => {
    const Product = { symbol: "GONE", securityType: "BOND" };
    const Position = { quantity: 1, positionType: "LONG", marketValue: null, Product };
    const wire = { PortfolioResponse: { AccountPortfolio: { Position } } };
    const rows = PortfolioWire.parse(wire).PortfolioResponse.AccountPortfolio[0]!.Position;

    expect(foreignHoldingsIn(rows)).toEqual([{ symbol: "GONE", kind: "bond", quantity: "1" }]);
  });
});

describe("a yes of E*TRADE's", () => {
  it("is one wherever the number of the order stands, and whatever is said beside it", () => {
    const yes = (response: object) => PlacedWire.safeParse({ PlaceOrderResponse: response }).data;
    for (const response of [
      { OrderIds: [{ orderId: 673 }] },
      { OrderIds: { orderId: "673" } },
      { orderId: 673 },
      { orderId: 673, OrderIds: [], Order: [{ messages: { Message: { code: null } } }] },
    ])
      expect(yes(response)).toEqual({ PlaceOrderResponse: "673" });
    for (const response of [{}, { OrderIds: [] }, { orderId: null }, { orderId: "" }])
      expect(yes(response)).toBeUndefined();
    const canceled = { orderId: 673, messages: { Message: { code: "none", description: null } } };
    expect(CanceledWire.safeParse({ CancelOrderResponse: canceled }).success).toBe(true);
  });
});
