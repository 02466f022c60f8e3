import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { type Price, shares } from "@sevenfold/domain/money";
import { isOpen, type Order } from "@sevenfold/domain/order";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REDUCTION_REASONS, type ReductionReason } from "../../ports/stores/account.ts";
import { buy, ONE, RICH } from "../../testing/hand-orders.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import {
  automatedDraft,
  dollars,
  holdShares,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import type { ManualDraft } from "../account/order-draft.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { placeOrder } from "../placing/place-order.ts";
import { reconcileAccount } from "../reconciliation/reconcile-account.ts";
import { toggleAutomation } from "../settings/toggle-automation.ts";
import { reduceAccount } from "./reduce-account.ts";
import { REDUCED_BY_HAND_MS } from "./reduction.ts";

const FAR_BELOW = dollars(5) as number as Price;

describe("an account that wants too many orders", () => {
  it("sends 30 a minute, and then nothing but sells and cancels for a while", async () => {
    const world = await openTestWorld({ ...RICH, automationEnabled: false });
    const { needs } = world.open();
    await holdShares(world, MSFT, 10, true);

    const placed = await together(world, needs, 31, { limit: FAR_BELOW });
    expect(placed.filter(({ ok }) => ok)).toHaveLength(30);
    expect(placed.at(-1)).toMatchObject({ refusal: { kind: "too-many-orders" } });
    await world.clock.pass(MINUTE_MS);

    expect(await buy(world, needs)).toMatchObject({
      refusal: { kind: "account-reduced", because: "too-many-orders" },
    });
    expect(await sell(world, needs)).toMatchObject({ ok: true });
    const { clientKey } = (await world.storage.read.orders.open(world.accountId))[0]!;
    const wanted = { accountId: world.accountId, clientKey };
    expect(await inTime(world, cancelOrder(needs)(wanted))).toMatchObject({ ok: true });
    await world.clock.pass(REDUCED_BY_HAND_MS);
    expect(await buy(world, needs)).toMatchObject({ ok: true });
  });

  it("counts what was sent, however much was refused in between", async () => {
    const world = await openTestWorld({ ...RICH, automationEnabled: false });
    const { needs } = world.open();
    await together(world, needs, 30);
    await together(world, needs, 100, { ticker: "NOPE" as Ticker });

    expect(await buy(world, needs)).toMatchObject({ refusal: { kind: "too-many-orders" } });
  });

  it("notes once that it is held back, however often it goes on trying", async () => {
    const world = await openTestWorld({ ...RICH, automationEnabled: false });
    const { needs } = world.open();
    await together(world, needs, 40);

    const audit = await world.storage.read.audit.latest(world.userId, 500);

    expect(audit.filter(({ action }) => action === "account-reduced")).toMatchObject([
      { text: "Primary Account: More than 30 orders were wanted within a minute." },
    ]);
  });

  it("is let go on by whoever switches automation on again", async () => {
    const world = await openTestWorld({ ...RICH, automationEnabled: false });
    const process = world.start();
    await world.clock.pass(6_000);
    const { needs } = process;
    await together(world, needs, 31);
    await world.clock.pass(MINUTE_MS);
    const { accountId, userId } = world;

    await inTime(world, toggleAutomation(needs)({ accountId, userId, enabled: true }));

    expect(await buy(world, needs)).toMatchObject({ ok: true });
    const audit = await world.storage.read.audit.latest(userId, 500);
    expect(audit.filter(({ action }) => action === "account-released")).toHaveLength(1);
    await inTime(
      world,
      process.stop().then(() => undefined),
    );
  });

  it("sends the sells of an emergency all the same", async () => {
    const world = await openTestWorld({ ...RICH, automationEnabled: false });
    const { needs } = world.open();
    await holdShares(world, MSFT, 40, true);
    await together(world, needs, 31);

    const sold = await together(world, needs, 40, {
      ticker: MSFT,
      side: "sell",
    });

    expect(sold.every(({ ok }) => ok)).toBe(true);
  });

  it("lets its worker leave, but enter only after its user has looked", async () => {
    const world = await openTestWorld(RICH);
    const process = world.open();
    await holdShares(world, MSFT, 10, true);
    await together(world, process.needs, 31);
    await world.clock.pass(REDUCED_BY_HAND_MS);

    const entry = await automatedDraft(world, process);
    const exit = await automatedDraft(world, process, { ticker: MSFT, side: "sell" });

    expect(await inTime(world, placeOrder(process.needs)(entry))).toMatchObject({
      refusal: { kind: "account-reduced" },
    });
    expect(await inTime(world, placeOrder(process.needs)(exit))).toMatchObject({ ok: true });
  });
});

describe("the breakers, whatever their state", () => {
  it("never hold up a sell of what is held, an exit or a cancel", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...REDUCTION_REASONS]),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 1, max: 5 }),
        async (reasons, sent, ordersPerMinuteMax, count) => {
          const world = await openTestWorld();
          const process = world.open();
          const needs = { ...process.needs, submission: { ordersPerMinuteMax } };
          await holdShares(world, MSFT, 10, true);
          await reducedFor(world, reasons);
          const resting = await sentBefore(world, sent);

          const exit = await automatedDraft(world, process, { ticker: MSFT, side: "sell" });
          const quantity = shares(count);
          const left = { ...exit, intent: { ...exit.intent, quantity } };
          expect(await inTime(world, placeOrder(needs)(left))).toMatchObject({ ok: true });
          await world.clock.pass(5_000);
          await soldByVenue(world);
          expect(await buy(world, needs, { ticker: MSFT, side: "sell", quantity })).toMatchObject({
            ok: true,
          });
          const { accountId } = world;
          const wanted = { accountId, clientKey: resting.clientKey };
          expect(await inTime(world, cancelOrder(needs)(wanted))).toMatchObject({ ok: true });
        },
      ),
      { numRuns: 12 },
    );
  });
});

const reducedFor = (world: World, reasons: readonly ReductionReason[]): Promise<void> =>
  world.storage.transact(async (tables) => {
    for (const because of reasons) {
      const account = await tables.accounts.lock(world.accountId);
      await reduceAccount(tables, account!, { because, at: world.clock.now() });
    }
  });

/** Orders of a moment ago, of which the newest rests at the venue. */
async function sentBefore(world: World, count: number): Promise<Order> {
  const { needs } = world.open();
  const placed = await buy(world, needs, { limit: FAR_BELOW });
  const resting = (await ordersOf(world))[0]!;
  if (!placed.ok && resting.status === "denied") {
    const open = { ...resting, clientKey: "RESTING", status: "working", brokerOrderId: "b-1" };
    await world.storage.transact((tables) => tables.orders.add(open as Order));
  }
  const at = world.clock.now();
  await world.storage.transact(async (tables) => {
    for (let order = 0; order < count; order += 1)
      await tables.orders.add({
        ...resting,
        clientKey: `EARLIER${order}`,
        ticker: "TSLA" as Ticker,
        status: "canceled",
        attempts: 1,
        createdAt: at,
        updatedAt: at,
      });
  });
  return (await ordersOf(world)).find(isOpen)!;
}

/** What the venue has filled is booked. */
const soldByVenue = (world: World) =>
  inTime(world, reconcileAccount(world.open().needs, openNotFoundWatch())(world.accountId));

describe("all accounts together", () => {
  it("send no more within a minute than the installation allows", async () => {
    const world = await openTestWorld({ ...RICH, automationEnabled: false });
    const needs = { ...world.open().needs, submission: { ordersPerMinuteMax: 5 } };

    const placed = await together(world, needs, 6);

    expect(placed.filter(({ ok }) => ok)).toHaveLength(5);
    expect(placed.at(-1)).toMatchObject({ refusal: { kind: "too-many-orders-in-all", limit: 5 } });
    expect(await buy(world, needs)).toMatchObject({ refusal: { kind: "account-reduced" } });
  });
});

describe("a halt", () => {
  it("keeps every order from being sent, and says why, until it is lifted", async () => {
    const world = await openTestWorld();
    const process = world.open();
    const { needs } = process;
    await holdShares(world, MSFT, 10, true);
    const since = world.clock.now() as Instant;
    await oneByOne(world.storage).halts.halt({ reason: "a fault at the broker", since });

    const refusal = { kind: "trading-halted", reason: "a fault at the broker" };
    const exit = await automatedDraft(world, process, { ticker: MSFT, side: "sell" });
    expect(await buy(world, needs)).toMatchObject({ refusal });
    expect(await sell(world, needs)).toMatchObject({ refusal });
    expect(await inTime(world, placeOrder(needs)(exit))).toMatchObject({ refusal });
    expect(world.venue.orders).toEqual([]);
    await oneByOne(world.storage).halts.lift();

    expect(await buy(world, needs)).toMatchObject({ ok: true });
  });

  it("may be told by the installation itself", async () => {
    const world = await openTestWorld();
    const needs = { ...world.open().needs, submission: { haltedBecause: "maintenance" } };

    expect(await buy(world, needs)).toMatchObject({ refusal: { kind: "trading-halted" } });
    expect(await ordersOf(world)).toMatchObject([{ status: "denied" }]);
  });
});

const together = (
  world: World,
  needs: TradingNeeds,
  count: number,
  draft: Partial<ManualDraft> = {},
) =>
  inTime(
    world,
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        placeOrder(needs)(
          manualDraft(world, {
            quantity: ONE,
            idempotencyKey: `${JSON.stringify(draft)} ${n}`,
            ...draft,
          }),
        ),
      ),
    ),
  );

const sell = (world: World, needs: TradingNeeds) =>
  buy(world, needs, { ticker: MSFT, side: "sell" });
