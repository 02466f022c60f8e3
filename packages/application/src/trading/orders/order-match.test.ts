import { price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { OrderReport } from "../../ports/broker.ts";
import { NOON, someOrder } from "../../testing/storage-rows.ts";
import { mayBe } from "./order-match.ts";

const order = someOrder("account", { side: "sell", stop: price(951_200) });
const shown: OrderReport = {
  brokerOrderId: "1",
  ticker: order.ticker,
  side: order.side,
  quantity: order.quantity,
  stop: price(951_200),
  extendedHours: false,
  state: "working",
  filled: order.filled,
  submittedAt: NOON,
};

describe("a stop that a broker shows without our key", () => {
  it("may be ours with the same price, and no market order nor another stop of the same size", () => {
    const { stop: _, ...market } = shown;

    expect(mayBe(shown, order)).toBe(true);
    expect(mayBe(market, order)).toBe(false);
    expect(mayBe({ ...shown, stop: price(951_100) }, order)).toBe(false);
    const { stop: __, ...sale } = order;
    expect(mayBe(shown, sale)).toBe(false);
  });

  it("is none of ours where it stands in the place of another", () => {
    expect(mayBe({ ...shown, replaces: "0" }, order)).toBe(false);
  });
});
