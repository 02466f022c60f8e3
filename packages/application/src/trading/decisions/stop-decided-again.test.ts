import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { holding } from "../../testing/stopped-holding.ts";
import { inTime, ordersOf } from "../../testing/trading-world.ts";

describe("the rule's stop, whose order the broker refused", () => {
  it("is sent again, also within a cool-down that lasts longer than what is set by then", async () => {
    const faults = { ...NO_FAULTS, rejected: 1 };
    const { market, process, sellsThere, world } = await holding(10, {
      ...{ stopAtBroker: false, faults },
    });
    const { accountId, clock, storage } = world;
    // Begun by a fill while an hour was set.
    const stored = (await storage.read.trails.of(accountId))!;
    const coolDownUntil = instant(clock.now() + 60 * MINUTE_MS);
    const trails = stored.trails.map((trail) => ({ ...trail, coolDownUntil }));
    await storage.transact((tables) => tables.trails.save({ ...stored, trails }));
    await clock.pass(2 * MINUTE_MS);

    market.stand(85);
    await clock.pass(5_000);
    expect(await ordersOf(world)).toMatchObject([{ reason: "stop-loss", status: "rejected" }]);
    faults.rejected = 0;
    await clock.pass(MINUTE_MS);

    expect(sellsThere()).toHaveLength(1);
    await inTime(world, process.stop());
  });
});
