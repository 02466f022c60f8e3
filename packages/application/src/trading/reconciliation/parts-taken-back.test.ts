import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { befall, type TellingFaults } from "../../broker-kit/simulated/simulated-activities.ts";
import { AGREED, EACH, openParts, sellTwo } from "../../testing/traded-parts.ts";
import { AAPL, dollars, holdShares } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";

/** The trade was taken back as if it had never been, and is told so with the next answer. */
function takeBack({ clock, venue }: World, index: number, faults: TellingFaults = {}): void {
  const at = clock.now();
  const { executionId } = venue.executions.at(index)!;
  befall(venue, { kind: "bust", id: `bust ${executionId}`, at, executionId }, at, faults);
}

describe("parts of shares, beside a trade that was taken back", () => {
  it.each([
    ["all told once", { isRepeated: false, sales: 1 }],
    ["the taking back told twice in each list", { isRepeated: true, sales: 1 }],
    ["the sale told twice in each list", { isRepeated: false, sales: 2 }],
  ])(
    "bring shares that were sold since, where that was taken back before it is booked, %s",
    async (_, { isRepeated, sales }) => {
      const { held, reconcile, told, trade, world } = await openParts();
      trade(2.7);
      await world.clock.pass(1_000);
      sellTwo(world.venue);
      await world.clock.pass(1_000);
      takeBack(world, -1, { isRepeated });
      if (sales === 2) world.venue.executions.push(world.venue.executions.at(-1)!);
      await reconcile();

      expect(await reconcile()).toEqual(AGREED);
      expect(await held()).toMatchObject({ quantity: 2, costBasis: dollars(200) });
      expect((await told()).map(([kind]) => kind).toSorted()).toEqual(["bust", "shares-journal"]);
      const settings = await world.storage.read.settings.of(world.accountId);
      expect(settings!.automationEnabled).toBe(true);
    },
  );

  it("bring shares without which what was bought since cannot be taken back, for some were sold", async () => {
    const { held, reconcile, trade, world } = await openParts();
    trade(2.7);
    await world.clock.pass(1_000);
    const { brokerOrderId } = world.venue.buyElsewhere(AAPL, shares(10));
    world.venue.trade(brokerOrderId, shares(10), EACH);
    await world.clock.pass(1_000);
    sellTwo(world.venue);
    await world.clock.pass(1_000);
    takeBack(world, 0);
    await reconcile();

    expect(await reconcile()).toEqual(AGREED);
    expect(await held()).toBeUndefined();
  });

  it("take shares that a sale has given back, which was told before what it sold", async () => {
    const { held, reconcile, trade, world } = await openParts();
    const { clock, venue } = world;
    await holdShares(world, AAPL, 2, true);
    const { brokerOrderId } = venue.buyElsewhere(AAPL, shares(2));
    venue.trade(brokerOrderId, shares(2), EACH);
    sellTwo(venue);
    sellTwo(venue);
    await clock.pass(1_000);
    takeBack(world, -1);
    await clock.pass(1_000);
    venue.executions[0] = { ...venue.executions[0]!, at: clock.now() };
    trade(-1.5);

    expect(await reconcile()).toEqual(AGREED);
    expect(await held()).toBeUndefined();
  });
});
