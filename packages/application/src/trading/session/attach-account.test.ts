import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { Storage } from "../../ports/stores/storage.ts";
import { WORKER } from "../../testing/attached-account.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { dollars, manualDraft, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import { manualOrder } from "../account/order-draft.ts";
import { activated } from "../account/take-over-account.ts";
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

  it("knows it as it was before it connected, so that keys which come meanwhile are new to it", async () => {
    const world = await openTestWorld();
    const { accountId, clock } = world;
    const { needs } = world.open();
    const before = (await world.storage.read.accounts.byId(accountId))!;
    const { lastValidatedAt } = before;
    const connect: typeof needs.brokers.connect = async (wanted) => {
      const broker = await needs.brokers.connect(wanted);
      const at = instant(clock.now() + 1_000);
      await oneByOne(world.storage).accounts.change(accountId, (row) => activated(row, at));
      return broker;
    };
    const brokers = { ...needs.brokers, connect };

    const followed = await attachAccount(
      { ...needs, brokers, minutes: openRecentMinutes(needs) },
      WORKER,
      before,
    );

    expect(followed?.account.lastValidatedAt).toBe(lastValidatedAt);
  });
});
