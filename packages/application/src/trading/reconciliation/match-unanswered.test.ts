import { type Instant, instant } from "@sevenfold/domain/market";
import { NO_MONEY, NO_SHARES } from "@sevenfold/domain/money";
import { applyOrderEvent, type Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { meanwhile } from "../../testing/meanwhile.ts";
import { inTime, ordersOf } from "../../testing/trading-world.ts";
import { namesOf, unanswered } from "../../testing/unanswered-order.ts";
import type { World } from "../../testing/world/world.ts";
import { recordOrderReport } from "../fills/record-order-report.ts";
import { releasedAccount } from "../safeguards/reduce-account.ts";

describe("an order without an answer at a broker that returns no keys", () => {
  it("is found by what it asks for, with its fills, and taken for nobody else's", async () => {
    const { world, reconcile } = await unanswered();

    await reconcile();

    expect(await ordersOf(world)).toMatchObject([{ origin: "manual", status: "filled" }]);
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.cash).toBe(world.venue.cash);
    expect(account?.reductions).toBeUndefined();
  });

  it("is left to reconciliation when a report of it comes alone", async () => {
    const { world, needs, broker } = await unanswered();
    const [report] = await inTime(world, broker.ordersSince(0 as Instant));

    expect(await recordOrderReport(needs)(world.accountId, report!)).toMatchObject({
      refusal: { kind: "still-in-progress" },
    });
    expect(await ordersOf(world)).toMatchObject([{ origin: "manual", status: "unknown" }]);
  });

  it("is not what a report tells under another's key", async () => {
    const { world, needs, broker } = await unanswered();
    const [report] = await inTime(world, broker.ordersSince(0 as Instant));
    const theirs = { ...report!, brokerOrderId: "673", clientKey: "THEIRS" };

    expect(await recordOrderReport(needs)(world.accountId, theirs)).toMatchObject({ ok: true });
    expect(await namesOf(world)).toEqual(["external working", "manual unknown"]);
  });

  it.each([
    ["ahead", 60_000, "submitting"],
    ["far behind", -600_000, "submitting"],
    ["ahead, and it was taken back", 60_000, "cancel-pending"],
  ] as const)(
    "is left to reconciliation also where the clock that wrote it down is %s",
    async (_, byMs, status) => {
      const { world, needs, broker } = await unanswered();
      const [order] = await ordersOf(world);
      await world.storage.transact(({ orders }) =>
        orders.change(order!.clientKey, (row) => ({
          ok: true,
          value: {
            ...row,
            status,
            createdAt: instant(row.createdAt + byMs),
            updatedAt: instant(row.updatedAt + byMs),
          },
        })),
      );
      const [report] = await inTime(world, broker.ordersSince(0 as Instant));

      expect(await recordOrderReport(needs)(world.accountId, report!)).toMatchObject({
        refusal: { kind: "still-in-progress" },
      });
      expect(await namesOf(world)).toEqual([`manual ${status}`]);
    },
  );

  it("freezes the account when two may be it, and books neither", async () => {
    const { world, reconcile, placeElsewhere } = await unanswered();
    placeElsewhere();

    for (let round = 0; round < 4; round += 1) await reconcile();

    expect(await ordersOf(world)).toMatchObject([
      { origin: "manual", status: "suspended", filled: 0 },
    ]);
    expect(await world.storage.read.accounts.byId(world.accountId)).toMatchObject({
      reductions: [{ because: "books-contradicted" }],
    });
    const settings = await world.storage.read.settings.of(world.accountId);
    expect(settings?.automationEnabled).toBe(false);
  });

  it("is paired with one of two alike where two alike of ours wait, and nobody is asked", async () => {
    const { world, reconcile, placeElsewhere } = await unanswered();
    await waitBeside(world);
    placeElsewhere();
    await world.clock.pass(10_000);

    await reconcile();

    const orders = await ordersOf(world);
    expect(orders.map(({ origin, status }) => `${origin} ${status}`)).toEqual([
      "manual filled",
      "manual filled",
    ]);
    expect(new Set(orders.map(({ brokerOrderId }) => brokerOrderId)).size).toBe(2);
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.reductions).toBeUndefined();
    expect(account?.cash).toBe(world.venue.cash);
  });

  it("is asked about where two alike of ours wait and one like them is there", async () => {
    const { world, reconcile } = await unanswered();
    await waitBeside(world);

    await reconcile();

    expect(await world.storage.read.accounts.byId(world.accountId)).toMatchObject({
      reductions: [{ because: "books-contradicted" }],
    });
  });

  it("is the first of two alike once somebody has looked, and the other is somebody else's", async () => {
    const { world, reconcile, placeElsewhere } = await unanswered();
    placeElsewhere();
    await reconcile();
    await world.clock.pass(10_000);

    await world.storage.transact((tables) =>
      tables.accounts.change(world.accountId, (row) => releasedAccount(row, world.clock.now())),
    );
    await reconcile();

    const origins = (await ordersOf(world)).map(({ origin, status }) => `${origin} ${status}`);
    expect(origins.sort()).toEqual(["external filled", "manual filled"]);
    expect((await world.storage.read.accounts.byId(world.accountId))?.cash).toBe(world.venue.cash);
  });

  it("is each another of those alike once somebody has looked, where two of ours wait", async () => {
    const { world, reconcile, placeElsewhere } = await unanswered();
    await waitBeside(world);
    placeElsewhere();
    placeElsewhere();
    await reconcile();
    await world.clock.pass(10_000);
    await world.storage.transact((tables) =>
      tables.accounts.change(world.accountId, (row) => releasedAccount(row, world.clock.now())),
    );

    await reconcile();

    expect(await namesOf(world)).toEqual(["external filled", "manual filled", "manual filled"]);
  });

  it("is not one that is known to be another of ours", async () => {
    const { world, reconcile } = await unanswered();
    await reconcile();
    await waitBeside(world);

    await reconcile();

    expect(await namesOf(world)).toEqual(["manual filled", "manual unknown"]);
  });

  it("is asked about no more where its answer comes while the question is put", async () => {
    const { world, needs, reconcileWith, placeElsewhere } = await unanswered();
    placeElsewhere();
    const [order] = await ordersOf(world);
    const answered = () =>
      world.storage.transact(({ orders }) =>
        orders.change(order!.clientKey, (row) =>
          applyOrderEvent(row, { type: "accepted", brokerOrderId: "known" }, world.clock.now()),
        ),
      );

    // The venue's number of the account is kept first.
    await reconcileWith({ ...needs, storage: meanwhile(world.storage, answered, 2) });

    expect(await world.storage.read.orders.byKey(order!.clientKey)).toMatchObject({
      status: "working",
      brokerOrderId: "known",
    });
  });

  it("is asked about no more once its user deleted everything", async () => {
    const { world, needs, reconcileWith, placeElsewhere } = await unanswered();
    placeElsewhere();
    const deleted = () => world.storage.transact(({ users }) => users.remove(world.userId));

    const there = { ...needs, storage: meanwhile(world.storage, deleted, 2) };
    const reconciled = await reconcileWith(there).catch((error: Error) => error);

    expect(reconciled).not.toMatchObject({ ok: true });
    expect(await ordersOf(world)).toEqual([]);
  });

  it("is canceled when it arrives after it was given up, and taken for nobody else's", async () => {
    const { world, reconcile } = await unanswered({ lostRequest: 1 });
    for (let round = 0; round < 3; round += 1) {
      await reconcile();
      await world.clock.pass(12_000);
    }
    await reconcile();
    const [given] = await ordersOf(world);
    expect(given).toMatchObject({ status: "rejected" });
    world.venue.isHalted = true;
    world.venue.receive(given!, given!.createdAt);
    await reconcile();

    expect(await ordersOf(world)).toMatchObject([{ origin: "manual", status: "cancel-pending" }]);
  });

  it("never arrived when the list shows none like it for long enough", async () => {
    const { world, reconcile } = await unanswered({ lostRequest: 1 });

    for (let round = 0; round < 4; round += 1) {
      await reconcile();
      await world.clock.pass(15_000);
    }

    expect(await ordersOf(world)).toMatchObject([{ origin: "manual", status: "rejected" }]);
  });
});

/** Another order of ours for the same, written a moment after the first, has no answer either. */
async function waitBeside(world: World): Promise<void> {
  const [first] = await ordersOf(world);
  const { brokerOrderId: _, ...asked } = first!;
  const twin: Order = {
    ...{ ...asked, clientKey: "SECOND", createdAt: instant(asked.createdAt + 1) },
    ...{ status: "unknown", filled: NO_SHARES, filledNotional: NO_MONEY },
  };
  await world.storage.transact((tables) => tables.orders.add(twin));
}
