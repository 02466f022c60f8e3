import { instant } from "@sevenfold/domain/market";
import { money, type Price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { ForeignOrder, ForeignThings } from "../../ports/foreign.ts";
import { executionOf } from "../../testing/executed-order.ts";
import { someOrder } from "../../testing/storage-rows.ts";
import { AAPL, dollars, inTime, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { recordExecution } from "../fills/record-execution.ts";
import { reconcileAccount } from "./reconcile-account.ts";

describe("an order of others that turns out to be none of shares traded here", () => {
  it.each([
    ["soon", 1_000],
    ["after it has rested", 86_400_000],
  ])("ends in the books %s, and leaves the account readable with its cash right", async (_, ms) => {
    const { reconcile, turn, world } = await withOrder();
    await reconcile();
    expect(await ordersOf(world)).toMatchObject([{ brokerOrderId: "dear", status: "working" }]);
    await world.clock.pass(ms);
    turn();

    for (const _ of ["once", "again"])
      expect(await reconcile()).toMatchObject({ ok: true, value: { cashDrift: 0, drift: [] } });
    expect(await ordersOf(world)).toMatchObject([
      { brokerOrderId: "dear", status: "canceled", filled: 0 },
    ]);
    expect((await world.storage.read.accounts.byId(world.accountId))?.status).toBe("active");
  });
});

describe("an order of ours that traded at more than any price here can say", () => {
  it("ends in the books, and leaves the account readable with its cash right", async () => {
    const { needs, told, world } = await ours();
    told({ isDear: true, isOpen: false });
    world.venue.cash = money(world.venue.cash - dollars(750_000));

    for (const _ of ["once", "again"])
      expect(await reconciled(world, needs)).toMatchObject({
        ok: true,
        value: { cashDrift: 0, drift: [] },
      });
    expect(await ordersOf(world)).toMatchObject([
      { status: "canceled", filled: 0, lastMessage: expect.stringContaining("$100,000") },
    ]);
  });

  it("has its cash counted once where some of it was booked as shares before", async () => {
    const { needs, told, world } = await ours();
    const { accountId, clock, storage, venue } = world;
    const first = executionOf(world, {
      ...{ brokerOrderId: "dear", quantity: shares(1), price: dollars(5) as number as Price },
    });
    venue.executions.push(first);
    venue.cash = money(venue.cash - dollars(5));
    await recordExecution(needs, "stream")(accountId, first);
    expect((await storage.read.accounts.byId(accountId))?.cash).toBe(venue.cash);
    told({ isDear: true, isOpen: false });
    venue.cash = money(venue.cash - dollars(750_000));
    await clock.pass(1_000);

    await reconciled(world, needs);
    expect((await storage.read.accounts.byId(accountId))?.cash).toBe(venue.cash);
  });

  it.each([
    ["is still open", { isDear: true, isOpen: true }],
    ["is told as something else", { isOpen: false }],
  ])("leaves the account unread where it %s", async (_, facts) => {
    const { needs, told, world } = await ours();
    told(facts);

    expect(await reconciled(world, needs)).toMatchObject({
      ok: false,
      refusal: { kind: "broker-unavailable" },
    });
    expect((await ordersOf(world))[0]).toMatchObject({ status: "working" });
  });
});

const reconciled = (world: World, needs: Parameters<typeof reconcileAccount>[0]) =>
  inTime(world, reconcileAccount(needs, openNotFoundWatch())(world.accountId));

/** An order of ours that is at work, by the books, and that the broker tells as foreign. */
async function ours() {
  const world = await openTestWorld();
  const { needs } = world.open();
  const { accountId, clock, storage, venue } = world;
  const order = someOrder(accountId, {
    ...{ brokerOrderId: "dear", status: "working", ticker: AAPL },
    ...{ createdAt: clock.now(), updatedAt: clock.now(), submittedAt: clock.now() },
  });
  await storage.transact((tables) => tables.orders.add(order));
  return {
    needs,
    world,
    told(facts: Pick<ForeignOrder, "isDear" | "isOpen">) {
      const things = { symbol: "BRK.A", kind: "other", quantity: "1" } as const;
      const at = clock.now();
      venue.foreign = {
        holdings: [{ ...things, value: dollars(750_000) }],
        orders: [{ ...things, ...facts, brokerOrderId: "dear", submittedAt: at }],
        trades: [{ kind: "other-cash", id: "trade:dear", at, amount: dollars(-750_000) }],
      };
    },
  };
}

/** An order at the market for a share of which nobody knows yet that it costs $750,000. */
async function withOrder() {
  const world = await openTestWorld();
  const { needs } = world.open();
  const { clock, venue } = world;
  const placed = {
    ...({ brokerOrderId: "dear", ticker: AAPL, side: "buy", quantity: shares(1) } as const),
    ...{ extendedHours: false, submittedAt: instant(clock.now() + 1) },
  } as const;
  venue.orders.push({ ...placed, state: "working", filled: shares(0) });
  await clock.pass(2);
  return {
    world,
    reconcile: () => inTime(world, reconcileAccount(needs, openNotFoundWatch())(world.accountId)),
    turn() {
      venue.orders.splice(0, 1);
      venue.cash = money(venue.cash - dollars(750));
      const { brokerOrderId, submittedAt } = placed;
      const order = { symbol: "BRK.A", kind: "other", quantity: "1", isOpen: false } as const;
      const trade = { kind: "other-cash", at: clock.now(), amount: dollars(-750) } as const;
      venue.foreign = {
        holdings: [{ symbol: "BRK.A", kind: "other", quantity: "1", value: dollars(750) }],
        orders: [{ ...order, brokerOrderId, submittedAt }],
        trades: [{ ...trade, id: "trade:dear" }],
      } satisfies ForeignThings;
    },
  };
}
