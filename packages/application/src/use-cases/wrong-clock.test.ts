import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import { inTime, openTestWorld } from "../testing/trading-world.ts";

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
});
