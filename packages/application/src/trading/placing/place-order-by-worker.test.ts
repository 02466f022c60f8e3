import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { firstPrice } from "../../testing/first-price.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import {
  AAPL,
  automatedDraft,
  dollars,
  holdShares,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import { placeOrder } from "./place-order.ts";

describe("placeOrder, by the worker", () => {
  it("makes one order of one signal, however often it is decided", async () => {
    const world = await openTestWorld();
    const process = world.open();
    const draft = await automatedDraft(world, process);

    const first = await inTime(world, placeOrder(process.needs)(draft));
    const again = await inTime(world, placeOrder(process.needs)(draft));

    if (!first.ok) throw new Error(first.refusal.kind);
    const { clientKey } = first.value.order;
    expect(again).toMatchObject({ ok: true, value: { order: { clientKey } } });
    expect(world.venue.orders).toHaveLength(1);
  });

  it("writes nothing under a lease somebody else has had since", async () => {
    const world = await openTestWorld();
    const process = world.open();
    const draft = await automatedDraft(world, process);
    await oneByOne(world.storage).leases.release(world.accountId, "test-worker");

    const placed = await inTime(world, placeOrder(process.needs)(draft));

    expect(placed).toMatchObject({ ok: false, refusal: { kind: "lease-lost" } });
    expect(await ordersOf(world)).toEqual([]);
  });

  it("enters nothing on the day of a halt that is on record, and leaves all the same", async () => {
    const world = await openTestWorld();
    const process = world.open();
    const { accountId, clock, storage } = world;
    const account = (await storage.read.accounts.byId(accountId))!;
    const { day } = process.needs.calendarOf(account).sessionAt(clock.now())!;
    await storage.transact((tables) =>
      tables.accounts.change(accountId, (row) => ({ ...row, haltedDay: day })),
    );
    await holdShares(world, MSFT, 10, true);
    const place = placeOrder(process.needs);

    const entry = await inTime(world, place(await automatedDraft(world, process)));
    const exit = await automatedDraft(world, process, { ticker: MSFT, side: "sell" });

    expect(entry).toMatchObject({
      refusal: { kind: "limit-broken", limit: { kind: "halted" } },
    });
    expect(await inTime(world, place(exit))).toMatchObject({ ok: true });
  });

  it("sends nothing once automation is off, whatever the decision was", async () => {
    const world = await openTestWorld();
    const process = world.open();
    const draft = await automatedDraft(world, process);
    await world.storage.transact((tables) =>
      tables.settings.change(world.accountId, world.userId, (settings) => ({
        ...settings,
        automationEnabled: false,
      })),
    );

    const placed = await inTime(world, placeOrder(process.needs)(draft));

    expect(placed).toMatchObject({ ok: false, refusal: { kind: "automation-off" } });
    expect(await ordersOf(world)).toMatchObject([{ status: "denied" }]);
  });

  it("leaves but no longer enters once the trial is over", async () => {
    const world = await openTestWorld();
    const process = world.open();
    await holdShares(world, MSFT, 10, true);
    await world.storage.transact((tables) =>
      tables.users.change(world.userId, (user) => ({
        ...user,
        subscriptionStatus: "trial",
        trialEndsAt: world.clock.now(),
      })),
    );
    const entry = await automatedDraft(world, process);
    const exit = await automatedDraft(world, process, { ticker: MSFT, side: "sell" });

    const entered = await inTime(world, placeOrder(process.needs)(entry));
    const left = await inTime(world, placeOrder(process.needs)(exit));

    expect(entered).toMatchObject({ ok: false, refusal: { kind: "subscription-required" } });
    expect(left.ok).toBe(true);
  });

  it("sends no decision older than 15 seconds", async () => {
    const world = await openTestWorld();
    const process = world.open();
    const draft = await automatedDraft(world, process);
    await world.clock.pass(15_001);

    const placed = await inTime(world, placeOrder(process.needs)(draft));

    expect(placed).toMatchObject({ ok: false, refusal: { kind: "stale-decision" } });
  });

  it("sends no more shares than the settings say once it is written down", async () => {
    const world = await openTestWorld();
    const process = world.open();
    const draft = await automatedDraft(world, process);
    const { quantity } = draft.intent;
    await world.storage.transact((tables) =>
      tables.settings.change(world.accountId, "a test", (settings) => ({
        ...settings,
        strategy: { ...settings.strategy, sharesToBuy: shares(quantity - 1) },
      })),
    );

    const placed = await inTime(world, placeOrder(process.needs)(draft));

    expect(placed).toMatchObject({
      ok: false,
      refusal: { kind: "more-than-set", wanted: quantity, most: quantity - 1 },
    });
  });

  it("stands back while another order for the symbol is open", async () => {
    const world = await openTestWorld();
    const process = world.open();
    const limit = dollars(5) as never;
    await inTime(world, placeOrder(process.needs)(manualDraft(world, { limit })));

    const placed = await inTime(
      world,
      placeOrder(process.needs)(await automatedDraft(world, process)),
    );

    expect(placed).toMatchObject({ ok: false, refusal: { kind: "order-at-work" } });
  });

  it("buys nothing that is held already, whatever its book believed", async () => {
    const world = await openTestWorld();
    const process = world.open();
    await holdShares(world, AAPL, 10, true);
    const draft = await automatedDraft(world, process);

    const placed = await inTime(world, placeOrder(process.needs)(draft));

    expect(placed).toMatchObject({ ok: false, refusal: { kind: "already-held" } });
    expect(world.venue.orders).toEqual([]);
  });

  it("sells nothing of what is fewer than when it was decided", async () => {
    const world = await openTestWorld();
    const process = world.open();
    await holdShares(world, AAPL, 15, true);
    const draft = await automatedDraft(world, process, { side: "sell" });
    const place = (held: number) =>
      inTime(world, placeOrder(process.needs)({ ...draft, held: shares(held) }));

    const late = await place(25);
    const known = await place(15);

    expect(late).toMatchObject({
      ok: false,
      refusal: { kind: "holding-changed", held: 15, decidedOf: 25 },
    });
    expect(known).toMatchObject({ ok: true });
  });

  it("sells nothing by a trail that a purchase has anchored anew since it was decided", async () => {
    const world = await openTestWorld();
    const process = world.open();
    await holdShares(world, AAPL, 15, true);
    const draft = await automatedDraft(world, process, { side: "sell" });

    const placed = await inTime(world, placeOrder(process.needs)({ ...draft, held: shares(10) }));

    expect(placed).toMatchObject({
      ok: false,
      refusal: { kind: "holding-changed", held: 15, decidedOf: 10 },
    });
  });

  it("lets the stop sell what is left, of however many it was decided", async () => {
    const world = await openTestWorld();
    const process = world.open();
    await holdShares(world, AAPL, 15, true);
    const draft = await automatedDraft(world, process, { side: "sell", reason: "stop-loss" });

    const placed = await inTime(world, placeOrder(process.needs)({ ...draft, held: shares(25) }));

    expect(placed).toMatchObject({ ok: true });
  });

  it("touches no holding that was not handed over", async () => {
    const world = await openTestWorld();
    const process = world.open();
    await holdShares(world, AAPL, 10, false);

    const placed = await inTime(
      world,
      placeOrder(process.needs)(await automatedDraft(world, process, { side: "sell" })),
    );

    expect(placed).toMatchObject({ ok: false, refusal: { kind: "position-unmanaged" } });
  });

  it("keeps the cash reserve, read anew", async () => {
    const price = await firstPrice();
    const world = await openTestWorld({ cash: dollars((price * 10 * 1.05) / 10_000) });
    const process = world.open();

    const placed = await inTime(
      world,
      placeOrder(process.needs)(await automatedDraft(world, process)),
    );

    expect(placed).toMatchObject({
      refusal: { kind: "limit-broken", limit: { kind: "cash-reserve" } },
    });
  });
});
