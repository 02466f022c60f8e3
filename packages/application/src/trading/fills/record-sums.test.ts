import { type Instant, instant } from "@sevenfold/domain/market";
import { NO_MONEY, type Price, shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Execution, OrderReport } from "../../ports/broker.ts";
import { NOTHING_FOREIGN } from "../../ports/foreign.ts";
import { expectFrozen, reportOf } from "../../testing/executed-order.ts";
import {
  AAPL,
  automatedDraft,
  inTime,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { takeOver } from "../account/take-over-account.ts";
import { placeOrder } from "../placing/place-order.ts";
import { recordExecution } from "./record-execution.ts";
import { recordOrderReport } from "./record-order-report.ts";

const ORDERED = 10;
/** Before any account of these tests. */
const START = instant(0);

describe("recording executions told as sums of their order", () => {
  it("always books what the last sum says, however many of them were heard, and in what order", async () => {
    await fc.assert(
      fc.asyncProperty(fills, fc.array(fc.nat(9), { maxLength: 12 }), async (parts, picks) => {
        const { world, needs, clientKey } = await withOrder();
        const sums = sumsOf(parts, world);
        const heard = [...picks.map((pick) => sums[pick % sums.length]!), sums.at(-1)!];
        for (const sum of heard)
          expect(await recordExecution(needs)(world.accountId, sum)).toMatchObject({ ok: true });

        const { read } = world.storage;
        const [order] = await ordersOf(world);
        const last = sums.at(-1)!;
        expect(order).toMatchObject({ clientKey, filled: last.quantity });
        // Each part is rounded to the nearest ten-thousandth of a dollar a share.
        expect(Math.abs(order!.filledNotional - last.price * last.quantity)).toBeLessThan(ORDERED);
        const account = (await read.accounts.byId(world.accountId))!;
        expect(account.cash).toBe(account.startEquity - order!.filledNotional);
      }),
      { numRuns: 60 },
    );
  });

  it("gives the new part the price that the sum leaves for it", async () => {
    const { world, needs } = await withOrder();
    const told = (quantity: number, average: number) =>
      recordExecution(needs)(world.accountId, sumOf(world, quantity, average));

    await told(4, 1_000_000);
    const second = await told(10, 1_030_000);

    expect(second).toMatchObject({
      value: { kind: "booked", fill: { quantity: 6, price: 1_050_000 } },
    });
    expect(await told(10, 1_030_000)).toMatchObject({ value: { kind: "known" } });
    expect(await told(4, 1_000_000)).toMatchObject({ value: { kind: "known" } });
  });

  it("leaves out of an order what was filled before the account was taken over", async () => {
    const { needs, world } = await takenOver([
      {
        brokerOrderId: "673",
        ticker: AAPL,
        side: "buy",
        quantity: shares(ORDERED),
        filled: shares(3),
        extendedHours: false,
        state: "working",
        submittedAt: START,
      },
    ]);

    const booked = await recordExecution(needs)(world.accountId, sumOf(world, 10, 1_000_000));

    expect(booked).toMatchObject({ value: { kind: "booked", fill: { quantity: 7 } } });
    expect(await ordersOf(world)).toMatchObject([{ quantity: 7, filled: 7, status: "filled" }]);
  });

  it("books nothing of an order that had ended before, whenever its fills are said to be", async () => {
    const { needs, world } = await takenOver([]);
    const sum = { ...sumOf(world, 4, 1_000_000), asSum: { ordered: shares(10), placedAt: START } };
    const before = await world.storage.read.accounts.byId(world.accountId);

    expect(await recordExecution(needs)(world.accountId, sum)).toMatchObject({
      value: { kind: "known" },
    });

    expect(await ordersOf(world)).toEqual([]);
    expect(await world.storage.read.accounts.byId(world.accountId)).toEqual(before);
  });

  it("refuses of an order of ours what is more than it asked for, and books nothing else for it", async () => {
    const { world, needs } = await withOrder();
    const told = sumOf(world, 100, 100_000);
    const sum = { ...told, asSum: { ordered: shares(100), placedAt: world.clock.now() } };

    expect(await recordExecution(needs)(world.accountId, sum)).toMatchObject({
      refusal: { kind: "order-overfilled" },
    });

    expect(await world.storage.read.positions.of(world.accountId)).toEqual([]);
  });

  it("imports an order of others at its whole size", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const record = (sum: Execution) => recordExecution(needs)(world.accountId, sum);

    await record(sumOf(world, 4, 1_000_000));
    expect(await ordersOf(world)).toMatchObject([
      { origin: "external", quantity: 10, filled: 4, status: "partially-filled" },
    ]);
    await record(sumOf(world, 10, 1_000_000));

    expect(await ordersOf(world)).toMatchObject([{ quantity: 10, filled: 10, status: "filled" }]);
  });

  it("never books of an order of others more than the sum says was ordered, known by then or not", async () => {
    for (const isKnown of [true, false]) {
      const world = await openTestWorld();
      const { needs } = world.open();
      const { accountId, storage } = world;
      if (isKnown) await recordOrderReport(needs)(accountId, theirReport(world));

      const booked = await recordExecution(needs)(accountId, sumOf(world, 1_000_000, 1_000_000));

      expect(booked, `known: ${isKnown}`).toMatchObject({
        refusal: { kind: "order-overfilled", ordered: 10, filled: 1_000_000 },
      });
      await expectFrozen(world);
      await recordExecution(needs)(accountId, sumOf(world, 10, 1_000_000));
      expect(await storage.read.positions.of(accountId)).toMatchObject([{ quantity: 10 }]);
    }
  });
});

const theirReport = (world: World): OrderReport => {
  const { clientKey: _, ...theirs } = reportOf(world, "", { brokerOrderId: "673" });
  return theirs;
};

/** Fills of up to ten shares in all, with their prices. */
const fills = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 3 }),
    price: fc.integer({ min: 100, max: 2_000_000 }),
  }),
  {
    minLength: 1,
    maxLength: 3,
  },
);

function sumsOf(
  parts: readonly { readonly quantity: number; readonly price: number }[],
  world: World,
): readonly Execution[] {
  let quantity = 0;
  let paid = 0;
  return parts.map((part) => {
    quantity += part.quantity;
    paid += part.quantity * part.price;
    return sumOf(world, quantity, Math.round(paid / quantity));
  });
}

const sumOf = (world: World, quantity: number, average: number): Execution => ({
  executionId: `673:${quantity}`,
  brokerOrderId: "673",
  ticker: AAPL,
  side: "buy",
  quantity: shares(quantity),
  price: average as Price,
  fee: NO_MONEY,
  at: (world.clock.now() + quantity) as Instant,
  asSum: { ordered: shares(ORDERED), placedAt: world.clock.now() },
});

/** An account that was taken over a moment ago, with what was open at its broker. */
async function takenOver(openOrders: readonly OrderReport[]) {
  const world = await openTestWorld();
  const { needs } = world.open();
  const at = world.clock.now();
  const { cash } = world.venue;
  const account = { accountNumber: "A1", cash, equity: cash, buyingPower: cash, canTrade: true };
  const nothing = { positions: [], activities: [], foreign: NOTHING_FOREIGN };
  const snapshot = { at, booksFrom: at, ...nothing, account, openOrders };
  await world.storage.transact((tables) =>
    takeOver(tables, needs.identifiers, { id: world.accountId }, snapshot),
  );
  return { world, needs };
}

/** An account with a buy of ten shares that the venue calls 673. */
async function withOrder() {
  const world = await openTestWorld();
  const process = world.open();
  const { needs } = process;
  const placed = await inTime(world, placeOrder(needs)(await automatedDraft(world, process)));
  if (!placed.ok) throw new Error(placed.refusal.kind);
  const { clientKey } = placed.value.order;
  await world.storage.transact((tables) =>
    tables.orders.change(clientKey, (order) => ({
      ok: true,
      value: { ...order, brokerOrderId: "673" },
    })),
  );
  return { world, needs, clientKey };
}
