import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { holding, ownStops } from "../../testing/stopped-holding.ts";
import { inTime } from "../../testing/trading-world.ts";

describe("a stop that a busy broker did not take", () => {
  it("is sent again while it is wanted, and of all that is held", async () => {
    const { process, stopsThere, world } = await holding(10);
    const [first] = await ownStops(world);
    world.venue.faults = { ...NO_FAULTS, busy: 1 };
    world.venue.end(first!.brokerOrderId!, "canceled");
    await world.clock.pass(12_000);
    expect(stopsThere()).toEqual([]);
    const waiting = (await ownStops(world)).find(({ status }) => status === "intent");
    expect(waiting).toMatchObject({ attempts: expect.any(Number) });

    world.venue.faults = NO_FAULTS;
    await world.clock.pass(10_000);

    expect(stopsThere()).toMatchObject([{ clientKey: waiting!.clientKey, quantity: 10 }]);
    await inTime(world, process.stop());
  });
});
