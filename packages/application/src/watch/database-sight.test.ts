import { instant, type Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { oneByOne } from "../testing/one-by-one.ts";
import { AAPL, holdShares, MSFT, openTestWorld, TSLA } from "../testing/trading-world.ts";
import type { World } from "../testing/world/world.ts";
import { databaseSight } from "./database-sight.ts";

const sightOn = ({ clock, storage }: World) =>
  databaseSight("the database", clock, async () => storage.read);

describe("a look into the database", () => {
  it("counts a position as on sale when orders that the broker has taken sell all of it", async () => {
    const world = await openTestWorld();
    for (const ticker of [AAPL, MSFT, TSLA]) await holdShares(world, ticker, 10, true);
    await sells(world, "A", { ticker: AAPL, quantity: 6 });
    await sells(world, "B", { ticker: AAPL, quantity: 6, filled: 2, status: "partially-filled" });
    await sells(world, "C", { ticker: MSFT, quantity: 10, status: "unknown" });
    await sells(world, "D", { ticker: MSFT, quantity: 10, side: "buy" });
    await sells(world, "E", { ticker: TSLA, quantity: 12, filled: 3, status: "partially-filled" });

    expect(await sightOn(world).atStake()).toMatchObject({
      accounts: [{ label: "Primary Account", isAutomated: true, positions: 3, positionsOnSale: 1 }],
      unnamed: 0,
    });
  });

  it("passes over demos, and accounts that hold nothing and are not automated", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    expect(await sightOn(world).atStake()).toEqual({ accounts: [], unnamed: 0 });

    await holdShares(world, AAPL, 1, true);
    expect((await sightOn(world).atStake())?.accounts).toHaveLength(1);
    await world.storage.transact(({ users }) =>
      users.change(world.userId, (user) => ({ ...user, isDemo: true })),
    );
    expect(await sightOn(world).atStake()).toEqual({ accounts: [], unnamed: 0 });
  });

  it.each([
    [1, "error"],
    [1, "pending"],
    [0, "disabled"],
  ] as const)(
    "has %i account at stake that is %s: what waits for its broker holds shares all the same",
    async (count, status) => {
      const world = await openTestWorld();
      await holdShares(world, AAPL, 10, true);
      await world.storage.transact(({ accounts }) =>
        accounts.change(world.accountId, (row) => ({ ...row, status })),
      );

      expect((await sightOn(world).atStake())?.accounts).toMatchObject(
        [{ label: "Primary Account", isAutomated: true, positions: 1 }].slice(0, count),
      );
    },
  );

  it("names twenty accounts, the automated ones first, and counts the others", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    await holdShares(world, AAPL, 1, true);
    const first = (await world.storage.read.accounts.byId(world.accountId))!;
    const settings = (await world.storage.read.settings.of(world.accountId))!;
    for (let number = 0; number < 24; number += 1) {
      const id = `00000000-0000-4000-8000-0000000002${String(number).padStart(2, "0")}`;
      await world.storage.transact(async (tables) => {
        await tables.accounts.add({ ...first, id, label: `${number}`, isSelected: false });
        await tables.settings.add({ ...settings, accountId: id, automationEnabled: true });
      });
    }

    const { accounts, unnamed } = (await sightOn(world).atStake())!;

    expect(accounts).toHaveLength(20);
    expect(accounts.every(({ isAutomated }) => isAutomated)).toBe(true);
    expect(unnamed).toBe(5);
  });

  it("looks at no more than two hundred accounts, and counts the others all the same", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const first = (await world.storage.read.accounts.byId(world.accountId))!;
    await world.storage.transact(async ({ accounts }) => {
      for (let number = 0; number < 202; number += 1) {
        const id = `00000000-0000-4000-8000-000000000${300 + number}`;
        await accounts.add({ ...first, id, label: `${number}`, isSelected: false });
      }
    });

    expect((await sightOn(world).atStake())?.unnamed).toBe(3);
  });

  it("says of a database that is away which one it is, and why, on one line", async () => {
    const { clock } = await openTestWorld();
    const sight = databaseSight("the database at db.lan", clock, async () => {
      throw new Error("connect ECONNREFUSED\nwhatever else");
    });
    const says = "the database at db.lan cannot be read: connect ECONNREFUSED\\nwhatever else";

    await expect(sight.look()).rejects.toThrow(says);
    await expect(sight.atStake()).rejects.toThrow(says);
  });

  it("sees that no worker has ever pinged", async () => {
    const world = await openTestWorld();

    expect(await sightOn(world).look()).toEqual({
      workerPing: "never",
      notReady: [],
      hasPrices: true,
      disconnected: [],
      stopped: [],
    });
  });

  it("believes the pings of half a minute, and forgets what a worker said that has gone", async () => {
    const world = await openTestWorld();
    const pinged = (workerId: string, agoMs: number, isWell: boolean) =>
      oneByOne(world.storage).workers.ping({
        workerId,
        at: instant(world.clock.now() - agoMs),
        brokerConnected: isWell,
        ...(isWell ? {} : { disconnectedAccounts: [world.accountId] }),
        marketDataActive: isWell,
      });
    await pinged("gone", 31_000, false);
    await pinged("here", 1_000, true);
    expect(await sightOn(world).look()).toMatchObject({ hasPrices: true, disconnected: [] });

    await pinged("beside", 2_000, false);
    expect(await sightOn(world).look()).toMatchObject({
      workerPing: instant(world.clock.now() - 1_000),
      hasPrices: false,
      disconnected: [{ label: "Primary Account" }],
    });
    // One that is not traded any more is nobody's trouble.
    await world.storage.transact(({ accounts }) =>
      accounts.change(world.accountId, (account) => ({ ...account, status: "disabled" })),
    );
    expect(await sightOn(world).look()).toMatchObject({ disconnected: [] });
  });

  it.each([
    [1, "error", "keys-refused"],
    [1, "pending", "needs-authorisation"],
    [0, "disabled", "paused"],
  ] as const)(
    "misses %i account at a broker that is %s: %s",
    async (count, status, statusReason) => {
      const world = await openTestWorld();
      await holdShares(world, AAPL, 10, true);
      await world.storage.transact(({ accounts }) =>
        accounts.change(world.accountId, (row) => ({
          ...row,
          venue: "paper",
          status,
          statusReason,
        })),
      );

      expect((await sightOn(world).look()).disconnected).toMatchObject(
        [{ label: "Primary Account", isAutomated: true, positions: 1 }].slice(0, count),
      );
    },
  );

  it("misses no broker of an account that was removed", async () => {
    const world = await openTestWorld();
    await oneByOne(world.storage).workers.ping({
      workerId: "here",
      at: world.clock.now(),
      brokerConnected: false,
      disconnectedAccounts: [world.accountId],
      marketDataActive: true,
    });
    await world.storage.transact(({ accounts }) =>
      accounts.change(world.accountId, (row) => ({ ...row, removedAt: world.clock.now() })),
    );

    expect((await sightOn(world).look()).disconnected).toEqual([]);
  });
});

interface Selling {
  readonly ticker: Ticker;
  readonly quantity: number;
  readonly filled?: number;
  readonly status?: Order["status"];
  readonly side?: Order["side"];
}

async function sells(world: World, letter: string, order: Selling): Promise<void> {
  const { filled = 0, quantity, side = "sell", status = "working", ticker } = order;
  const at = world.clock.now();
  await world.storage.transact(({ orders }) =>
    orders.add({
      ...{ clientKey: letter.repeat(20), accountId: world.accountId, ticker, side, status },
      origin: "manual",
      quantity: shares(quantity),
      extendedHours: false,
      filled: shares(filled),
      filledNotional: money(0),
      reservedCash: money(0),
      attempts: 1,
      createdAt: at,
      updatedAt: at,
    }),
  );
}
