import { MINUTE_MS } from "@sevenfold/domain/market";
import { price, type Quantity, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { befall } from "../../broker-kit/simulated/simulated-activities.ts";
import { begun, saleOf } from "../../testing/emergency-sale.ts";
import {
  AAPL,
  holdShares,
  inTime,
  manualDraft,
  openTestWorld,
} from "../../testing/trading-world.ts";
import { placeOrder } from "../placing/place-order.ts";

describe("a holding that is gone before an emergency sale gets to it", () => {
  it("was not sold where its shares were transferred away", async () => {
    const { begin, process, world } = await heldUp();
    const id = await begin();
    transfer(world, shares(10));
    await world.clock.pass(MINUTE_MS);
    expect(await world.storage.read.positions.of(world.accountId)).toEqual([]);
    const resting = world.venue.orders.find(({ state }) => state === "working");
    world.venue.end(resting!.brokerOrderId, "canceled");
    await world.clock.pass(20_000);

    expect((await saleOf(world, id))?.items).toMatchObject([
      {
        state: "failed",
        sold: 0,
        message:
          "0 of 10 were sold. The others left the account without a trade: look at its activities.",
      },
    ]);
    await inTime(world, process.stop());
  });
});

/** Ten shares, with an order of theirs that the broker does not end. */
async function heldUp() {
  const world = await openTestWorld({ automationEnabled: false });
  await holdShares(world, AAPL, 10, true);
  const process = world.start();
  await world.clock.pass(2_000);
  const buy = { ticker: AAPL, quantity: shares(1), limit: price(10_000) };
  await inTime(world, placeOrder(process.needs)(manualDraft(world, buy)));
  world.venue.holdsCancels = true;
  return { world, process, begin: async () => (await begun(world, process)).id };
}

function transfer({ clock, venue }: Parameters<typeof holdShares>[0], count: Quantity): void {
  const at = clock.now();
  befall(venue, { id: "moved", kind: "shares-journal", ticker: AAPL, shares: -count, at }, at);
}
