import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { expect, it } from "vitest";
import { oneByOne } from "../testing/one-by-one.ts";
import { openTestWorld } from "../testing/trading-world.ts";
import { databaseSight } from "./database-sight.ts";

it("believes a worker that pings before one that is gone and whose clock was far ahead", async () => {
  const world = await openTestWorld();
  const { accountId, clock, storage } = world;
  const sight = databaseSight("the database", clock, async () => storage.read);
  const ping = (workerId: string, aheadMs: number, isWell: boolean) =>
    oneByOne(storage).workers.ping({
      workerId,
      at: instant(clock.now() + aheadMs),
      brokerConnected: isWell,
      ...(isWell ? {} : { disconnectedAccounts: [accountId] }),
      marketDataActive: isWell,
    });
  await ping("gone", 60 * MINUTE_MS, true);
  await ping("here", 0, false);
  await sight.look();
  await clock.pass(5_000);
  await ping("here", 0, false);

  expect(await sight.look()).toMatchObject({
    workerPing: clock.now(),
    hasPrices: false,
    disconnected: [{ label: "Primary Account" }],
  });
});
