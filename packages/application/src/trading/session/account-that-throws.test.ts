import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { anotherAccount } from "../../testing/started-worker.ts";
import { openTestWorld } from "../../testing/trading-world.ts";
import { hasBroker } from "../account/worker-ping.ts";
import { startWorker } from "./run-worker.ts";

/** A worker of two accounts, of which the first breaks as it is told to. */
async function twoAccounts() {
  const world = await openTestWorld();
  const other = await anotherAccount(world);
  const { needs, stop } = world.open();
  const first = { isBroken: false };
  const connect: typeof needs.brokers.connect = async (id) => {
    const broker = await needs.brokers.connect(id);
    if (!broker || id !== world.accountId) return broker;
    const account = async () => {
      if (first.isBroken) throw new TypeError("the broker's account is not a function");
      return broker.account();
    };
    return { ...broker, account };
  };
  const brokers = { ...needs.brokers, connect };
  const worker = startWorker({ ...needs, brokers }, { workerId: "w" });
  return { first, other, stop, worker, world };
}

describe("an account whose own work throws what nobody foresaw", () => {
  it("P18: is stopped alone, said in the log, and taken up again once that is over", async () => {
    const { first, other, stop, worker, world } = await twoAccounts();
    await world.clock.pass(5_000);
    expect(worker.accountView(world.accountId)).toBeDefined();

    first.isBroken = true;
    await world.clock.pass(2 * MINUTE_MS);

    const { lines } = world.log;
    const said = lines.filter(({ event }) => event === "account-stopped");
    expect(said.map(({ facts }) => facts)).toContainEqual(
      expect.objectContaining({
        accountId: world.accountId,
        error: expect.stringContaining("TypeError"),
      }),
    );
    expect(worker.accountView(world.accountId)).toBeUndefined();
    expect(worker.accountView(other)).toBeDefined();

    first.isBroken = false;
    await world.clock.pass(2 * MINUTE_MS);
    expect(worker.accountView(world.accountId)).toBeDefined();
    void worker.stop();
    await stop();
  });

  it("counts as cut off while it stops and starts again, and heals once it goes on", async () => {
    const { first, other, stop, worker, world } = await twoAccounts();
    const isSaidWell = async (accountId: string) =>
      hasBroker((await world.storage.read.workers.latest())!, accountId);
    await world.clock.pass(30_000);
    expect(await isSaidWell(world.accountId)).toBe(true);

    first.isBroken = true;
    await world.clock.pass(2 * MINUTE_MS);
    const stopsSeen = () =>
      world.log.lines.filter(({ event }) => event === "account-stopped").length;
    const before = stopsSeen();
    for (let look = 0; look < 60; look += 1) {
      await world.clock.pass(5_000);
      expect([look, await isSaidWell(world.accountId), await isSaidWell(other)]).toEqual([
        look,
        false,
        true,
      ]);
    }
    expect(before).toBeLessThan(stopsSeen());

    first.isBroken = false;
    await world.clock.pass(3 * MINUTE_MS);
    expect(await isSaidWell(world.accountId)).toBe(true);
    void worker.stop();
    await stop();
  });
});
