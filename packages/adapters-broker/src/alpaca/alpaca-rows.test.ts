import { describe, expect, it } from "vitest";

import { START } from "../exchange/testing/exchange-on-loopback.ts";
import { alpacaBroker } from "./alpaca-broker.ts";
import { connectionTo } from "./testing/opened-alpaca.ts";

/** As much as Alpaca's own example of an order in several legs says of each of them. */
const leg = { symbol: "AAPL261218C00200000", asset_class: "us_option", told: "x".repeat(900) };

/** Orders of four legs each, a second apart, whose list is longer than any answer may be. */
const SPREADS = [...Array(430).keys()].map((n) => ({
  id: `spread-${n}`,
  client_order_id: `client-${n}`,
  created_at: new Date(START + n * 1_000).toISOString(),
  symbol: "",
  asset_class: "",
  order_class: "mleg",
  qty: "1",
  filled_qty: "1",
  side: "",
  status: "filled",
  legs: [leg, leg, leg, leg],
}));

describe("Alpaca's list of orders", () => {
  it("is read whole by smaller pages where orders in several legs are more than an answer may have", async () => {
    const limits: number[] = [];
    const connection = await connectionTo(({ url }, response) => {
      const { pathname, searchParams } = new URL(url!, "http://venue.test");
      if (pathname !== "/v2/orders") return response.end("[]");
      const [after, limit] = [
        Date.parse(searchParams.get("after")!),
        Number(searchParams.get("limit")),
      ];
      limits.push(limit);
      const later = SPREADS.filter(({ created_at }) => after < Date.parse(created_at));
      return response.end(JSON.stringify(later.slice(0, limit)));
    });
    const broker = alpacaBroker(connection);

    await expect(broker.foreign(START)).resolves.toMatchObject({
      orders: SPREADS.map(({ id }) => ({ brokerOrderId: id, kind: "spread", isOpen: false })),
    });
    expect(limits).toEqual([500, 100, 100, 100, 100, 100]);
  });

  it("is not read where even a small page is too long", async () => {
    let asked = 0;
    const connection = await connectionTo((_, response) => {
      asked += 1;
      response.end(JSON.stringify(SPREADS));
    });

    await expect(alpacaBroker(connection).ordersSince(START)).rejects.toMatchObject({
      reason: "unreadable",
      message: "The broker's answer was too long.",
    });
    expect(asked).toBe(2);
  });
});
