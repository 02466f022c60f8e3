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
