import { describe, expect, it } from "vitest";

import { attachedAccount, WORKER } from "../testing/attached-account.ts";
import { inTime } from "../testing/trading-world.ts";
import { holdLease } from "./keep-account.ts";

describe("holding an account's lease", () => {
  it("is over once somebody else has had it, also where it is free again", async () => {
    const { followed, needs, world } = await attachedAccount();
    const { accountId } = world;
    const { leases } = world.storage.read;
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

/** How it ended; "held" where it goes on for half a minute. */
const ended = (
  { clock }: { readonly clock: { sleep(ms: number): Promise<void> } },
  held: Promise<"ended" | "lost">,
): Promise<"ended" | "lost" | "held"> =>
  Promise.race([held, clock.sleep(30_000).then(() => "held" as const)]);
