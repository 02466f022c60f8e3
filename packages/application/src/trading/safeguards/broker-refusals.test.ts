import { price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { buy, RICH } from "../../testing/hand-orders.ts";
import { inTime, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import { NEVER_ARRIVED } from "./unanswered-orders.ts";

describe("a broker that refuses one order after the other", () => {
  it("is sent no more buys after the sixth", async () => {
    const world = await openTestWorld({ faults: { ...NO_FAULTS, rejected: 1 } });
    const { needs } = world.open();
    for (let refusal = 1; refusal <= 6; refusal += 1)
      expect(await buy(world, needs)).toMatchObject({ refusal: { kind: "broker-rejected" } });
    world.venue.faults = NO_FAULTS;

    expect(await buy(world, needs)).toMatchObject({
      refusal: { kind: "account-reduced", because: "too-many-rejections" },
    });
  });

  it("is sent no more buys after the sixth that it took first and refused a moment later", async () => {
    const world = await openTestWorld({ ...RICH, automationEnabled: false });
    const worker = world.start();
    await world.clock.pass(10_000);
    const { needs } = world.open();
    for (let refusal = 1; refusal <= 6; refusal += 1) {
      const limit = price(10_000 * refusal);
      expect(await buy(world, needs, { limit })).toMatchObject({ ok: true });
      world.venue.end(world.venue.orders.at(-1)!.brokerOrderId, "rejected");
      await world.clock.pass(11_000);
    }

    expect(await buy(world, needs)).toMatchObject({
      refusal: { kind: "account-reduced", because: "too-many-rejections" },
    });
    await inTime(world, worker.stop());
  });

  it("is not blamed for orders that were given up without a word of its own", async () => {
    const world = await openTestWorld(RICH);
    const { needs } = world.open();
    await buy(world, needs);
    const [known] = await ordersOf(world);
    const { brokerOrderId: _, ...unseen } = known!;
    await world.storage.transact(async (tables) => {
      for (let order = 0; order < 8; order += 1)
        await tables.orders.add({
          ...unseen,
          clientKey: `GIVENUP${order}`,
          status: "rejected",
          lastMessage: NEVER_ARRIVED,
          createdAt: world.clock.now(),
        });
    });
    world.venue.faults = { ...NO_FAULTS, rejected: 1 };
    expect(await buy(world, needs)).toMatchObject({ refusal: { kind: "broker-rejected" } });
    world.venue.faults = NO_FAULTS;

    expect(await buy(world, needs)).toMatchObject({ ok: true });
  });

  it("is forgiven after an order it took", async () => {
    const world = await openTestWorld(RICH);
    const { needs } = world.open();
    for (let refusal = 1; refusal <= 10; refusal += 1) {
      world.venue.faults = { ...NO_FAULTS, rejected: refusal === 5 ? 0 : 1 };
      await buy(world, needs);
    }
    world.venue.faults = NO_FAULTS;

    expect(await buy(world, needs)).toMatchObject({ ok: true });
  });
});
