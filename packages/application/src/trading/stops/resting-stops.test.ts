import { MINUTE_MS } from "@sevenfold/domain/market";
import { bps, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { type ForeignTie, NOTHING_FOREIGN } from "../../ports/foreign.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { holding, ownStops } from "../../testing/stopped-holding.ts";
import { AAPL, dollars, inTime } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { failed } from "../account/account-failure.ts";
import { freezeAccount } from "../safeguards/freeze-account.ts";
import { reduceAccount } from "../safeguards/reduce-account.ts";
import { changeSettings } from "../settings/change-settings.ts";
import { manageHolding } from "../settings/manage-holding.ts";
import { toggleAutomation } from "../settings/toggle-automation.ts";

const TIES: readonly ForeignTie[] = [
  { ticker: AAPL, as: "short" },
  { ticker: AAPL, as: "written-calls", shares: shares(10) },
];

describe("a stop that rests", () => {
  it("is taken back when automation goes off, and when it is wanted no more", async () => {
    const one = await holding(10);
    await toggleAutomation(one.needs)({ ...one.world, enabled: false });
    await one.world.clock.pass(20_000);
    const other = await holding(10);
    const wish = { strategy: {}, stopAtBroker: false };
    await inTime(other.world, changeSettings(other.needs)(other.world.userId, wish));
    await other.world.clock.pass(20_000);

    expect([...one.stopsThere(), ...other.stopsThere()]).toEqual([]);
    expect((await ownStops(one.world)).map(({ status }) => status)).toEqual(["canceled"]);
  });

  it("is taken back from a holding that the worker manages no more", async () => {
    const { needs, stopsThere, world } = await holding(10);

    await manageHolding(needs)({ ...world, ticker: AAPL, isManaged: false });
    await world.clock.pass(20_000);

    expect(stopsThere()).toEqual([]);
  });

  it("stays through a reduction, a freeze, and the end of a plan", async () => {
    for (const befall of [reduced, frozen, planEnded]) {
      const { stopsThere, world } = await holding(10);
      const [stop] = stopsThere();
      await befall(world);
      await world.clock.pass(60_000);
      expect(stopsThere()).toEqual([stop]);
    }
  });

  it("stays through a halt, and none is placed in it", async () => {
    const { stopsThere, world } = await holding(10);
    const { halts } = oneByOne(world.storage);
    await halts.halt({ reason: "A look at the books.", since: world.clock.now() });
    await world.clock.pass(60_000);
    expect(stopsThere()).toHaveLength(1);

    world.venue.end(stopsThere()[0]!.brokerOrderId, "canceled");
    await world.clock.pass(60_000);
    expect(stopsThere()).toEqual([]);

    await halts.lift();
    await world.clock.pass(30_000);
    expect(stopsThere()).toHaveLength(1);
  });

  it("is taken back when something else at the broker comes to stand on its shares, also from a frozen account", async () => {
    for (const tie of TIES)
      for (const isFrozen of [false, true]) {
        const { stopsThere, world } = await holding(10);
        if (isFrozen) await frozen(world);
        await world.clock.pass(30_000);
        expect(stopsThere(), tie.as).toHaveLength(1);

        const holdings = [{ symbol: "AAPL", kind: "short", quantity: "-1", tie }] as const;
        world.venue.foreign = { holdings, orders: [] };
        await world.clock.pass(2 * MINUTE_MS);

        expect(stopsThere(), tie.as).toEqual([]);
        expect(world.venue.positions.get(AAPL)?.quantity).toBe(10);
      }
  });

  it("is placed on nothing that something else at the broker stands on, and is once that is gone", async () => {
    for (const tie of TIES) {
      const { stopsThere, world } = await holding(10);
      const holdings = [{ symbol: "AAPL", kind: "short", quantity: "-1", tie }] as const;
      world.venue.foreign = { holdings, orders: [] };
      await world.clock.pass(2 * MINUTE_MS);
      for (const { brokerOrderId } of stopsThere()) world.venue.end(brokerOrderId, "canceled");
      await world.clock.pass(5 * MINUTE_MS);
      expect(stopsThere(), tie.as).toEqual([]);

      world.venue.foreign = NOTHING_FOREIGN;
      await world.clock.pass(2 * MINUTE_MS);
      expect(stopsThere(), tie.as).toMatchObject([{ quantity: 10 }]);
    }
  });

  it("is placed for nothing that books and broker do not agree about", async () => {
    const { stopsThere, world } = await holding(10);
    world.venue.positions.set(AAPL, { quantity: shares(12), costBasis: dollars(1_200) });
    await world.clock.pass(3 * MINUTE_MS);
    world.venue.end(stopsThere()[0]!.brokerOrderId, "canceled");
    await world.clock.pass(MINUTE_MS);
    expect(stopsThere()).toEqual([]);

    world.venue.positions.set(AAPL, { quantity: shares(10), costBasis: dollars(1_000) });
    await world.clock.pass(3 * MINUTE_MS);
    expect(stopsThere()).toHaveLength(1);
  });

  it("is placed for no account that the broker has shut out meanwhile", async () => {
    const { stopsThere, world } = await holding(10);
    await world.clock.pass(1_000);
    world.venue.end(stopsThere()[0]!.brokerOrderId, "canceled");
    // Its next one is due in a second; the worker hears of the account in five.
    await world.clock.pass(4_500);
    await oneByOne(world.storage).accounts.change(world.accountId, (row) =>
      failed(row, "keys-refused", world.clock.now()),
    );

    await world.clock.pass(60_000);

    expect(stopsThere()).toEqual([]);
  });

  it("is placed by nobody who has lost the lease", async () => {
    const { stopsThere, world } = await holding(10);
    const { leases } = oneByOne(world.storage);
    await world.clock.pass(1_000);
    world.venue.end(stopsThere()[0]!.brokerOrderId, "canceled");
    // Its next one is due in a second; the worker hears of the lease in five.
    await world.clock.pass(4_500);
    await leases.release(world.accountId, "worker-1");
    await leases.acquire({ accountId: world.accountId, owner: "other", durationMs: 600_000 });

    await world.clock.pass(60_000);

    expect(stopsThere()).toEqual([]);
  });

  it("is left alone where its price hardly moves, and replaced where it does", async () => {
    const { needs, stopsThere, world } = await holding(10);
    const set = async (stopLossBps: number) => {
      const wish = { strategy: { stopLossBps: bps(stopLossBps) } };
      await inTime(world, changeSettings(needs)(world.userId, wish));
      await world.clock.pass(30_000);
      return stopsThere().map(({ stop }) => stop);
    };

    expect(await set(1_005)).toEqual([900_000]);
    expect(await set(1_500)).toEqual([850_000]);
    expect(await ownStops(world)).toHaveLength(2);
  });

  it("is no order at work, and its cancel starts no cool-down", async () => {
    const { process, stopsThere, world } = await holding(10);
    const symbol = () => process.worker.accountView(world.accountId)!.symbols[0]!;
    expect(symbol().verdict).toMatchObject({ verdict: "waiting" });

    world.venue.end(stopsThere()[0]!.brokerOrderId, "canceled");
    await world.clock.pass(3_000);

    expect(symbol()).toMatchObject({ coolDownUntil: 0, verdict: { verdict: "waiting" } });
  });

  it("trips no breaker and counts for none, however often it is refused", async () => {
    const { world } = await holding(10, { faults: { ...NO_FAULTS, rejected: 1 } });
    await world.clock.pass(40 * 60_000);
    const stops = await ownStops(world);
    const { orders } = oneByOne(world.storage);

    expect(stops.length).toBeGreaterThan(6);
    expect(stops.length).toBeLessThan(14);
    expect((await world.storage.read.accounts.byId(world.accountId))!.reductions).toBeUndefined();
    expect(await orders.submittedSince(world.accountId, stops.at(-1)!.createdAt)).toEqual([]);
    expect(await orders.countAllSubmittedSince(stops.at(-1)!.createdAt)).toBe(0);
  });

  it("is not asked for from the day it was placed on, and its end is heard of all the same", async () => {
    const since: number[] = [];
    const { stopsThere, world } = await holding(10, {
      around: (ports) => ({
        ...ports,
        brokers: {
          ...ports.brokers,
          connect: async (accountId) => {
            const broker = await ports.brokers.connect(accountId);
            const ordersSince: typeof broker.ordersSince = (from) => {
              since.push(from);
              return broker.ordersSince(from);
            };
            return { ...broker, ordersSince };
          },
        },
      }),
    });
    const [stop] = stopsThere();
    await world.storage.transact((tables) =>
      tables.accounts.change(world.accountId, (row) => ({
        ...row,
        executionsReadTo: (world.clock.now() + 600_000) as typeof row.executionsReadTo,
      })),
    );
    await world.clock.pass(15 * 60_000);
    expect(since.at(-1)).toBeGreaterThan(stop!.submittedAt);

    world.venue.faults = { ...NO_FAULTS, lostNotice: 1 };
    world.venue.end(stop!.brokerOrderId, "canceled");
    await world.clock.pass(3 * 60_000);
    expect(stopsThere()).toMatchObject([{ quantity: 10 }]);
  });
});

const inAccount = (
  { accountId, storage }: World,
  work: (
    tables: Parameters<Parameters<World["storage"]["transact"]>[0]>[0],
    account: NonNullable<Awaited<ReturnType<World["storage"]["read"]["accounts"]["byId"]>>>,
  ) => Promise<unknown>,
) =>
  storage.transact(async (tables) => {
    await work(tables, (await tables.accounts.lock(accountId))!);
  });

const reduced = (world: World) =>
  inAccount(world, (tables, account) =>
    reduceAccount(tables, account, { because: "too-many-orders", at: world.clock.now() }),
  );
const frozen = (world: World) =>
  inAccount(world, (tables, account) => freezeAccount(tables, account, world.clock.now()));
const planEnded = ({ storage, userId }: World) =>
  oneByOne(storage).users.change(userId, (user) => ({ ...user, subscriptionStatus: "unpaid" }));
