import { describe, expect, it } from "vitest";
import type { Storage } from "../../ports/stores/storage.ts";
import { attachedAccount, WORKER } from "../../testing/attached-account.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import type { World } from "../../testing/world/world.ts";
import { keepLeases } from "./keep-leases.ts";

/** An account whose lease is kept until the test ends it. */
async function kept(around: (storage: Storage, world: World) => Storage = (storage) => storage) {
  const attached = await attachedAccount();
  const { followed, needs, world } = attached;
  const ending = new AbortController();
  const keeping = keepLeases(
    { ...needs, storage: around(needs.storage, world) },
    { followed: () => [followed], workerId: WORKER.workerId },
    ending.signal,
  );
  return {
    ...attached,
    leases: oneByOne(world.storage).leases,
    end: async () => {
      ending.abort();
      await world.clock.pass(0);
      await keeping;
    },
  };
}

describe("the leases of a worker", () => {
  it("are renewed for as long as nobody else takes them", async () => {
    const { end, followed, world } = await kept();
    await world.clock.pass(60_000);

    expect(followed.ending.signal.aborted).toBe(false);
    expect(world.clock.monotonicMs() - followed.leaseRenewedMs).toBeLessThan(6_000);
    expect(await world.storage.read.leases.isHeld(followed.id)).toBe(true);
    await end();
  });

  it("are trusted from when they were asked for, however late the answer comes", async () => {
    const askedMs: number[] = [];
    const { end, followed, world } = await kept((storage, { clock }) => ({
      ...storage,
      async transact(work, options) {
        askedMs.push(clock.monotonicMs());
        const done = await storage.transact(work, options);
        await clock.sleep(4_000);
        return done;
      },
    }));
    await world.clock.pass(9_500);

    expect(askedMs).toEqual([followed.leaseRenewedMs]);
    await end();
  });

  it("end the account once somebody else has had it, also where it is free again", async () => {
    const { end, followed, leases, world } = await kept();
    await leases.release(followed.id, WORKER.workerId);
    await leases.acquire({ accountId: followed.id, owner: "worker-2", durationMs: 1_000 });
    await world.clock.pass(10_000);

    expect(followed.ending.signal.aborted).toBe(true);
    expect(world.log.lines.map(({ event }) => event)).toContain("lease-lost");
    await end();
  });

  it("go on under the same epoch where they ran out and nobody took them", async () => {
    let isAway = true;
    const { end, followed, leases, world } = await kept((storage) => ({
      ...storage,
      transact: (work, options) =>
        isAway ? Promise.reject(new Error("planted")) : storage.transact(work, options),
    }));
    await world.clock.pass(20_000);
    expect(await world.storage.read.leases.isHeld(followed.id)).toBe(false);
    isAway = false;
    await world.clock.pass(2_000);

    expect(await world.storage.read.leases.isHeld(followed.id)).toBe(true);
    expect(await leases.holds(followed.id, followed.lease.epoch)).toBe(true);
    expect(followed.ending.signal.aborted).toBe(false);
    await end();
  });
});
