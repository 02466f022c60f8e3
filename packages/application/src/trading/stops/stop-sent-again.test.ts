import { MINUTE_MS } from "@sevenfold/domain/market";
import { isOpen, type Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { holding, ownStops } from "../../testing/stopped-holding.ts";
import { inTime } from "../../testing/trading-world.ts";
import { cancelOrder } from "../orders/cancel-order.ts";

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

describe("a stop that the broker takes and then ends", () => {
  it.each(["rejected", "canceled", "expired"] as const)(
    "is followed by the next after ever longer pauses (%s), and by one soon once it has rested",
    async (end) => {
      const { process, stopsThere, world } = await holding(10);
      const endedFor = async (ms: number) => {
        for (let passed = 0; passed < ms; passed += 1_000) {
          const [there] = stopsThere();
          if (there) world.venue.end(there.brokerOrderId, end);
          await world.clock.pass(1_000);
        }
      };
      await endedFor(10 * MINUTE_MS);
      expect((await ownStops(world)).length).toBeLessThan(9);

      await world.clock.pass(15 * MINUTE_MS);
      expect(stopsThere()).toHaveLength(1);
      await endedFor(1_000);
      await world.clock.pass(10_000);

      expect(stopsThere()).toHaveLength(1);
      await inTime(world, process.stop());
    },
  );

  it("is no such stop where somebody wanted it back", async () => {
    const { needs, process, stopsThere, world } = await holding(10);
    for (let times = 0; times < 4; times += 1) {
      const [{ clientKey }] = (await ownStops(world)).filter(isOpen) as [Order];
      await inTime(world, cancelOrder(needs)({ accountId: world.accountId, clientKey }));
      await world.clock.pass(15_000);
      expect(stopsThere()).toHaveLength(1);
    }
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
