import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { attachedAccount, WORKER } from "../../testing/attached-account.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { inTime, openTestWorld } from "../../testing/trading-world.ts";
import { holdLease } from "./keep-account.ts";

describe("holding an account's lease", () => {
  it("is over once somebody else has had it, also where it is free again", async () => {
    const { followed, needs, world } = await attachedAccount();
    const { accountId } = world;
    const { leases } = oneByOne(world.storage);
    const held = holdLease(needs, WORKER, followed);
    await leases.release(accountId, WORKER.workerId);
    await leases.acquire({ accountId, owner: "worker-2", durationMs: 1_000 });

    expect(await inTime(world, ended(world, held))).toBe("lost");
  });

  it("goes on while nobody else has had it", async () => {
    const { followed, needs, world } = await attachedAccount();
    const held = holdLease(needs, WORKER, followed);
    await world.clock.pass(30_000);
    followed.ending.abort();

    expect(await inTime(world, held)).toBe("ended");
  });
});

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

/** How it ended; "held" where it goes on for half a minute. */
const ended = (
  { clock }: { readonly clock: { sleep(ms: number): Promise<void> } },
  held: Promise<"ended" | "lost">,
): Promise<"ended" | "lost" | "held"> =>
  Promise.race([held, clock.sleep(30_000).then(() => "held" as const)]);
