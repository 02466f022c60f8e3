import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { inTime, openTestWorld } from "../../testing/trading-world.ts";

describe("asking the broker how things stand", () => {
  it("is done again within ten seconds where it gave no answer, and else once a minute", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await world.clock.pass(30_000);
    const lastOf = () => process.worker.accountView(world.accountId)!.reconciled!.at;
    const putOff = () =>
      world.log.lines.filter(({ event }) => event === "reconciliation-put-off").length;
    const before = lastOf();
    world.venue.faults = { ...NO_FAULTS, failedRead: 1 };
    for (let second = 0; second < 90 && putOff() === 0; second += 1) await world.clock.pass(1_000);
    expect(putOff()).toBe(1);
    expect(lastOf()).toBe(before);

    world.venue.faults = NO_FAULTS;
    await world.clock.pass(15_000);
    const after = lastOf();
    expect(after).toBeGreaterThan(before);
    await world.clock.pass(45_000);
    expect(lastOf()).toBe(after);
    await inTime(world, process.stop());
  });
});
