import { MINUTE_MS } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { begin, sold } from "../../testing/sale-after-split.ts";
import { AAPL, holdShares, openTestWorld, ordersOf } from "../../testing/trading-world.ts";

describe("an emergency sale of shares that an order at the broker's own site offers", () => {
  it("ends that order once it is told of it, and sells them", async () => {
    const world = await openTestWorld({ tickers: [AAPL], automationEnabled: false });
    await holdShares(world, AAPL, 10, true);
    const { needs } = world.open();
    const asked = { ticker: AAPL, side: "sell", quantity: shares(6), limit: price(9_000_000) };
    world.venue.surprises.note(AAPL);
    const resting = world.venue.tradeElsewhere(asked as never);

    const id = await begin(world, needs);
    await world.clock.pass(MINUTE_MS);

    expect(await sold(world, id)).toEqual([[AAPL, 10, "sold"]]);
    expect(world.venue.orders.find((one) => one === resting)).toBeUndefined();
    expect(world.venue.positions.get(AAPL)?.quantity ?? 0).toBe(0);
    expect((await ordersOf(world)).map(({ status }) => status).sort()).toEqual([
      "canceled",
      "filled",
      "rejected",
    ]);
    expect(world.venue.violations).toEqual([]);
  });
});
