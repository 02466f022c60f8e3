import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { applyOrderEvent } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import type { Clock } from "../../ports/clock.ts";
import { attachedAccount, WORKER } from "../../testing/attached-account.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { automatedDraft, inTime, openTestWorld } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { automatedOrder } from "../account/order-draft.ts";
import { reopenSlots, syncOrders } from "../decisions/sync-orders.ts";
import { startWorker } from "./run-worker.ts";

describe("a worker whose clock is wrong", () => {
  it.each([20_000, -20_000])(
    "takes no lease of a healthy worker, %d ms away",
    async (clockAheadMs) => {
      const world = await openTestWorld();
      const healthy = world.start();
      await world.clock.pass(3_000);
      const wrong = world.start({ clockAheadMs });
      let taken = 0;
      for (let second = 0; second < 120; second += 1) {
        await world.clock.pass(1_000);
        if (wrong.worker.accountView(world.accountId)) taken += 1;
      }

      expect(taken).toBe(0);
      expect(healthy.worker.accountView(world.accountId)).toBeDefined();
      await inTime(world, Promise.all([healthy.stop(), wrong.stop()]));
    },
  );

  it.each([20_000, -20_000])(
    "loses none of its own, %d ms away, and gives it up when it dies",
    async (clockAheadMs) => {
      const world = await openTestWorld();
      const wrong = world.start({ clockAheadMs });
      await world.clock.pass(3_000);
      const healthy = world.start();
      let taken = 0;
      for (let second = 0; second < 120; second += 1) {
        await world.clock.pass(1_000);
        if (healthy.worker.accountView(world.accountId)) taken += 1;
      }
      expect(taken).toBe(0);

      wrong.life.end();
      await world.clock.pass(MINUTE_MS);

      expect(healthy.worker.accountView(world.accountId)).toBeDefined();
      await inTime(world, healthy.stop());
    },
  );

  it("takes an account up again soon after a failure, also where it steps back meanwhile", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    let [behindMs, failures] = [0, 0];
    const worker = startWorker(
      {
        ...needs,
        clock: { ...clockOf(world), now: () => instant(world.clock.now() - behindMs) },
        brokers: {
          ...needs.brokers,
          connect(accountId) {
            failures += 1;
            if (failures === 1) throw new Error("not to be connected");
            return needs.brokers.connect(accountId);
          },
        },
      },
      { workerId: "w" },
    );
    await world.clock.pass(1_000);
    expect(failures).toBe(1);
    behindMs = 60 * MINUTE_MS;

    await world.clock.pass(MINUTE_MS);

    expect(worker.accountView(world.accountId)).toBeDefined();
    await inTime(world, worker.stop());
  });

  it("keeps a symbol closed after an order that failed no longer for stepping back", async () => {
    const { followed, needs, see, world } = await attachedAccount();
    see(100);
    const [intent] = see(90);
    await oneByOne(world.storage).leases.release(world.accountId, WORKER.workerId);
    const draft = { ...(await automatedDraft(world, world.open())), intent: intent! };
    const order = automatedOrder(draft, "A".repeat(20), world.clock.now());
    await world.storage.transact(async ({ orders }) => {
      await orders.add(order);
      for (const type of ["submitting", "lost", "canceled"] as const)
        await orders.change(order.clientKey, (row) =>
          applyOrderEvent(row, { type }, world.clock.now()),
        );
    });
    followed.working.set(0, order.clientKey);
    const ahead = { ...clockOf(world), now: () => instant(world.clock.now() + 60 * MINUTE_MS) };
    await syncOrders({ ...needs, clock: ahead }, followed);
    expect(followed.book.orderWorking[0]).not.toBe(0);

    reopenSlots(followed, world.clock.monotonicMs() + 10_000);

    expect(followed.book.orderWorking[0]).toBe(0);
  });
});

const clockOf = ({ clock }: World): Clock => ({
  now: () => clock.now(),
  monotonicMs: () => clock.monotonicMs(),
  sleep: (durationMs, signal) => clock.sleep(durationMs, signal),
});
