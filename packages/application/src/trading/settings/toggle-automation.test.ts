import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { NO_MONEY, price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { seed } from "../../testing/storage-rows.ts";
import { AAPL, dollars, inTime, MSFT, openTestWorld, TSLA } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { freezeAccount } from "../safeguards/freeze-account.ts";
import { reduceAccount } from "../safeguards/reduce-account.ts";
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

describe("switching automation on in the moment in which the account is stopped", () => {
  const on = async (world: World) => {
    const { accountId, userId } = world;
    return inTime(
      world,
      toggleAutomation(world.open().needs)({ accountId, userId, enabled: true }),
    );
  };
  const stands = async ({ accountId, storage }: World) => ({
    isOn: (await storage.read.settings.of(accountId))?.automationEnabled,
    because: (await storage.read.accounts.byId(accountId))?.reductions?.map((each) => each.because),
  });

  it("says why it was stopped and leaves it so, and switches on who has seen that", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const { accountId, clock, storage } = world;
    const { workers } = oneByOne(storage);
    const ping = () =>
      workers.ping({
        workerId: "w",
        at: clock.now(),
        brokerConnected: true,
        marketDataActive: true,
      });
    await ping();
    await storage.transact(async (tables) =>
      freezeAccount(tables, (await tables.accounts.lock(accountId))!, clock.now()),
    );
    clock.stall(1_900);

    const refusal = { kind: "account-reduced", because: "books-contradicted" };
    expect(await on(world)).toEqual({ ok: false, refusal });
    expect(await stands(world)).toEqual({ isOn: false, because: ["books-contradicted"] });

    clock.stall(100);
    await ping();
    expect(await on(world)).toMatchObject({ ok: true });
    expect(await stands(world)).toEqual({ isOn: true, because: undefined });
  });

  it("is switched on where the clock was a day ahead as its account was stopped", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const { clock, storage } = world;
    const at = clock.now();
    await oneByOne(storage).workers.ping({
      ...{ workerId: "w", at, brokerConnected: true, marketDataActive: true },
    });
    await storage.transact(async (tables) =>
      freezeAccount(
        tables,
        (await tables.accounts.lock(world.accountId))!,
        instant(at + 1_440 * MINUTE_MS),
      ),
    );

    expect(await on(world)).toMatchObject({ ok: true });
    expect(await stands(world)).toEqual({ isOn: true, because: undefined });
  });

  it("goes on where only books and broker are to agree again", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const { accountId, clock, storage } = world;
    const at = clock.now();
    const { workers } = oneByOne(storage);
    await workers.ping({ workerId: "w", at, brokerConnected: true, marketDataActive: true });
    await storage.transact(async (tables) =>
      reduceAccount(tables, (await tables.accounts.lock(accountId))!, {
        because: "cash-differs",
        at,
      }),
    );

    expect(await on(world)).toMatchObject({ ok: true });
    expect(await stands(world)).toEqual({ isOn: true, because: ["cash-differs"] });
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
