import type { Ticker } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { begun, holdingAapl, sale, saleOf } from "../../testing/emergency-sale.ts";
import { someAccount, somePosition, someSettings } from "../../testing/storage-rows.ts";
import {
  AAPL,
  holdShares,
  inTime,
  MSFT,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { cancelAll } from "./cancel-all.ts";

describe("an emergency sale, asked for or begun more than once", () => {
  it("is not taken from a healthy process by one whose clock is ahead", async () => {
    const { world, process } = await holdingAapl();
    world.venue.isHalted = true;
    const { id } = await begun(world, process);
    await world.clock.pass(2_000);
    const runner = (await saleOf(world, id))?.takenUp?.by;

    const ahead = world.start({ clockAheadMs: 20_000 });
    for (let second = 0; second < 15; second += 1) {
      await world.clock.pass(1_000);
      expect((await saleOf(world, id))?.takenUp?.by).toBe(runner);
    }
    await inTime(world, ahead.stop());
  });

  it("is one sale for one request, and while one is at work", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    await holdShares(world, AAPL, 12, true);
    const process = world.start();
    await world.clock.pass(2_000);

    const begin = (requestKey: string) => sale(process)({ userId: world.userId, requestKey });
    const [first, second] = await inTime(world, Promise.all([begin("one"), begin("other")]));
    expect(first).toMatchObject({ ok: true });
    expect(second).toMatchObject({ value: { id: first.ok && first.value.id } });
    await world.clock.pass(20_000);
    expect(await inTime(world, begin("one"))).toMatchObject({
      value: { id: first.ok && first.value.id },
    });
    expect(await ordersOf(world)).toHaveLength(1);
    await inTime(world, process.stop());
  });

  it("is never answered with the sale of another account, nor with orders that were taken back", async () => {
    const { world, process } = await holdingAapl();
    await begun(world, process, "one");
    await world.clock.pass(20_000);
    const first = world.accountId;
    await changeAccount(world);

    const refusal = { kind: "idempotency-key-reused" };
    const { userId } = world;
    const sold = await inTime(world, sale(process)({ userId, requestKey: "one" }));
    expect(sold).toMatchObject({ ok: false, refusal });
    const back = cancelAll(process.needs, async () => undefined);
    expect(await back({ userId, requestKey: "one" })).toMatchObject({ ok: true });
    const mistaken = await inTime(world, sale(process)({ userId, requestKey: "cancel-all.one" }));
    expect(mistaken).toMatchObject({ ok: false, refusal });
    await world.storage.transact(({ accounts }) =>
      accounts.change(first, (row) => ({ ...row, isSelected: true })),
    );
    expect(await back({ userId, requestKey: "one" })).toMatchObject({ ok: false, refusal });
  });

  it("is finished by the worker when the process that began it died, with no order twice", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    await holdShares(world, AAPL, 12, true);
    await holdShares(world, MSFT, 7, true);
    const first = world.open();
    const { id } = await begun(world, first, "k", async (run) => {
      // It dies as soon as the first order is on its way.
      await Promise.race([run, world.clock.sleep(5)]);
      first.life.end();
    });
    await world.clock.pass(1_000);

    const second = world.start();
    await world.clock.pass(60_000);

    expect(await saleOf(world, id)).toMatchObject({
      endedAt: expect.any(Number),
      items: [{ state: "sold" }, { state: "sold" }],
    });
    const sold = (ticker: Ticker) => world.venue.positions.get(ticker)?.quantity ?? 0;
    expect([sold(AAPL), sold(MSFT)]).toEqual([0, 0]);
    await inTime(world, second.stop());
  });
});

/** Puts another account of the user in use, which holds shares too. */
async function changeAccount({ accountId, clock, storage }: World): Promise<void> {
  const first = (await storage.read.accounts.byId(accountId))!;
  const second = someAccount(first, { isSelected: true });
  await storage.transact(async ({ accounts, positions, settings }) => {
    await accounts.add(second);
    await settings.add(someSettings(second.id));
    await positions.put({ ...somePosition(second.id, 5), updatedAt: clock.now() });
  });
}
