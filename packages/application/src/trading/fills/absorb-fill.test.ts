import { type Instant, instant } from "@sevenfold/domain/market";
import { NO_MONEY, price, shares } from "@sevenfold/domain/money";
import { applyOrderEvent, type Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { attachedAccount, WORKER } from "../../testing/attached-account.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { someFill, someOrder, somePosition } from "../../testing/storage-rows.ts";
import { AAPL, automatedDraft } from "../../testing/trading-world.ts";
import { automatedOrder } from "../account/order-draft.ts";
import { rebuildBook } from "../account/rebuild-book.ts";
import { takeUp } from "../decisions/act-on-intents.ts";
import { reopenSlots, syncOrders } from "../decisions/sync-orders.ts";
import { NEVER_ARRIVED } from "../safeguards/unanswered-orders.ts";
import { absorbFill } from "./absorb-fill.ts";
import { type Booked, recordExecution } from "./record-execution.ts";

const EARLIER = "A".repeat(20);
const NEXT = "B".repeat(20);

/** An account whose next buy is being placed; an earlier one was given up. */
async function placingNext() {
  const account = await attachedAccount();
  const { followed, needs, see, world } = account;
  const now = () => world.clock.now();
  await oneByOne(world.storage).leases.release(world.accountId, WORKER.workerId);
  const draft = await automatedDraft(world, world.open());
  const put = (clientKey: string, ...events: Parameters<typeof applyOrderEvent>[1][]) =>
    world.storage.transact(async ({ orders }) => {
      await orders.add(automatedOrder(draft, clientKey, now()));
      for (const event of [{ type: "submitting" } as const, ...events])
        await orders.change(clientKey, (row) => applyOrderEvent(row, event, now()));
      return (await orders.byKey(clientKey)) as Order;
    });
  await put(EARLIER, { type: "lost" }, { type: "rejected", message: NEVER_ARRIVED });
  await world.clock.pass(1_000);
  see(100);
  takeUp(followed, see(90));
  const kept = followed.book.reservedCash;
  expect(kept).toBeGreaterThan(0);
  /** The broker tells that one share of the earlier order was bought after all. */
  const fillEarlier = () => fill(EARLIER);
  const fill = async (clientKey: string) => {
    const execution = {
      executionId: `fill of ${clientKey}`,
      brokerOrderId: `order ${clientKey}`,
      clientKey,
      ticker: AAPL,
      side: "buy",
      quantity: shares(1),
      price: price(900_000),
      fee: NO_MONEY,
      at: now(),
    } as const;
    const booked = await recordExecution(needs)(world.accountId, execution);
    if (!booked.ok) throw new Error(booked.refusal.kind);
    return absorbFill(followed, booked.value as Booked);
  };
  const order = () => world.storage.read.orders.byKey(EARLIER);
  return { ...account, fill, fillEarlier, kept, now, order, put };
}

describe("a fill of an order that was given up", () => {
  it.each([
    ["before the next order is on record", undefined],
    ["while the next order waits for its answer", NEXT],
  ])("frees nothing that is kept aside for the next order, %s", async (_, key) => {
    const { fillEarlier, followed, kept } = await placingNext();
    followed.placing.set(0, key);

    expect(await fillEarlier()).toBe(true);

    expect(followed.book.reservedCash).toBe(kept);
    expect(followed.book.held[0]).toBe(1);
    expect(followed.book.coolDownUntil[0]).toBeGreaterThan(0);
  });

  it("leaves the slot to the next order, which is at work", async () => {
    const { fillEarlier, followed, kept, needs, put, world } = await placingNext();
    await put(NEXT, { type: "accepted", brokerOrderId: "order-next" });
    followed.placing.clear();
    followed.working.set(0, NEXT);
    const decidedOn = followed.book.decidedPrice[0];

    await fillEarlier();
    await syncOrders(needs, followed);

    expect(followed.working.get(0)).toBe(NEXT);
    expect(followed.book.decidedPrice[0]).toBe(decidedOn);
    expect(followed.book.reservedCash).toBe(kept);
    await world.storage.transact(({ orders }) =>
      orders.change(NEXT, (row) => applyOrderEvent(row, { type: "canceled" }, world.clock.now())),
    );
    await syncOrders(needs, followed);
    expect(followed.working.get(0)).toBe(EARLIER);
    expect(followed.book.reservedCash).toBe(0);
  });

  it("takes nothing from the next order where the book is made anew before that one is on record", async () => {
    const { fillEarlier, followed, kept, needs, order } = await placingNext();
    await fillEarlier();
    expect(await order()).toMatchObject({ status: "cancel-pending" });

    await rebuildBook(needs, followed);

    expect(followed.book.reservedCash).toBe(kept);
    expect(followed.working.size).toBe(0);
  });

  it("keeps its slot closed when the moment after its first end is over", async () => {
    const { fillEarlier, followed, needs, now } = await placingNext();
    followed.placing.clear();
    await fillEarlier();
    await syncOrders(needs, followed);
    expect(followed.working.get(0)).toBe(EARLIER);
    followed.closedUntil.set(0, { untilMs: 0, endedAt: now(), isDenied: false, held: 0 });

    reopenSlots(followed, 0);

    expect(followed.book.orderWorking[0]).not.toBe(0);
    expect(followed.closedUntil.size).toBe(0);
  });
});

describe("a fill of the order that is being placed", () => {
  it("uses up its part of what is kept aside, before its answer has come", async () => {
    const { fill, followed, kept, put } = await placingNext();
    await put(NEXT);
    followed.placing.set(0, NEXT);

    await fill(NEXT);

    expect(followed.book.reservedCash).toBe(Math.ceil((kept * 9) / 10));
  });
});

describe("the moment after an order's end", () => {
  it("takes nothing from the order that is being placed as it is over", async () => {
    const { followed, kept, now } = await placingNext();
    const endedAt = (now() - 1) as Instant;
    followed.closedUntil.set(0, { untilMs: 0, endedAt, isDenied: true, held: 0 });

    reopenSlots(followed, 0);

    expect(followed.book.reservedCash).toBe(kept);
  });
});

describe("a fill of more than the book holds", () => {
  it("leaves the book as it is, and says that it has to be made anew of the rows", async () => {
    const { followed, see, world } = await attachedAccount();
    see(100);
    const before = structuredClone({ ...followed.book });
    const { accountId } = world;

    const isAbsorbed = absorbFill(followed, {
      kind: "booked",
      fill: someFill(accountId, { ticker: AAPL, side: "sell", quantity: shares(10) }),
      revalued: [],
      order: someOrder(accountId, { origin: "automated", side: "sell" }),
      position: somePosition(accountId, 5),
      account: followed.account,
      trail: {
        ticker: AAPL,
        high: price(1),
        low: price(1),
        last: price(1),
        since: instant(1),
        coolDownUntil: instant(0),
        version: 1,
      } as never,
    });

    expect(isAbsorbed).toBe(false);
    expect({ ...followed.book }).toEqual(before);
  });
});
