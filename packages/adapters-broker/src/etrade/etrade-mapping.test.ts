import { instant, type Ticker } from "@sevenfold/domain/market";
import { NO_MONEY, NO_SHARES, price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { answerFrom } from "./etrade-answer.ts";
import {
  accountFromWire,
  isDuplicateKey,
  isOrderOfShares,
  isPositionOfShares,
  isStalePreview,
  isTooLate,
  orderFromWire,
  orderToWire,
  positionFromWire,
  quoteFromWire,
  refusalFrom,
} from "./etrade-mapping.ts";
import {
  AccountsWire,
  BalanceWire,
  CanceledWire,
  OrdersWire,
  OrderWire,
  PlacedWire,
  PortfolioWire,
  PreviewWire,
  QuotesWire,
} from "./etrade-wire.ts";
import * as answers from "./recordings/answers.ts";

const READ_AT = instant(1_584_480_000_000);
const PLACED_AT = instant(1_584_475_200_000);

describe("orders from E*TRADE", () => {
  const read = (wire: unknown) => orderFromWire(OrderWire.parse(wire), READ_AT);

  it("are read with their number, limit and time", () => {
    expect(read(answers.OPEN_ORDER)).toEqual({
      report: {
        brokerOrderId: "673",
        ticker: "AAPL",
        side: "buy",
        quantity: 10,
        filled: 0,
        limit: 2_010_000,
        extendedHours: false,
        state: "working",
        submittedAt: PLACED_AT,
      },
    });
  });

  it("tell their fills in one sum", () => {
    expect(read(answers.EXECUTED_ORDER)).toMatchObject({
      report: { state: "filled", filled: 10 },
      execution: {
        executionId: "674:10",
        quantity: 10,
        price: 2_004_321,
        at: 1_584_475_201_500,
        asSum: { ordered: 10 },
      },
    });
  });

  it("keep what was filled before the cancel, and do not believe its time", () => {
    expect(read(answers.CANCELED_ORDER)).toMatchObject({
      report: { state: "canceled", filled: 4 },
      execution: { executionId: "675:4", price: 2_010_000, at: READ_AT },
    });
  });

  it("are one order also where each fill has a row", () => {
    expect(read(answers.INDIVIDUAL_FILLS)).toMatchObject({
      report: { state: "working", filled: 8 },
      execution: { quantity: 8, price: 2_006_250, at: 1_584_475_201_501 },
    });
  });

  it("are told by quantity first and status second", () => {
    const filled = structuredClone(answers.EXECUTED_ORDER);
    filled.OrderDetail[0]!.status = "CANCEL_REQUESTED";

    expect(read(filled)?.report.state).toBe("filled");
  });

  it("are suspended under a status we do not know, which is said", () => {
    const strange = { ...answers.OPEN_ORDER.OrderDetail[0], status: "MARS_HOLIDAY" };

    expect(read({ ...answers.OPEN_ORDER, OrderDetail: [strange] })?.report).toMatchObject({
      state: "suspended",
      message: "E*TRADE reports “MARS_HOLIDAY”.",
    });
  });

  it("are left out when they are of options or of fractions of shares", () => {
    const [detail] = answers.OPEN_ORDER.OrderDetail;
    const [instrument] = detail!.Instrument;
    const changed = (change: object) =>
      OrderWire.parse({
        ...answers.OPEN_ORDER,
        OrderDetail: [{ ...detail, Instrument: [{ ...instrument, ...change }] }],
      });

    expect(isOrderOfShares(changed({}))).toBe(true);
    expect(isOrderOfShares(changed({ orderedQuantity: 0.5 }))).toBe(false);
    const option = { symbol: "AAPL", securityType: "OPTN" };
    expect(isOrderOfShares(changed({ Product: option }))).toBe(false);
    expect(isOrderOfShares(OrderWire.parse({ ...answers.OPEN_ORDER, orderType: "SPREADS" }))).toBe(
      false,
    );
  });
});

describe("an order to E*TRADE and back", () => {
  it("always asks for what it was, whatever becomes of it there", () => {
    fc.assert(
      fc.property(orders, fc.constantFrom("OPEN", "CANCELLED", "EXPIRED"), (order, status) => {
        const { Order: sent } = orderToWire(order);
        const { Instrument, ...detail } = sent[0]!;
        const { quantity, ...instrument } = Instrument[0]!;
        const shown = OrderWire.parse(
          JSON.parse(
            JSON.stringify({
              orderId: 1,
              orderType: "EQ",
              OrderDetail: [
                {
                  ...detail,
                  status,
                  placedTime: order.createdAt,
                  Instrument: [{ ...instrument, orderedQuantity: quantity }],
                },
              ],
            }),
          ),
        );

        expect(orderFromWire(shown, READ_AT)?.report).toMatchObject({
          ticker: order.ticker,
          side: order.side,
          quantity: order.quantity,
          extendedHours: order.extendedHours,
          ...(order.limit === undefined ? {} : { limit: order.limit }),
          ...(order.stop === undefined ? {} : { stop: order.stop }),
          ...(order.timeInForce === undefined ? {} : { timeInForce: order.timeInForce }),
        });
      }),
    );
  });
});

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

  it("are long shares, their fractions beside them", () => {
    const [list] = PortfolioWire.parse(answers.PORTFOLIO).PortfolioResponse.AccountPortfolio;

    expect(list!.Position.filter(isPositionOfShares).map(positionFromWire)).toEqual([
      { ticker: "AAPL", quantity: 20, costBasis: 48_803_500, fractionBillionths: 0 },
      { ticker: "BRK.B", quantity: 1, costBasis: 1_250_000, fractionBillionths: 250_000_000 },
    ]);
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

describe("what E*TRADE refuses", () => {
  it.each([
    [400, '{"Error":{"code":102,"message":"Please enter valid Account Key"}}', "request", 102],
    [401, '{"Error":{"message":"oauth_problem=token_expired"}}', "authorisation", undefined],
    [401, '{"Error":{"message":"oauth_problem=consumer_key_unknown"}}', "keys", undefined],
    [401, '{"Error":{"message":"oauth_problem=signature_invalid"}}', "keys", undefined],
    [401, '{"Error":{"message":"oauth_problem=timestamp_refused"}}', "clock", undefined],
    [401, "<html><body>Unauthorized</body></html>", "authorisation", undefined],
    [
      500,
      "<Error><message>Unauthorized request - invalid Consumer key and/or session token</message></Error>",
      "authorisation",
      undefined,
    ],
    [
      400,
      "<Error><code>5001</code><message>This order is currently being executed or rejected.</message></Error>",
      "request",
      5001,
    ],
  ])("%i %s is a refusal of %s", (status, text, why, code) => {
    expect(answerFrom(status, text)).toMatchObject({
      kind: "refused",
      why,
      ...(code !== undefined && { code }),
    });
  });

  it.each([
    [400, "<html>Number of requests exceeded the rate limit set</html>"],
    [429, ""],
  ])("%i %s is one call too many", (status, text) => {
    expect(answerFrom(status, text)).toMatchObject({ kind: "not-sent", retryAfterMs: 60_000 });
  });

  it.each([
    [200, "<html>Number of requests exceeded the rate limit set</html>"],
    [
      500,
      '{"Error":{"code":100,"message":"The requested service is not currently available, please try after sometime."}}',
    ],
    [503, "<html>Service Unavailable</html>"],
    [400, "<html>Something else</html>"],
    [200, "<html>A page</html>"],
    [200, ""],
  ])("%i %s says nothing about the outcome", (status, text) => {
    expect(answerFrom(status, text).kind).toBe("lost");
  });

  it.each([
    [1037, "We did not find enough available shares of this security", "shares"],
    [undefined, "There is not enough purchasing power or funds in your account", "funds"],
    [undefined, "Please enter a valid symbol", "symbol"],
    [undefined, "Mars is in the wrong house", "other"],
  ] as const)("code %s, “%s”, is about %s", (code, message, cause) => {
    const answer = { kind: "refused", why: "request", message, ...(code && { code }) } as const;

    expect(refusalFrom(answer)).toEqual({ kind: "rejected", message, cause });
  });

  it("tells a stale preview, a late cancel and a known key apart", () => {
    const refused = (code: number, message: string) =>
      ({ kind: "refused", why: "request", code, message }) as const;
    const stale = refused(
      101,
      "For your protection, we have timed out your original order request.",
    );

    expect(isStalePreview(stale)).toBe(true);
    expect(isStalePreview(refused(102, "…"))).toBe(false);
    expect(isTooLate(refused(5001, "…"))).toBe(true);
    expect(isDuplicateKey(refused(1, "Duplicate clientOrderId"))).toBe(true);
    expect(isDuplicateKey(stale)).toBe(false);
  });
});

describe("E*TRADE's answers", () => {
  it("are read in the shape their pages give them", () => {
    expect(PreviewWire.parse(answers.PREVIEWED).PreviewOrderResponse.PreviewIds).toEqual([
      { previewId: "266606056106" },
    ]);
    expect(PlacedWire.parse(answers.PLACED).PlaceOrderResponse.OrderIds).toEqual([
      { orderId: "673" },
    ]);
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

const orders: fc.Arbitrary<Order> = fc
  .record({
    ticker: fc.constantFrom("AAPL" as Ticker, "BRK.B" as Ticker),
    side: fc.constantFrom("buy" as const, "sell" as const),
    quantity: fc.integer({ min: 1, max: 10_000 }),
    limit: fc.option(fc.integer({ min: 1, max: 1_000_000_000 }), { nil: undefined }),
    stop: fc.option(fc.integer({ min: 1, max: 1_000_000_000 }), { nil: undefined }),
    isLong: fc.boolean(),
    extendedHours: fc.boolean(),
  })
  .map(({ isLong, limit, quantity, stop, ...rest }) => ({
    ...rest,
    clientKey: "A".repeat(20),
    accountId: "a",
    origin: "manual" as const,
    quantity: shares(quantity),
    ...(limit === undefined ? {} : { limit: price(limit) }),
    ...(stop === undefined ? {} : { stop: price(stop) }),
    ...(isLong && { timeInForce: "until-canceled" as const }),
    status: "submitting" as const,
    filled: NO_SHARES,
    filledNotional: NO_MONEY,
    reservedCash: NO_MONEY,
    attempts: 1,
    createdAt: PLACED_AT,
    updatedAt: PLACED_AT,
  }));
