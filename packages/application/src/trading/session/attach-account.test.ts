import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { Storage } from "../../ports/stores/storage.ts";
import { WORKER } from "../../testing/attached-account.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { dollars, manualDraft, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import { manualOrder } from "../account/order-draft.ts";
import { LeaseLost } from "../account/write-as-worker.ts";
import { openRecentMinutes } from "../prices/recent-minutes.ts";
import { attachAccount } from "./attach-account.ts";

describe("a worker that takes an account up", () => {
  it("changes nothing of it once another has taken it in between", async () => {
    const world = await openTestWorld();
    const { accountId, clock } = world;
    const { needs } = world.open();
    const { leases, orders } = oneByOne(world.storage);
    const draft = manualOrder(manualDraft(world), "A".repeat(20), dollars(1_000), clock.now());
    await orders.add({ ...draft, origin: "automated" });
    let isTaken = false;
    const storage: Storage = {
      ...needs.storage,
      async transact(work, options) {
        const done = await needs.storage.transact(work, options);
        if (isTaken) return done;
        isTaken = true;
        await leases.release(accountId, WORKER.workerId);
        await leases.acquire({ accountId, owner: "another", durationMs: MINUTE_MS });
        return done;
      },
    };
    const account = (await world.storage.read.accounts.byId(accountId))!;

    await expect(
      attachAccount({ ...needs, storage, minutes: openRecentMinutes(needs) }, WORKER, account),
    ).rejects.toThrow(LeaseLost);

    expect(await ordersOf(world)).toMatchObject([{ status: "intent" }]);
  });
});
