import type { Instant } from "@sevenfold/domain/market";
import { bps, price } from "@sevenfold/domain/money";
import { applyOrderEvent } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";

import { AAPL, automatedDraft, inTime, openTestWorld } from "../../testing/trading-world.ts";
import { followPrices } from "../decisions/follow-prices.ts";
import { openRecentMinutes } from "../prices/recent-minutes.ts";
import { attachAccount } from "../session/attach-account.ts";
import { reconcile } from "../session/hear-broker.ts";
import { adoptTrails } from "./adopt-trails.ts";
import { anchoredTrail } from "./anchored-trail.ts";
import { distrust } from "./followed-account.ts";
import { keepAlone } from "./keep-together.ts";
import { automatedOrder } from "./order-draft.ts";
import { rebuildBook } from "./rebuild-book.ts";
import { LeaseLost } from "./write-as-worker.ts";

describe("the worker's trails", () => {
  it("keep their prices where the row is the same trail, written earlier", async () => {
    const { followed, needs, see, stored } = await attached();
    see(100);
    await keepAlone(needs, { followed, lines: [] });
    see(99);
    see(101);

    await rebuildBook(needs, followed);
    await keepAlone(needs, { followed, lines: [] });

    expect(await stored()).toMatchObject({ high: 1_010_000, low: 990_000, last: 1_010_000 });
  });

  it("give way to one that was anchored on record, and go on from it with the price since", async () => {
    const { anchor, followed, needs, see, stored } = await attached();
    see(100);
    await keepAlone(needs, { followed, lines: [] });
    see(110);
    await anchor(108, -2_000);

    await keepAlone(needs, { followed, lines: [] });
    expect(await stored()).toMatchObject({ high: 1_080_000, low: 1_080_000 });
    await keepAlone(needs, { followed, lines: [] });

    expect(await stored()).toMatchObject({ high: 1_100_000, low: 1_080_000, last: 1_100_000 });
    expect(followed.book.low[0]).toBe(1_080_000);
  });

  it.each([
    ["asked about where a fill was far from the last price", {}, 1],
    ["taken over as they are where a split has put them there", { skipNext: 1 }, 0],
  ] as const)("that others have begun anew are %s", async (_, split, asked) => {
    const { followed, needs, now, see, stored } = await attached();
    see(100);
    await keepAlone(needs, { followed, lines: [] });
    followed.book.held[0] = 10;
    const { version, ...before } = (await stored())!;
    const at = price(333_300);
    const trail = { ...before, ...{ high: at, low: at, last: at, version: version + 1 }, ...split };

    adoptTrails(followed, { accountId: followed.id, savedAt: now(), trails: [trail] });

    expect(followed.basis.jumped.size).toBe(asked);
  });

  it("take the later end of a cool-down, whoever knows of it", async () => {
    const { anchor, followed, needs, now, see, stored } = await attached();
    see(100);
    await keepAlone(needs, { followed, lines: [] });
    followed.book.coolDownUntil[0] = now() + 900_000;
    await anchor(101, 0, now() + 600_000);
    await keepAlone(needs, { followed, lines: [] });
    expect((await stored())?.coolDownUntil).toBe(now() + 900_000);
    expect(followed.book.coolDownUntil[0]).toBe(now() + 900_000);

    await anchor(102, 0, now() + 1_200_000);
    await rebuildBook(needs, followed);
    expect(followed.book.coolDownUntil[0]).toBe(now() + 1_200_000);
    await keepAlone(needs, { followed, lines: [] });
    expect((await stored())?.coolDownUntil).toBe(now() + 1_200_000);
  });

  it("take a cool-down over that began on record", async () => {
    const { anchor, followed, needs, now, see } = await attached();
    see(100);
    await keepAlone(needs, { followed, lines: [] });
    await anchor(101, 0, now() + 600_000);
    await keepAlone(needs, { followed, lines: [] });

    expect(followed.book.coolDownUntil[0]).toBe(now() + 600_000);
    expect(see(90)).toEqual([]);
  });

  it("cool down after an order that ended unfilled while only the rows were told", async () => {
    const { followed, needs, now, see, world } = await attached();
    see(100);
    await oneByOne(world.storage).leases.release(world.accountId, "worker-1");
    const draft = await automatedDraft(world, world.open());
    const order = automatedOrder(draft, "A".repeat(20), now());
    await world.storage.transact(async ({ orders }) => {
      await orders.add(order);
      for (const type of ["submitting", "lost", "canceled"] as const)
        await orders.change(order.clientKey, (row) => applyOrderEvent(row, { type }, now()));
    });

    await rebuildBook(needs, followed);

    expect(followed.book.coolDownUntil[0]).toBe(now() + 600_000);
  });

  it("are written by nobody who has lost the lease", async () => {
    const { followed, needs, see, stored, world } = await attached();
    see(100);
    await keepAlone(needs, { followed, lines: [] });
    const { leases } = oneByOne(world.storage);
    await leases.release(world.accountId, "worker-1");
    await leases.acquire({
      accountId: world.accountId,
      owner: "worker-2",
      durationMs: 15_000,
    });
    see(120);

    await expect(keepAlone(needs, { followed, lines: [] })).rejects.toThrow(LeaseLost);
    expect(await stored()).toMatchObject({ high: 1_000_000 });
  });
});

describe("an order on its way", () => {
  it("keeps its slot and its cash while the book is made anew", async () => {
    const { followed, needs, see } = await attached();
    see(100);
    const [intent] = see(90);
    followed.placing.set(intent!.slot, undefined);
    const { reservedCash } = followed.book;

    await rebuildBook(needs, followed);

    expect(followed.book.reservedCash).toBe(reservedCash);
    expect(see(80)).toEqual([]);
  });
});

describe("a process that stood still", () => {
  it("sends nothing before books and broker have agreed anew", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await world.clock.pass(20_000);
    expect(process.worker.accountView(world.accountId)).toMatchObject({ isReady: true });
    const { reads } = world.venue;

    world.clock.stall(7_000);
    await world.clock.pass(1);
    expect(process.worker.accountView(world.accountId)).toMatchObject({ isReady: false });
    await world.clock.pass(3_000);

    expect(world.venue.reads).toBeGreaterThan(reads);
    expect(process.worker.accountView(world.accountId)).toMatchObject({ isReady: true });
    await inTime(world, process.stop());
  });
});

describe("an answer of the broker's", () => {
  it("proves nothing when the line has broken since it was asked", async () => {
    const { followed, needs, world } = await attached();
    const asked = reconcile(needs, followed);
    await world.clock.pass(50);
    distrust(followed);
    await inTime(world, asked);
    expect(followed.isReconciled).toBe(false);

    await inTime(world, reconcile(needs, followed));
    expect(followed.isReconciled).toBe(true);
  });
});

/** An account in a worker's hands, ready to send orders, and no trail yet. */
async function attached() {
  const world = await openTestWorld({ tickers: [AAPL] });
  const { needs } = world.open();
  const account = (await world.storage.read.accounts.byId(world.accountId))!;
  const followed = (await attachAccount(
    { ...needs, minutes: openRecentMinutes(needs) },
    { workerId: "worker-1", collarBps: bps(300) },
    account,
  ))!;
  followed.isStreamConnected = true;
  followed.isReconciled = true;
  await world.clock.pass(0);
  const now = () => world.clock.now();
  const trailOnRecord = async () =>
    (await world.storage.read.trails.of(world.accountId))?.trails.find(
      ({ ticker }) => ticker === AAPL,
    );
  return {
    world,
    needs,
    followed,
    now,
    stored: trailOnRecord,
    see: (dollars: number) =>
      followPrices(needs, followed, [
        { ticker: AAPL, price: price(Math.round(dollars * 10_000)), at: now() },
      ]),
    /** What a fill booked by another process leaves on record. */
    async anchor(dollars: number, agoMs: number, coolDownUntil = 0) {
      const at = (now() + agoMs) as Instant;
      const before = await trailOnRecord();
      const anchored = anchoredTrail(before, {
        ticker: AAPL,
        price: price(dollars * 10_000),
        at,
        coolDownUntil: coolDownUntil as Instant,
      });
      await world.storage.transact((tables) =>
        tables.trails.save({ accountId: world.accountId, savedAt: now(), trails: [anchored] }),
      );
    },
  };
}
