import { instant, type Ticker } from "@sevenfold/domain/market";
import { NO_MONEY, NO_SHARES, price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderFromWire, orderToWire } from "./etrade-order-mapping.ts";
import { OrderWire } from "./etrade-wire.ts";
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

  it("tell which one they stand in the place of, where they do", () => {
    const [detail] = answers.OPEN_ORDER.OrderDetail;
    const replacing = (replacesOrderId: unknown) =>
      read({ ...answers.OPEN_ORDER, OrderDetail: [{ ...detail, replacesOrderId }] });

    expect(replacing(672)?.report).toMatchObject({ replaces: "672" });
    for (const none of [0, "", null, {}])
      expect(replacing(none)?.report).not.toHaveProperty("replaces");
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

  it("are read while one row of them waits, which has no average yet", () => {
    const [detail] = answers.OPEN_ORDER.OrderDetail;
    const [row] = detail!.Instrument;
    const traded = { ...row, orderedQuantity: 10, filledQuantity: 4, averageExecutionPrice: 201 };
    const { averageExecutionPrice: _, ...waiting } = { ...traded, filledQuantity: 0 };
    const Instrument = [traded, waiting];

    expect(
      read({ ...answers.OPEN_ORDER, OrderDetail: [{ ...detail, Instrument }] } as never),
    ).toMatchObject({ report: { filled: 4 }, execution: { quantity: 4, price: 2_010_000 } });
  });

  it("keep what was filled before the cancel, and do not believe its time", () => {
    expect(read(answers.CANCELED_ORDER)).toMatchObject({
      report: { state: "canceled", filled: 4 },
      execution: { executionId: "675:4", price: 2_010_000, at: READ_AT },
    });
  });

  it.each([undefined, null, "", 0, "unknown"])("stay open while their price is %j", (average) => {
    for (const status of ["EXECUTED", "CANCELLED", "PARTIAL"]) {
      const part = structuredClone(answers.CANCELED_ORDER);
      Object.assign(part.OrderDetail[0]!, { status });
      Object.assign(part.OrderDetail[0]!.Instrument[0]!, { averageExecutionPrice: average });

      expect(read(part)).toEqual({
        report: expect.objectContaining({
          state: "suspended",
          quantity: 10,
          filled: 4,
          isUntold: true,
          message: "E*TRADE does not say at what price this order traded.",
        }),
      });
    }
  });

  it("are not read where they traded at a price that is none", () => {
    const dear = structuredClone(answers.CANCELED_ORDER);
    dear.OrderDetail[0]!.Instrument[0]!.averageExecutionPrice = -1;

    expect(read(dear)).toBeUndefined();
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

  it("outlive the day until canceled or to a date, which is told nowhere", () => {
    const termOf = (orderTerm: string) => {
      const detail = { ...answers.OPEN_ORDER.OrderDetail[0], orderTerm };
      return read({ ...answers.OPEN_ORDER, OrderDetail: [detail] })?.report.timeInForce;
    };

    expect(["GOOD_UNTIL_CANCEL", "GOOD_TILL_DATE", "GOOD_FOR_DAY"].map(termOf)).toEqual([
      "until-canceled",
      "until-canceled",
      undefined,
    ]);
  });

  it("have the mean of their rows' averages, to a ten-thousandth of a dollar", () => {
    const detail = answers.OPEN_ORDER.OrderDetail[0]!;
    const [instrument] = detail.Instrument;
    const priceOf = (...rows: (readonly [filled: number, average: number])[]) =>
      read({
        ...answers.OPEN_ORDER,
        OrderDetail: [
          {
            ...detail,
            Instrument: rows.map(([filledQuantity, averageExecutionPrice]) => ({
              ...{ ...instrument, orderedQuantity: 10 },
              ...{ filledQuantity, averageExecutionPrice },
            })),
          },
        ],
      })?.execution?.price;

    expect(priceOf([1, 10], [2, 10.01])).toBe(100_067);
    expect(priceOf([3, 10.00666])).toBe(100_067);
    expect(priceOf([3, 10.00664])).toBe(100_066);
  });

  it("are as large as their rows say, whether each tells the whole or its part", () => {
    const [detail] = answers.OPEN_ORDER.OrderDetail;
    const [instrument] = detail!.Instrument;
    const reportOf = (...rows: (readonly [ordered: number, filled: number])[]) =>
      read({
        ...answers.OPEN_ORDER,
        OrderDetail: [
          {
            ...detail,
            Instrument: rows.map(([orderedQuantity, filledQuantity]) => ({
              ...instrument,
              orderedQuantity,
              filledQuantity,
              averageExecutionPrice: 201,
            })),
          },
        ],
      })?.report;

    expect(reportOf([10, 4], [10, 3])).toMatchObject({ quantity: 10, filled: 7, state: "working" });
    expect(reportOf([4, 4], [6, 3])).toMatchObject({ quantity: 10, filled: 7, state: "working" });
    expect(reportOf([5, 5], [5, 5])).toMatchObject({ quantity: 10, filled: 10, state: "filled" });
    // One is done and the other is not: of five, nothing would be open.
    expect(reportOf([5, 5], [5, 0])).toMatchObject({ quantity: 10, filled: 5, state: "working" });
    expect(reportOf([5, 5])).toMatchObject({ quantity: 5, filled: 5, state: "filled" });
    expect(reportOf([0, 5])).toMatchObject({ quantity: 5, filled: 5, state: "filled" });
    expect(reportOf([0, 0])).toBeUndefined();
    expect(reportOf([4, 5])).toBeUndefined();
  });

  it("are not read where a row is of another symbol or side, or of shares that were sold short", () => {
    const [detail] = answers.OPEN_ORDER.OrderDetail;
    const [row] = detail!.Instrument;
    const readWith = (...Instrument: readonly object[]) =>
      read({ ...answers.OPEN_ORDER, OrderDetail: [{ ...detail, Instrument }] });

    expect(readWith(row!, row!)).toBeDefined();
    expect(
      readWith(row!, { ...row, Product: { ...row!.Product, symbol: "MSFT" } }),
    ).toBeUndefined();
    expect(readWith(row!, { ...row, orderAction: "SELL" })).toBeUndefined();
    expect(readWith({ ...row, orderAction: "SELL_SHORT" })).toBeUndefined();
  });

  it("have no stop where theirs trails the price", () => {
    const detail = { ...answers.OPEN_ORDER.OrderDetail[0], stopPrice: 190 };
    const stopOf = (priceType: string) =>
      read({ ...answers.OPEN_ORDER, OrderDetail: [{ ...detail, priceType }] })?.report.stop;

    expect(["STOP", "TRAILING_STOP_CNST"].map(stopOf)).toEqual([1_900_000, undefined]);
  });

  it("were filled by now where the time of it is yet to come", () => {
    const filled = structuredClone(answers.EXECUTED_ORDER);
    filled.OrderDetail[0]!.executedTime = READ_AT + 30 * 86_400_000;

    expect(read(filled)?.execution?.at).toBe(READ_AT);
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
