import { MINUTE_MS } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { befall } from "../../broker-kit/simulated/simulated-activities.ts";
import { AAPL, inTime, openTestWorld } from "../../testing/trading-world.ts";

describe("the only trade of an account, taken back and not told yet", () => {
  it("holds the account back until it is told, and is no account begun anew", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const { accountId, clock, storage, venue } = world;
    const process = world.start();
    await clock.pass(30_000);
    venue.buyElsewhere(AAPL, shares(10));
    await clock.pass(2 * MINUTE_MS);
    expect(await storage.read.positions.of(accountId)).toMatchObject([{ quantity: 10 }]);
    const { executionId } = venue.executions[0]!;
    const at = clock.now();
    befall(venue, { kind: "bust", id: "bust", at, executionId }, at, { lateMs: 3 * MINUTE_MS });

    await clock.pass(2 * MINUTE_MS);
    const meanwhile = await storage.read.accounts.byId(accountId);
    expect(meanwhile).toMatchObject({ status: "active" });
    expect(meanwhile?.reductions?.map(({ because }) => because).toSorted()).toEqual([
      "cash-differs",
      "holdings-differ",
    ]);

    await clock.pass(2 * MINUTE_MS);
    const told = await storage.read.accounts.byId(accountId);
    expect(told).toMatchObject({ status: "active", cash: venue.cash });
    expect(told?.reductions).toBeUndefined();
    expect(await storage.read.positions.of(accountId)).toEqual([]);
    await inTime(world, process.stop());
  });
});
