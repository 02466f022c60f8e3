import { instant } from "@sevenfold/domain/market";
import { NO_MONEY, price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { seed } from "../../testing/storage-rows.ts";
import { AAPL, dollars, inTime, MSFT, openTestWorld, TSLA } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { toggleAutomation } from "./toggle-automation.ts";

describe("switching automation on with fresh trails", () => {
  it("keeps a cool-down that began after the trails were last saved, and begins none for what was never sent", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const { accountId, userId } = world;
    const { needs } = world.open();
    for (const ticker of [AAPL, MSFT, TSLA]) await needs.prices.ask(ticker);
    const at = world.clock.now();
    await savedTrails(world);
    await ended(world, { ticker: AAPL, status: "filled", filled: shares(10) });
    await ended(world, { ticker: MSFT, status: "rejected" });
    await ended(world, { ticker: TSLA, status: "denied", attempts: 0 });
    const { workers } = oneByOne(world.storage);
    await workers.ping({ workerId: "w", at, brokerConnected: true, marketDataActive: true });

    const wanted = { accountId, userId, enabled: true, startFresh: true };
    expect(await inTime(world, toggleAutomation(needs)(wanted))).toMatchObject({ ok: true });

    const stored = await world.storage.read.trails.of(accountId);
    const until = new Map(stored?.trails.map((each) => [each.ticker, each.coolDownUntil]));
    expect([AAPL, MSFT, TSLA].map((ticker) => until.get(ticker))).toEqual([
      at + 600_000,
      at + 600_000,
      0,
    ]);
  });
});

describe("switching automation", () => {
  it("is nobody's but the owner's, on and off, whatever state the account is in", async () => {
    const world = await openTestWorld();
    const { accountId } = world;
    const { needs } = world.open();
    const { user: stranger } = await seed(world.storage);
    const toggle = (enabled: boolean) =>
      inTime(world, toggleAutomation(needs)({ accountId, userId: stranger.id, enabled }));
    const refusal = { ok: false, refusal: { kind: "account-not-found" } };

    expect(await toggle(false)).toEqual(refusal);
    expect((await world.storage.read.settings.of(accountId))?.automationEnabled).toBe(true);
    await oneByOne(world.storage).accounts.change(accountId, (row) => ({
      ...row,
      status: "disabled",
    }));
    expect(await toggle(true)).toEqual(refusal);
  });
});

const savedTrails = ({ accountId, clock, storage }: World) => {
  const at = instant(clock.now() - 4_000);
  const each = price(1_000_000);
  return storage.transact((tables) =>
    tables.trails.save({
      accountId,
      savedAt: at,
      trails: [AAPL, MSFT, TSLA].map((ticker) => ({
        ticker,
        since: at,
        high: each,
        low: each,
        last: each,
        lastAt: at,
        coolDownUntil: instant(0),
        sessionsBelow: 0,
        version: 0,
      })),
    }),
  );
};

/** An automated order that has just ended so. */
const ended = ({ accountId, clock, storage }: World, facts: Partial<Order>) =>
  storage.transact(async (tables) => {
    const at = clock.now();
    const order: Order = {
      clientKey: `KEY${facts.ticker}`,
      accountId,
      ticker: AAPL,
      side: "buy",
      origin: "automated",
      quantity: shares(10),
      extendedHours: false,
      status: "filled",
      filled: shares(0),
      filledNotional: NO_MONEY,
      reservedCash: NO_MONEY,
      reason: "trail-drop",
      attempts: 1,
      createdAt: at,
      updatedAt: at,
      ...facts,
    };
    await tables.orders.add(order);
    if (order.filled === 0) return;
    await tables.fills.add({
      accountId,
      clientKey: order.clientKey,
      ticker: order.ticker,
      side: "buy",
      executionId: "e-1",
      quantity: order.filled,
      price: price(1_000_000),
      fee: NO_MONEY,
      at,
      realized: dollars(0),
      reason: "trail-drop",
    });
  });
