import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import { limitOrder, open } from "./testing/opened-etrade-door.ts";

describe("E*TRADE's side of the exchange", () => {
  it("changes an order that rests: a new number, each naming the other", async () => {
    const { change, key, list, placed, toNextSlot } = await openResting();
    await placed(limitOrder("CLIENT1"));
    await toNextSlot();
    const changed = await change(1, changedOrder("CLIENT2", { limitPrice: 2, quantity: 5 }));
    const { body } = await list(`/v1/accounts/${key}/orders`);
    const [fresh, old] = body.OrdersResponse.Order;

    expect(changed.body.PlaceOrderResponse).toMatchObject({ OrderIds: [{ orderId: 2 }] });
    expect(old).toMatchObject({
      orderId: 1,
      OrderDetail: [{ status: "CANCELLED", replacedByOrderId: 2 }],
    });
    expect(fresh).toMatchObject({
      orderId: 2,
      OrderDetail: [
        {
          ...{ status: "OPEN", replacesOrderId: 1, limitPrice: 2 },
          Instrument: [{ orderedQuantity: 5 }],
        },
      ],
    });
  });

  it("places a change only as it was previewed, of that order and once", async () => {
    const { key, placed, post, preview, toNextSlot } = await openResting();
    await placed(limitOrder("CLIENT1"));
    await placed(limitOrder("CLIENT2"));
    await toNextSlot();
    const order = changedOrder("CLIENT3", { limitPrice: 2 });
    const ids = (await preview(1, order)).body.PreviewOrderResponse.PreviewIds;
    const place = (number: number, of = order) =>
      post("PUT", `/v1/accounts/${key}/orders/${number}/change/place`, {
        PlaceOrderRequest: { ...of, PreviewIds: ids },
      });

    expect((await place(2)).body.Error.code).toBe(1033);
    expect((await place(1, changedOrder("CLIENT3", { limitPrice: 3 }))).body.Error.code).toBe(1033);
    expect((await place(1)).status).toBe(200);
    expect((await place(1)).body.Error.message).toContain("Duplicate clientOrderId");
    expect((await preview(1, changedOrder("CLIENT4", {}))).body.Error.code).toBe(5001);
    expect((await preview(9, changedOrder("CLIENT4", {}))).body.Error.message).toBe(
      "Please enter a valid order ID",
    );
  });

  it("changes neither the security nor the action nor the kind of an order", async () => {
    const { placed, preview, toNextSlot } = await openResting();
    await placed(limitOrder("CLIENT1"));
    await toNextSlot();
    for (const change of [
      { symbol: "MSFT" },
      { orderAction: "SELL" },
      { priceType: "STOP_LIMIT", stopPrice: 9_000 },
    ])
      expect((await preview(1, changedOrder("CLIENT2", change))).body.Error.message).toContain(
        "can be changed",
      );
  });

  it("takes trailing stops, by dollars and by percent, and shows how far they follow", async () => {
    const { key, list, placed } = await open();
    const trailing = (id: string, priceType: string, offsetValue: number) =>
      changedOrder(id, { priceType, offsetValue, limitPrice: undefined });
    await placed(trailing("CLIENT1", "TRAILING_STOP_CNST", 2.5));
    await placed(trailing("CLIENT2", "TRAILING_STOP_PRCT", 1.25));
    const { body } = await list(`/v1/accounts/${key}/orders`);
    const shown = body.OrdersResponse.Order.map(({ OrderDetail: [detail] }: Shown) => [
      ...[detail.priceType, detail.offsetType, detail.offsetValue],
    ]);

    expect(shown).toEqual([
      ["TRAILING_STOP_PRCT", "TRAILING_STOP_PRCT", 1.25],
      ["TRAILING_STOP_CNST", "TRAILING_STOP_CNST", 2.5],
    ]);
  });

  it("takes orders on the open and the close, for the day alone", async () => {
    const { key, list, placed, post } = await open();
    const onClose = changedOrder("CLIENT1", {
      ...{ priceType: "MARKET_ON_CLOSE", limitPrice: undefined },
    });
    expect((await placed(onClose)).status).toBe(200);
    const { body } = await list(`/v1/accounts/${key}/orders`);
    const lasting = changedOrder("CLIENT2", {
      ...{ priceType: "LIMIT_ON_CLOSE", orderTerm: "GOOD_UNTIL_CANCEL" },
    });
    const refused = await post("POST", `/v1/accounts/${key}/orders/preview`, {
      PreviewOrderRequest: lasting,
    });

    expect(body.OrdersResponse.Order[0].OrderDetail[0]).toMatchObject({
      ...{ priceType: "MARKET_ON_CLOSE", orderTerm: "GOOD_FOR_DAY", status: "OPEN" },
    });
    expect(refused.body.Error.message).toContain("for the day only");
  });

  it("refuses an order to a date: no field for the date is published", async () => {
    const { key, list, post } = await open();
    const { body, status } = await post("POST", `/v1/accounts/${key}/orders/preview`, {
      PreviewOrderRequest: changedOrder("CLIENT1", { orderTerm: "GOOD_TILL_DATE" }),
    });

    expect([status, body.Error.code]).toEqual([400, 9000]);
    expect((await list(`/v1/accounts/${key}/orders`)).status).toBe(204);
  });

  it("looks products up by any part of a name, or the beginning of a symbol", async () => {
    const { list } = await open();

    expect((await list("/v1/market/lookup/crosof")).body.LookupResponse.Data).toEqual([
      { symbol: "MSFT", description: "Microsoft Corporation", type: "EQUITY" },
    ]);
    expect((await list("/v1/market/lookup/a")).body.LookupResponse.Data).toHaveLength(10);
    expect((await list("/v1/market/lookup/zzzz")).status).toBe(204);
  });
});

interface Shown {
  readonly OrderDetail: readonly [
    { readonly priceType: string; readonly offsetType: string; readonly offsetValue: number },
  ];
}

/** A buy of two shares at a dollar, with something else about it. */
function changedOrder(
  clientOrderId: string,
  { orderAction, quantity, symbol, ...terms }: Record<string, unknown>,
): ReturnType<typeof limitOrder> {
  const { Order, ...rest } = limitOrder(clientOrderId);
  const [order] = Order as [(typeof Order)[number]];
  const [instrument] = order.Instrument as [(typeof order.Instrument)[number]];
  const changed = {
    ...instrument,
    ...(orderAction !== undefined && { orderAction }),
    ...(quantity !== undefined && { quantity }),
    ...(symbol !== undefined && { Product: { ...instrument.Product, symbol } }),
  };
  return { ...rest, Order: [{ ...order, ...terms, Instrument: [changed] }] } as ReturnType<
    typeof limitOrder
  >;
}

async function openResting() {
  const opened = await open();
  const { exchange, key, post } = opened;
  const preview = (number: number, order: ReturnType<typeof limitOrder>) =>
    post("PUT", `/v1/accounts/${key}/orders/${number}/change/preview`, {
      PreviewOrderRequest: order,
    });
  return {
    ...opened,
    preview,
    async change(number: number, order: ReturnType<typeof limitOrder>) {
      const { PreviewIds } = (await preview(number, order)).body.PreviewOrderResponse;
      return post("PUT", `/v1/accounts/${key}/orders/${number}/change/place`, {
        PlaceOrderRequest: { ...order, PreviewIds },
      });
    },
    /** Until the venue has taken what was sent into its book. */
    async toNextSlot() {
      exchange.moveTo(instant(exchange.now() + 1_000));
      const isPending = () =>
        [...exchange.venue.book.openOrders()].some(({ status }) => status === "pending");
      await expect.poll(isPending).toBe(false);
    },
  };
}
