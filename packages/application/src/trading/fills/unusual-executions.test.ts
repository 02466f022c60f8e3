import { describe, expect, it } from "vitest";
import { executionOf, expectFrozen, withOrder } from "../../testing/executed-order.ts";
import { AAPL, inTime, openTestWorld } from "../../testing/trading-world.ts";
import { recordExecution } from "./record-execution.ts";

describe("a fill that is told late", () => {
  it("starts the cool-down at its own time", async () => {
    const { world, needs, clientKey } = await withOrder();
    const at = world.clock.now();
    await world.clock.pass(90_000);

    await recordExecution(needs)(world.accountId, executionOf(world, { clientKey, at }));

    const stored = await world.storage.read.trails.of(world.accountId);
    expect(stored?.trails).toMatchObject([{ since: at, coolDownUntil: at + 600_000 }]);
  });

  it("leaves the trail to a later one that was told before it, and still cools down", async () => {
    const { world, needs, clientKey } = await withOrder();
    const at = world.clock.now();
    await world.clock.pass(10_000);
    const later = { brokerOrderId: "theirs", executionId: "later", at: world.clock.now() };
    await recordExecution(needs)(world.accountId, executionOf(world, later));

    await recordExecution(needs)(world.accountId, executionOf(world, { clientKey, at }));

    const stored = await world.storage.read.trails.of(world.accountId);
    expect(stored?.trails).toMatchObject([{ since: later.at, coolDownUntil: at + 600_000 }]);
  });
});

describe("a fill that somebody else has caused", () => {
  it("anchors the stored trail and starts no cool-down", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();

    await recordExecution(needs)(world.accountId, executionOf(world, { brokerOrderId: "theirs" }));

    const stored = await world.storage.read.trails.of(world.accountId);
    expect(stored?.trails).toMatchObject([{ ticker: AAPL, high: 1_000_000, coolDownUntil: 0 }]);
  });
});

describe("an execution that cannot be booked", () => {
  it("stops the automation once, however often it is told", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const { accountId, storage, userId } = world;
    const impossible = executionOf(world, { side: "sell" });
    await recordExecution(needs)(accountId, impossible);
    await expectFrozen(world);
    await storage.transact((tables) =>
      tables.settings.change(accountId, userId, (row) => ({ ...row, automationEnabled: true })),
    );

    await recordExecution(needs)(accountId, impossible);

    expect((await storage.read.settings.of(accountId))?.automationEnabled).toBe(true);
  });

  it("holds the account back from when that is on record: what was written down before it was not", async () => {
    const world = await openTestWorld();
    const { accountId, clock, storage } = world;
    const { needs } = world.open();
    const slow: typeof storage = {
      ...storage,
      async transact(work) {
        await clock.sleep(3_000);
        return storage.transact(work);
      },
    };
    const impossible = executionOf(world, { side: "sell" });

    await inTime(world, recordExecution({ ...needs, storage: slow })(accountId, impossible));

    const { reductions } = (await storage.read.accounts.byId(accountId))!;
    expect(reductions).toMatchObject([
      { because: "books-contradicted", at: impossible.at + 3_000 },
    ]);
  });
});
