import { instant } from "@sevenfold/domain/market";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerFrom } from "./etrade-answer.ts";
import { accountFromWire, quoteFromWire } from "./etrade-mapping.ts";
import { orderFromWire } from "./etrade-order-mapping.ts";
import {
  AccountsWire,
  AccountWire,
  BalanceWire,
  CanceledWire,
  OrdersWire,
  OrderWire,
  PlacedWire,
  PreviewWire,
  QuotesWire,
} from "./etrade-wire.ts";
import * as answers from "./recordings/answers.ts";

const READ_AT = instant(1_584_480_000_000);

describe("accounts and positions from E*TRADE", () => {
  it("count as cash what is not in stocks", () => {
    const [account] = AccountsWire.parse(answers.ACCOUNTS).AccountListResponse.Accounts.Account;

    expect(accountFromWire(account!, BalanceWire.parse(answers.BALANCE))).toEqual({
      accountNumber: "840104290",
      cash: 41_826_700,
      equity: 90_630_200,
      buyingPower: 41_502_500,
      canTrade: true,
    });
  });

  it("buy for what has settled alone, unless they are on margin", () => {
    const [first] = answers.ACCOUNTS.AccountListResponse.Accounts.Account;
    const { BalanceResponse } = answers.BALANCE;
    const read = (accountMode: string | null, unsettled: number, settled: number | null) => {
      const cash = { unSettledCashForInvestment: unsettled, settledCashForInvestment: settled };
      const Computed = { ...BalanceResponse.Computed, ...cash };
      const balance = BalanceWire.parse({ BalanceResponse: { ...BalanceResponse, Computed } });
      return accountFromWire(AccountWire.parse({ ...first, accountMode }), balance)?.buyingPower;
    };

    expect(read("CASH", 3_000, 1_182.67)).toBe(11_826_700);
    expect(read("IRA", 4_182.67, 0)).toBe(0);
    // Where nobody says that it is on margin it may not be.
    expect(read(null, 3_000, 1_182.67)).toBe(11_826_700);
    expect(read("MARGIN", 3_000, 1_182.67)).toBe(41_502_500);
    // Without anything that waits to settle, the figure of what has is no bound; not told beside that, it is none.
    expect(read("CASH", 0, 0)).toBe(41_502_500);
    expect(read("CASH", 3_000, null)).toBe(0);
    expect(read("CASH", 100, 9_000)).toBe(41_502_500);
  });

  it("are priced by quotes of real time alone", () => {
    const { QuoteData } = QuotesWire.parse(answers.QUOTES).QuoteResponse;

    expect(QuoteData.map(quoteFromWire)).toEqual([
      {
        print: { ticker: "AAPL", price: 2_501_200, at: 1_584_020_197_000 },
        quote: { ticker: "AAPL", bid: 2_501_000, ask: 2_501_400, at: 1_584_020_198_000 },
      },
      undefined,
    ]);
  });
});

describe("E*TRADE's answers", () => {
  it("are read in the shape their pages give them", () => {
    expect(PreviewWire.parse(answers.PREVIEWED).PreviewOrderResponse.PreviewIds).toEqual([
      { previewId: "266606056106" },
    ]);
    expect(PlacedWire.parse(answers.PLACED).PlaceOrderResponse).toBe("673");
    expect(CanceledWire.parse(answers.CANCEL_REQUESTED).CancelOrderResponse.orderId).toBe("673");
    expect(OrdersWire.parse(answers.ORDERS).OrdersResponse.Order).toHaveLength(4);
  });

  it("are refused and never thrown about when they are garbage", () => {
    fc.assert(
      fc.property(fc.nat(599), fc.string(), fc.jsonValue(), (status, text, value) => {
        answerFrom(status, text);
        answerFrom(status, JSON.stringify(value));
        OrdersWire.safeParse(value);
        const order = OrderWire.safeParse(value);
        if (order.success) orderFromWire(order.data, READ_AT);
      }),
    );
  });

  it("never become an order with more filled than ordered, or with numbers that are none", () => {
    const strange = fc.constantFrom(-1, 0, 0.5, 3, 10, 11, 1e21, "7", "many", null);
    fc.assert(
      fc.property(
        fc.record({
          orderedQuantity: strange,
          filledQuantity: strange,
          averageExecutionPrice: strange,
        }),
        (change) => {
          const [detail] = answers.EXECUTED_ORDER.OrderDetail;
          const Instrument = [{ ...detail!.Instrument[0], ...change }];
          const wire = OrderWire.safeParse({
            ...answers.EXECUTED_ORDER,
            OrderDetail: [{ ...detail, Instrument }],
          });
          const read = wire.success ? orderFromWire(wire.data, READ_AT) : undefined;
          if (!read) return;
          expect(read.report.filled).toBeLessThanOrEqual(read.report.quantity);
          expect(Number.isSafeInteger(read.report.filled) && 0 < read.report.quantity).toBe(true);
          expect(read.execution?.price ?? 1).toBeGreaterThan(0);
        },
      ),
    );
  });
});
