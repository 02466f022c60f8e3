import { type Instant, instant } from "@sevenfold/domain/market";
import { NO_MONEY, price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { attachedAccount } from "../../testing/attached-account.ts";
import { inTime, ordersOf } from "../../testing/trading-world.ts";
import { agreeWithRows } from "../account/agree-with-rows.ts";
import { distrust } from "../account/followed-account.ts";
import { noteOrder } from "../account/orders-known.ts";
import { rebuildBook } from "../account/rebuild-book.ts";
import { recordExecution } from "../fills/record-execution.ts";
import { placeDrafts, takeUp } from "./act-on-intents.ts";
import { syncOrders } from "./sync-orders.ts";

describe("what was decided and waits to be sent", () => {
  it("is let go where the account lost its footing meanwhile, and cools nothing down", async () => {
    const { followed, needs, see, world } = await attachedAccount();
    see(100);
    takeUp(followed, see(90));
    expect(followed.drafts.entries).toHaveLength(1);
    distrust(followed);

    await inTime(
      world,
      placeDrafts(needs, followed, () => undefined),
    );

    expect(await ordersOf(world)).toEqual([]);
    expect(world.venue.orders).toEqual([]);
    expect(followed.book).toMatchObject({ reservedCash: 0 });
    expect(followed.book.coolDownUntil[0]).toBe(0);
    followed.isReconciled = true;
    expect(see(89)).toMatchObject([{ side: "buy" }]);
  });

  it("is journaled by the settings it was decided by, also when others hold as it is answered", async () => {
    const { followed, needs, see, world } = await attachedAccount();
    see(100);
    takeUp(followed, see(90));
    const { version } = followed.settings;
    followed.settings = { ...followed.settings, version: version + 1 };
    const answers: Promise<void>[] = [];

    await inTime(
      world,
      placeDrafts(needs, followed, (answer) => answers.push(answer)),
    );
    await inTime(world, Promise.all(answers));

    expect(followed.journal.pending).toMatchObject([
      { verdict: "entered", settingsVersion: version },
    ]);
  });

  it("cools down from when it was refused, by its row, however long its answer waits", async () => {
    const { followed, needs, see, world } = await attachedAccount();
    world.venue.faults = { ...NO_FAULTS, rejected: 1 };
    see(100);
    takeUp(followed, see(90));
    const reading = followed.mutex.take(() => needs.clock.sleep(5_000));
    const answers: Promise<void>[] = [];

    await inTime(
      world,
      placeDrafts(needs, followed, (answer) => answers.push(answer)),
    );
    await inTime(world, Promise.all([reading, ...answers]));

    const [order] = await ordersOf(world);
    expect(order).toMatchObject({ status: "rejected" });
    expect(order!.updatedAt).toBeLessThan(world.clock.now() - 4_000);
    expect(followed.closedUntil.get(0)).toMatchObject({ endedAt: order!.updatedAt });
  });

  it.each(["submitting", "canceled"] as const)(
    "cools down by its row, also where it was read as %s before its answer",
    async (status) => {
      const { followed, needs, see, world } = await attachedAccount();
      world.venue.faults = { ...NO_FAULTS, rejected: 1 };
      see(100);
      takeUp(followed, see(90));
      const reading = followed.mutex.take(() => needs.clock.sleep(5_000));
      const answers: Promise<void>[] = [];
      await inTime(
        world,
        placeDrafts(needs, followed, (answer) => answers.push(answer)),
      );
      const [order] = await ordersOf(world);
      noteOrder(followed.orders, { ...order!, status, updatedAt: before(order!.updatedAt) });
      await inTime(world, Promise.all([reading, ...answers]));

      expect(order).toMatchObject({ status: "rejected" });
      expect(followed.closedUntil.get(0)).toMatchObject({ endedAt: order!.updatedAt });
    },
  );

  it("is over where it was filled, and the book made anew, before its answer is told", async () => {
    const { followed, needs, see, world } = await attachedAccount();
    see(100);
    takeUp(followed, see(90));
    world.venue.isHalted = true;
    const answers: Promise<void>[] = [];
    let isFilled = () => {};
    const filled = new Promise<void>((resolve) => {
      isFilled = resolve;
    });
    const filling = followed.mutex.take(() => filled);
    await inTime(
      world,
      placeDrafts(needs, followed, (answer) => answers.push(answer)),
    );
    await world.clock.pass(1_000);
    const [order] = await ordersOf(world);
    expect(order).toMatchObject({ status: "working" });

    await rebuildBook(needs, followed);
    const fill = { price: price(900_000), fee: NO_MONEY, at: world.clock.now() };
    const { brokerOrderId = "", clientKey, quantity, side, ticker } = order!;
    const told = { executionId: "1", brokerOrderId, clientKey, quantity, side, ticker };
    await recordExecution(needs)(world.accountId, { ...fill, ...told });
    await agreeWithRows(needs, followed);
    await syncOrders(needs, followed);
    isFilled();
    await inTime(world, Promise.all([filling, ...answers]));

    expect(followed.book).toMatchObject({ reservedCash: 0 });
    expect(followed.book.orderWorking[0]).toBe(0);
    expect([followed.working.size, followed.placing.size]).toEqual([0, 0]);
    expect(followed.book.held[0]).toBe(quantity);
  });

  it("frees its symbol where its row is gone by the time it is answered", async () => {
    const { followed, needs, see, world } = await attachedAccount();
    see(100);
    takeUp(followed, see(90));
    world.venue.faults = { ...NO_FAULTS, rejected: 1 };
    const answers: Promise<void>[] = [];
    const { storage } = needs;
    const orders = { ...storage.read.orders, byKey: async () => undefined };
    const swept = { ...needs, storage: { ...storage, read: { ...storage.read, orders } } };

    await inTime(
      world,
      placeDrafts(swept, followed, (answer) => answers.push(answer)),
    );
    await inTime(world, Promise.all(answers));

    expect([followed.working.size, followed.placing.size]).toEqual([0, 0]);
    expect(followed.book).toMatchObject({ reservedCash: 0 });
  });

  it("is known by its key once it is on record, until its answer is taken into the book", async () => {
    const { followed, needs, see, world } = await attachedAccount();
    see(100);
    takeUp(followed, see(90));
    expect(followed.placing.get(0)).toBeUndefined();
    let isOver = () => {};
    const over = new Promise<void>((resolve) => {
      isOver = resolve;
    });
    const others = followed.mutex.take(() => over);
    const answers: Promise<void>[] = [];

    await inTime(
      world,
      placeDrafts(needs, followed, (answer) => answers.push(answer)),
    );
    await world.clock.pass(1_000);

    const [order] = await ordersOf(world);
    expect(followed.placing.get(0)).toBe(order!.clientKey);
    isOver();
    await inTime(world, Promise.all([others, ...answers]));
    expect(followed.placing.size).toBe(0);
  });
});

const before = (at: Instant): Instant => instant(at - 500);
