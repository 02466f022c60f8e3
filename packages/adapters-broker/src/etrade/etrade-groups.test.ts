import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { numberAtEtrade } from "./etrade-groups.ts";
import type { EtradeCall } from "./etrade-http.ts";
import type { EtradeLine } from "./etrade-line.ts";
import { listForeignOrders, listOrders, readFills, readTheirOrder } from "./etrade-orders.ts";

const PLACED = Date.UTC(2026, 10, 20, 15);
const NOW = instant(PLACED + 3_600_000);

const detail = (orderNumber: number | undefined, change: object, instrument: object = {}) => ({
  ...(orderNumber === undefined ? {} : { orderNumber }),
  ...{ placedTime: PLACED, status: "OPEN", orderTerm: "GOOD_UNTIL_CANCEL" },
  ...{ priceType: "LIMIT", limitPrice: 120, stopPrice: 0, marketSession: "REGULAR" },
  ...change,
  Instrument: [
    {
      ...{ orderAction: "SELL", quantityType: "QUANTITY", orderedQuantity: 40, filledQuantity: 0 },
      Product: { symbol: "AAPL", securityType: "EQ" },
      ...instrument,
    },
  ],
});
const order = (orderType: string, OrderDetail: unknown) => ({
  orderId: 577,
  orderType,
  OrderDetail,
});

/** An account of which E*TRADE lists these orders. */
function deskOf(...Order: readonly object[]) {
  const calls: EtradeCall[] = [];
  const line: Pick<EtradeLine, "now" | "read"> = {
    now: () => NOW,
    async read(call) {
      calls.push(call);
      return { kind: "ok", body: { OrdersResponse: { Order } } };
    },
  };
  return { calls, desk: { line: line as EtradeLine, ordersPath: async () => "/orders" } };
}

const SOLD = { filledQuantity: 40, averageExecutionPrice: 120.25 };
const PAIR = order("ONE_CANCELS_ALL", [
  detail(1, { status: "EXECUTED", executedTime: PLACED + 60_000 }, SOLD),
  detail(2, { status: "CANCELLED", priceType: "STOP", stopPrice: 90, limitPrice: 0 }),
]);

describe("orders that were placed together at E*TRADE's own site", () => {
  it("are each an order of shares, with what it traded", async () => {
    const { desk } = deskOf(PAIR);

    expect(await listOrders(desk, { from: instant(PLACED) })).toMatchObject([
      {
        report: { brokerOrderId: "577-1", side: "sell", state: "filled", filled: 40 },
        execution: { executionId: "577-1:40", quantity: 40, price: 1_202_500 },
      },
      { report: { brokerOrderId: "577-2", state: "canceled", filled: 0, stop: 900_000 } },
    ]);
    expect(await listForeignOrders(desk, { from: instant(PLACED) })).toEqual([]);
    expect(await readFills(desk, instant(PLACED), new Map())).toHaveLength(2);
  });

  it.each(["ONE_TRIGGERS_ALL", "ONE_TRIGGERS_OCO", "CONTINGENT", "BRACKETED"])(
    "are read where they are %s, and where one alone is no list",
    async (orderType) => {
      const { desk } = deskOf(order(orderType, detail(undefined, {})));
      expect(await listOrders(desk, { from: instant(PLACED) })).toMatchObject([
        { report: { brokerOrderId: "577-1", limit: 1_200_000, quantity: 40 } },
      ]);
    },
  );

  it("are asked for by the number they have in common, each by its own", async () => {
    const { calls, desk } = deskOf(PAIR);

    expect(await readTheirOrder(desk, "577-2")).toMatchObject({
      report: { brokerOrderId: "577-2", state: "canceled" },
    });
    expect(calls.at(-1)?.path).toBe("/orders/577");
    expect(await readTheirOrder(desk, "577-3")).toBeUndefined();
    expect([numberAtEtrade("577-2"), numberAtEtrade("673")]).toEqual(["577", "673"]);
  });

  it.each([577, 0])("are each told by their place where all have the number %i", async (number) => {
    const [sold, stop] = PAIR.OrderDetail as readonly [object, object];
    const alike = [sold, stop].map((part) => ({ ...part, orderNumber: number }));
    const { desk } = deskOf(order("ONE_CANCELS_ALL", alike));

    expect(await listOrders(desk, { from: instant(PLACED) })).toMatchObject([
      { report: { brokerOrderId: "577-1", state: "filled" }, execution: { quantity: 40 } },
      { report: { brokerOrderId: "577-2", state: "canceled" } },
    ]);
    expect(await readTheirOrder(desk, "577-2")).toMatchObject({ report: { state: "canceled" } });
  });

  it("are foreign by themselves: an option that a sale of shares triggers", async () => {
    const option = { Product: { symbol: "AAPL", securityType: "OPTN", callPut: "PUT" } };
    const { desk } = deskOf(order("ONE_TRIGGERS_ALL", [detail(1, {}), detail(2, {}, option)]));

    expect(await listOrders(desk, { from: instant(PLACED) })).toHaveLength(1);
    expect(await listForeignOrders(desk, { from: instant(PLACED) })).toMatchObject([
      { brokerOrderId: "577-2", kind: "option" },
    ]);
  });

  it("fail by the name of the one that cannot be read", async () => {
    const { desk } = deskOf(order("ONE_CANCELS_ALL", [detail(1, {}), detail(2, { priceType: 7 })]));
    await expect(listOrders(desk, { from: instant(PLACED) })).rejects.toThrow(
      "order 577-2 for AAPL",
    );
  });
});
