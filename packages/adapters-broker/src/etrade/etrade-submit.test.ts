import { shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { START } from "../exchange/testing/exchange-on-loopback.ts";
import type { EtradeCall } from "./etrade-http.ts";
import type { EtradeLine } from "./etrade-line.ts";
import { previewThenPlace } from "./etrade-submit.ts";
import { orderAt } from "./testing/etrade-on-loopback.ts";

it("places all that a preview has made of an order: a sale of shares in cash and on margin is two", async () => {
  const PreviewIds = [
    { previewId: 266606056106, cashMargin: "CASH" },
    { previewId: "266606056107", cashMargin: "MARGIN" },
  ];
  const OrderIds = [
    { orderId: 673, cashMargin: "CASH" },
    { orderId: 674, cashMargin: "MARGIN" },
  ];
  const sent: EtradeCall[] = [];
  const line = {
    read: async () => ({ kind: "ok", body: { PreviewOrderResponse: { PreviewIds } } }),
    async send(call: EtradeCall) {
      sent.push(call);
      return { kind: "ok", body: { PlaceOrderResponse: { OrderIds } } };
    },
  } as unknown as EtradeLine;
  const sale = orderAt(START, { side: "sell", quantity: shares(100) });

  const answer = await previewThenPlace({ line, ordersPath: async () => "/orders" }, sale);

  expect(answer).toEqual({ kind: "accepted", brokerOrderId: "673" });
  expect(sent).toMatchObject([
    {
      path: "/orders/place",
      body: {
        PlaceOrderRequest: {
          clientOrderId: sale.clientKey,
          PreviewIds: [{ previewId: 266606056106 }, { previewId: 266606056107 }],
        },
      },
    },
  ]);
});

it("is refused by a preview that is none and says why, though it came with status 200", async () => {
  const Message = [
    { description: "A notice.", code: 1027, type: "WARNING" },
    { description: "You do not have enough funds.", code: "3010", type: "ERROR" },
  ];
  const body = { PreviewOrderResponse: { Order: [{ messages: { Message } }] } };
  const line = { read: async () => ({ kind: "ok", body }) } as unknown as EtradeLine;
  const desk = { line, ordersPath: async () => "/orders" };
  const message = "You do not have enough funds.";

  expect(await previewThenPlace(desk, orderAt(START))).toEqual({
    kind: "rejected",
    cause: "funds",
    message,
  });
  // It says nothing about the attempt before.
  expect(await previewThenPlace(desk, orderAt(START, { attempts: 2 }))).toEqual({
    kind: "unknown",
    message,
  });
});
