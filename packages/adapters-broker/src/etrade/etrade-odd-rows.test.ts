import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { EtradeLine } from "./etrade-line.ts";
import {
  listForeignOrders,
  listOrders,
  readFills,
  readOrder,
  readTheirOrder,
} from "./etrade-orders.ts";

const NOW = instant(Date.UTC(2026, 10, 20, 17));
const PLACED = NOW - 3_600_000;

const SHARES = { symbol: "AAPL", securityType: "EQ" };
const instrument = {
  ...{ orderAction: "BUY", quantityType: "QUANTITY", orderedQuantity: 10, filledQuantity: 0 },
  Product: SHARES,
};
const detail = {
  ...{ placedTime: PLACED, status: "OPEN", priceType: "LIMIT", limitPrice: 201 },
  ...{ orderTerm: "GOOD_FOR_DAY", marketSession: "REGULAR", Instrument: [instrument] },
};
const OURS = { orderId: 673, orderType: "EQ", OrderDetail: [detail] };
const { placedTime: _, ...waiting } = detail;

describe("E*TRADE's list of orders", () => {
  it.each([
    [
      "waits for a condition, and was not placed yet",
      { orderType: "CONTINGENT", OrderDetail: [waiting] },
    ],
    [
      "waits so, and says it by a zero",
      { orderType: "CONTINGENT", OrderDetail: [{ ...waiting, placedTime: 0 }] },
    ],
    ["waits so beside others", { orderType: "ONE_TRIGGERS_ALL", OrderDetail: [waiting] }],
    ["is of an option, without a time", { orderType: "OPTN", OrderDetail: [waiting] }],
    [
      "says of no part how it stands",
      { orderType: "OPTN", OrderDetail: [{ ...detail, status: null }] },
    ],
    [
      "is for a thing without a symbol",
      {
        orderType: "BOND",
        OrderDetail: [{ ...detail, Instrument: [{ ...instrument, Product: {} }] }],
      },
    ],
    [
      "is for nothing that it names",
      {
        orderType: "OPTN",
        OrderDetail: [{ ...detail, Instrument: [{ ...instrument, Product: null }] }],
      },
    ],
    [
      "was assigned as an option",
      { orderType: "OPTION_ASSIGNMENT", OrderDetail: [{ ...detail, status: "OPTION_ASSIGNMENT" }] },
    ],
  ])("is read where one of others %s, which is shown for itself", async (_, odd) => {
    const desk = told(OURS, { orderId: 674, ...odd });

    expect(
      (await listOrders(desk, { from: NOW })).map(({ report }) => report.brokerOrderId),
    ).toEqual(["673"]);
    const [shown, ...more] = await listForeignOrders(desk, { from: NOW });
    expect(shown?.brokerOrderId).toMatch(/^674/);
    expect(more).toEqual([]);
  });

  it("tells the same of such an order each time, whatever time it is", async () => {
    const odd = { orderId: 674, orderType: "CONTINGENT", OrderDetail: [waiting] };
    const one = await listForeignOrders(told(odd), { from: NOW });
    const other = await listForeignOrders(told(odd, NOW + 60_000), { from: NOW });
    expect(one).toMatchObject([{ isOpen: true, kind: "other", symbol: "AAPL", side: "buy" }]);
    expect(other).toEqual(one);
  });

  it.each([
    ["has no parts", {}],
    [
      "does not say what for",
      { OrderDetail: [{ ...detail, Instrument: [{ ...instrument, Product: null }] }] },
    ],
  ])("fails by its name where one of shares %s, for it may be ours", async (_, odd) => {
    const desk = told({ orderId: 674, orderType: "EQ", ...odd });
    await expect(listOrders(desk, { from: NOW })).rejects.toThrow(/order 674/);
    expect(await listForeignOrders(desk, { from: NOW })).toEqual([]);
  });

  it.each([
    ["count", { priceType: "TRAILING_STOP_PRCT" }, { orderedQuantity: "a dozen" }, "a dozen"],
    ["side", { priceType: "MARKET_ON_CLOSE" }, { orderAction: null }, "10"],
    ["limit", { orderTerm: "FILL_OR_KILL", limitPrice: "at best" }, {}, "10"],
    ["side, for it is exchanged", {}, { orderAction: "EXCHANGE" }, "10"],
    ["count, and wants all or none", { allOrNone: true }, { orderedQuantity: {} }, ""],
  ])(
    "is read where one of shares says that it is of others and cannot be read in its %s",
    async (_, change, leg, quantity) => {
      const Instrument = [{ ...instrument, ...leg }];
      const odd = {
        orderId: 674,
        orderType: "EQ",
        OrderDetail: [{ ...detail, ...change, Instrument }],
      };
      const desk = told(OURS, odd);

      const ids = (await listOrders(desk, { from: NOW })).map(({ report }) => report.brokerOrderId);
      expect(ids).toEqual(["673"]);
      expect(await readTheirOrder(desk, "674")).toBeUndefined();
      expect(await listForeignOrders(desk, { from: NOW })).toMatchObject([
        {
          ...{ brokerOrderId: "674", symbol: "AAPL", kind: "other", quantity, isOpen: true },
          tie: { ticker: "AAPL", as: "short" },
        },
      ]);
      const over = { ...odd, OrderDetail: [{ ...odd.OrderDetail[0], status: "CANCELLED" }] };
      const [ended] = await listForeignOrders(told(over), { from: NOW });
      expect(ended).not.toHaveProperty("tie");
      // Under a number that is ours it is never passed over.
      await expect(readOrder(desk, "674")).rejects.toThrow(/order 674/);
    },
  );

  it("reads one of others that can be read, in whatever way it was ordered", async () => {
    const theirs = { ...OURS, OrderDetail: [{ ...detail, orderTerm: "FILL_OR_KILL" }] };
    const [{ report } = {}] = await listOrders(told(theirs), { from: NOW });
    expect(report).toMatchObject({ brokerOrderId: "673", state: "working" });
    expect(await listForeignOrders(told(theirs), { from: NOW })).toEqual([]);
  });

  it.each([
    ["", { orderedQuantity: "a dozen" }],
    [" by a word that nobody knows", { orderAction: "PURCHASE" }],
  ])("fails by its name where one does not say that it is of others%s", async (_, leg) => {
    const Instrument = [{ ...instrument, ...leg }];
    const odd = { orderId: 674, orderType: "EQ", OrderDetail: [{ ...detail, Instrument }] };
    await expect(listOrders(told(OURS, odd), { from: NOW })).rejects.toThrow(/order 674/);
    expect(await listForeignOrders(told(OURS, odd), { from: NOW })).toEqual([]);
  });

  it("is read on where one does not say at what price it traded, and books it once it does", async () => {
    const rowsOf = (average: object) => {
      const traded = { ...instrument, filledQuantity: 10, ...average };
      const odd = { ...detail, status: "EXECUTED", executedTime: PLACED, Instrument: [traded] };
      return told(OURS, { orderId: 674, orderType: "EQ", OrderDetail: [odd] });
    };
    const seenOpen = new Map<string, number>();

    const before = await readFills(rowsOf({}), NOW, seenOpen);
    expect(before.map(({ report }) => [report.brokerOrderId, report.state])).toEqual([
      ["674", "suspended"],
      ["673", "working"],
    ]);
    expect(before.some(({ execution }) => execution)).toBe(false);
    expect(seenOpen.has("674")).toBe(true);

    const after = await readFills(rowsOf({ averageExecutionPrice: 200 }), NOW, seenOpen);
    expect(after).toMatchObject([
      { report: { state: "filled" }, execution: { quantity: 10, price: 2_000_000, at: PLACED } },
      { report: { state: "working" } },
    ]);
    expect(seenOpen.has("674")).toBe(false);
  });

  it.each([
    ["leaves out", waiting],
    ["does not say, as a zero,", { ...waiting, placedTime: 0 }],
  ])(
    "reads an order for shares that %s when it was placed, for it may be ours",
    async (_, untimed) => {
      const open = { ...OURS, OrderDetail: [untimed] };
      expect(await listOrders(told(open), { from: NOW })).toMatchObject([
        { report: { state: "working", submittedAt: NOW } },
      ]);
      const traded = { ...instrument, filledQuantity: 10, averageExecutionPrice: 200 };
      const executed = {
        ...untimed,
        status: "EXECUTED",
        executedTime: PLACED,
        Instrument: [traded],
      };
      expect(
        await listOrders(told({ ...OURS, OrderDetail: [executed] }), { from: NOW }),
      ).toMatchObject([
        { report: { state: "filled", submittedAt: PLACED }, execution: { at: PLACED } },
      ]);
    },
  );
});

function told(...rows: readonly (number | object)[]) {
  const Order = rows.filter((row) => typeof row === "object");
  const now = instant(rows.find((row) => typeof row === "number") ?? NOW);
  const line: Pick<EtradeLine, "now" | "read"> = {
    now: () => now,
    read: async () => ({ kind: "ok", body: { OrdersResponse: { Order } } }),
  };
  return { line: line as EtradeLine, ordersPath: async () => "/v1/accounts/key/orders" };
}
