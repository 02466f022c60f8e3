import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { holding, ownStops } from "../../testing/stopped-holding.ts";
import { inTime } from "../../testing/trading-world.ts";

describe("a stop that the broker refused", () => {
  it("is tried again after as short a while as at first, once one has rested meanwhile", async () => {
    const { process, stopsThere, world } = await holding(10);
    const refusedFor = async (ms: number) => {
      world.venue.faults = { ...NO_FAULTS, rejected: 1 };
      world.venue.end(stopsThere()[0]!.brokerOrderId, "canceled");
      await world.clock.pass(ms);
      world.venue.faults = NO_FAULTS;
      expect(stopsThere()).toEqual([]);
    };
    await refusedFor(90_000);
    await world.clock.pass(3 * MINUTE_MS);
    expect(stopsThere()).toHaveLength(1);

    await refusedFor(10_000);
    await world.clock.pass(20_000);

    expect(stopsThere()).toHaveLength(1);
    await inTime(world, process.stop());
  });
});

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
