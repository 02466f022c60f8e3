import type { Ticker } from "@sevenfold/domain/market";
import { bps, type Price, price, shares } from "@sevenfold/domain/money";
import { isOpen, type Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import { describe, expect, it } from "vitest";

import { NO_FAULTS } from "../simulation/fault-plan.ts";
import type { World, WorldShape } from "../simulation/world.ts";
import { type HandMarket, handMarket } from "../testing/hand-market.ts";
import {
  AAPL,
  holdShares,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../testing/trading-world.ts";
import { cancelAll } from "./cancel-all.ts";
import { changeSettings } from "./change-settings.ts";
import { freezeAccount } from "./freeze-account.ts";
import { manageHolding } from "./manage-holding.ts";
import { placeOrder } from "./place-order.ts";
import { reduceAccount } from "./reduce-account.ts";
import { runSale } from "./run-sale.ts";
import { sellAll } from "./sell-all.ts";
import { toggleAutomation } from "./toggle-automation.ts";

describe("a stop at the broker", () => {
  it("rests for all shares at the rule's stop price once they are held", async () => {
    const { stopsThere, world } = await holding(10);

    expect(stopsThere()).toMatchObject([
      { quantity: 10, stop: price(900_000), timeInForce: "until-canceled", side: "sell" },
    ]);
    expect((await ownStops(world)).map(({ reason, status }) => [reason, status])).toEqual([
      ["resting-stop", "working"],
    ]);
  });

  it("is not there where nobody wants it, nor where the rule has no stop", async () => {
    const unwanted = await holding(10, { stopAtBroker: false });
    const stopless = await holding(10, { strategy: { stopLossEnabled: false } });

    expect([...unwanted.stopsThere(), ...stopless.stopsThere()]).toEqual([]);
  });

  it("is not placed at a broker that takes none, and cannot be switched on there", async () => {
    const { needs, stopsThere, world } = await holding(10, {
      around: (ports) => ({
        ...ports,
        brokers: {
          ...ports.brokers,
          connect: async (accountId) => {
            const { terms: _, ...broker } = await ports.brokers.connect(accountId);
            return broker;
          },
        },
      }),
    });

    expect(stopsThere()).toEqual([]);
    await changeSettings(needs)(world.userId, { strategy: {}, stopAtBroker: false });
    expect(
      await changeSettings(needs)(world.userId, { strategy: {}, stopAtBroker: true }),
    ).toMatchObject({ ok: false, refusal: { kind: "stops-not-taken" } });
  });

  it("sells when everything of ours is dead", async () => {
    const { market, process, world } = await holding(10);

    process.life.end();
    market.stand(89);
    await world.clock.pass(5_000);

    expect(world.venue.positions.size).toBe(0);
  });

  it("is an automated exit when it fills, with its reason and a cool-down", async () => {
    const { process, world } = await holding(10);
    const [stop] = await ownStops(world);

    world.venue.trade(stop!.brokerOrderId!, shares(10), price(900_000));
    await world.clock.pass(2_000);

    const [fill] = await world.storage.read.fills.latest(world.accountId, 1);
    expect(fill).toMatchObject({ reason: "resting-stop", side: "sell", quantity: 10 });
    expect(process.worker.accountView(world.accountId)?.symbols[0]?.coolDownUntil).toBeGreaterThan(
      world.clock.now() + 500_000,
    );
  });
});

describe("an exit of the rule", () => {
  it("takes the stop back first, and is sent once it has ended", async () => {
    const { market, sellsThere, stopsThere, world } = await holding(10);

    market.stand(104);
    await world.clock.pass(10_000);

    expect(stopsThere()).toEqual([]);
    expect(sellsThere()).toMatchObject([{ state: "filled", quantity: 10 }]);
    expect(world.venue.violations).toEqual([]);
  });

  it("is not sent while nobody knows the stop's end, and is sent with the first price after it", async () => {
    const { market, sellsThere, stopsThere, world } = await holding(10);
    world.venue.holdsCancels = true;

    market.stand(104);
    await world.clock.pass(40_000);
    expect(stopsThere()).toHaveLength(1);
    expect(sellsThere()).toEqual([]);

    world.venue.end(stopsThere()[0]!.brokerOrderId, "canceled");
    await world.clock.pass(70_000);
    expect(sellsThere()).toMatchObject([{ state: "filled", quantity: 10 }]);
    expect(world.venue.violations).toEqual([]);
  });

  it("comes to nothing where the stop has sold all of it meanwhile", async () => {
    const { market, sellsThere, stopsThere, world } = await holding(10);
    world.venue.holdsCancels = true;
    market.stand(104);
    await world.clock.pass(2_500);

    world.venue.trade(stopsThere()[0]!.brokerOrderId, shares(10), price(900_000));
    await world.clock.pass(60_000);

    expect(sellsThere()).toEqual([]);
    expect(world.venue.positions.size).toBe(0);
    expect(world.venue.violations).toEqual([]);
  });

  it("is for what the stop has left, when it is the rule's own stop", async () => {
    const { market, sellsThere, stopsThere, world } = await holding(10);
    world.venue.holdsCancels = true;
    world.venue.isHalted = true;
    market.stand(89);
    await world.clock.pass(2_500);
    const { brokerOrderId } = stopsThere()[0]!;

    world.venue.trade(brokerOrderId, shares(4), price(890_000));
    world.venue.end(brokerOrderId, "canceled");
    await world.clock.pass(10_000);

    expect(sellsThere()).toMatchObject([{ quantity: 6 }]);
    expect(world.venue.violations).toEqual([]);
  });

  it("of another symbol waits for none of it, nor does the heartbeat", async () => {
    const { market, process, sellsThere, world } = await holding(10, { stopAtBroker: true }, [
      AAPL,
      MSFT,
    ]);
    const msft = (await ownStops(world)).find(({ ticker }) => ticker === MSFT)!;
    world.venue.end(msft.brokerOrderId!, "canceled");
    world.venue.holdsCancels = true;
    await world.clock.pass(500);

    market.stand(104);
    await world.clock.pass(4_000);

    expect(sellsThere().map(({ ticker }) => ticker)).toEqual([MSFT]);
    expect(process.worker.accountView(world.accountId)).toMatchObject({ isReady: true });
  });
});

describe("a person's order", () => {
  it("takes the stop back first, and one for what is left comes some seconds later", async () => {
    const { needs, stopsThere, world } = await holding(10);

    const draft = manualDraft(world, { side: "sell", quantity: shares(4) });
    expect(await inTime(world, placeOrder(needs)(draft))).toMatchObject({ ok: true });
    const soldAt = world.clock.now();
    await world.clock.pass(20_000);

    expect(stopsThere()).toMatchObject([{ quantity: 6 }]);
    expect((await ownStops(world))[0]!.createdAt).toBeGreaterThan(soldAt + 3_000);
    expect(world.venue.violations).toEqual([]);
  });

  it("takes the stop back where no worker lives, too", async () => {
    const { needs, process, sellsThere, stopsThere, world } = await holding(10);
    process.life.end();
    await world.clock.pass(20_000);

    const draft = manualDraft(world, { side: "sell", quantity: shares(10) });
    expect(await inTime(world, placeOrder(needs)(draft))).toMatchObject({ ok: true });
    await world.clock.pass(5_000);

    expect(stopsThere()).toEqual([]);
    expect(sellsThere()).toMatchObject([{ state: "filled", quantity: 10 }]);
  });

  it("is refused while nobody knows the stop's end, which goes on protecting", async () => {
    const { needs, sellsThere, stopsThere, world } = await holding(10);
    world.venue.holdsCancels = true;

    const draft = manualDraft(world, { side: "sell", quantity: shares(4) });
    expect(await inTime(world, placeOrder(needs)(draft))).toMatchObject({
      ok: false,
      refusal: { kind: "stop-at-broker" },
    });

    expect(sellsThere()).toEqual([]);
    expect(stopsThere()).toHaveLength(1);
  });

  it("that would be denied anyway leaves the stop where it is", async () => {
    const { needs, world } = await holding(10);

    const draft = manualDraft(world, { side: "sell", quantity: shares(11) });
    expect(await inTime(world, placeOrder(needs)(draft))).toMatchObject({
      refusal: { kind: "not-enough-shares" },
    });

    expect((await ownStops(world)).map(({ status }) => status)).toEqual(["working"]);
  });

  it("in an emergency sells everything once the stops have ended", async () => {
    const { needs, stopsThere, world } = await holding(10, {}, [AAPL, MSFT]);

    await inTime(world, sellAll(needs, runSale(needs))(world));
    await world.clock.pass(30_000);

    expect(world.venue.positions.size).toBe(0);
    expect(stopsThere()).toEqual([]);
    expect(world.venue.violations).toEqual([]);
  });

  it("to cancel everything takes it back, and one comes again while automation is on", async () => {
    const { needs, stopsThere, world } = await holding(10);

    await inTime(world, cancelAll(needs, runSale(needs))(world));
    await world.clock.pass(20_000);

    expect(stopsThere()).toHaveLength(1);
    expect((await ownStops(world)).map(({ status }) => status)).toEqual(["working", "canceled"]);
  });
});

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
    const { halts } = world.storage.read;
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

  it("is placed by nobody who has lost the lease", async () => {
    const { stopsThere, world } = await holding(10);
    const { leases } = world.storage.read;
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
    const { orders } = world.storage.read;

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

describe("a process that dies", () => {
  it("between the end of a stop and the next one leaves one stop", async () => {
    const { needs, process, stopsThere, world } = await holding(10);
    await inTime(world, cancelAll(needs, runSale(needs))(world));
    process.life.end();
    expect(stopsThere()).toEqual([]);

    await world.clock.pass(20_000);
    world.start();
    await world.clock.pass(30_000);

    expect(stopsThere()).toMatchObject([{ quantity: 10, stop: 900_000 }]);
  });

  it.each(["lostAnswer", "lostRequest", "lateRequest"] as const)(
    "as a stop is sent (%s) leaves one stop in the end",
    async (fault) => {
      const { process, stopsThere, world } = await holding(10, {
        faults: { ...NO_FAULTS, [fault]: 1 },
      });
      process.life.end();
      world.venue.faults = NO_FAULTS;
      await world.clock.pass(20_000);
      world.start();
      await world.clock.pass(8 * 60_000);

      expect(stopsThere()).toMatchObject([{ quantity: 10, stop: 900_000 }]);
      const open = (await ordersOf(world)).filter(isOpen);
      expect(open.map(({ status }) => status)).toEqual(["working"]);
    },
  );

  it.each(Array.from({ length: 12 }, (_, calls) => calls + 1))(
    "%i calls after the exit was due neither sells twice nor loses the exit",
    async (calls) => {
      const { market, process, world } = await holding(10);
      market.stand(104);
      process.life.endAfter(calls);
      await world.clock.pass(30_000);
      world.start();
      await world.clock.pass(5 * 60_000);

      expect(world.venue.positions.size).toBe(0);
      expect(world.venue.violations).toEqual([]);
      expect((await ordersOf(world)).filter(isOpen)).toEqual([]);
    },
  );
});

const ownStops = async (world: World): Promise<readonly Order[]> =>
  (await ordersOf(world)).filter(isOwnStop);

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
  storage.read.users.change(userId, (user) => ({ ...user, subscriptionStatus: "unpaid" }));

/** An account that holds shares bought at $100 each, with a stop at a tenth less, and its worker. */
async function holding(
  count: number,
  shape: Partial<WorldShape> = {},
  tickers: readonly Ticker[] = [AAPL],
) {
  let market: HandMarket | undefined;
  const world = await openTestWorld({
    tickers,
    market(clock) {
      market = handMarket(clock, tickers, 100);
      return market;
    },
    stopAtBroker: true,
    ...shape,
    strategy: { stopLossEnabled: true, stopLossBps: bps(1_000), ...shape.strategy },
  });
  for (const ticker of tickers) await holdShares(world, ticker, count, true);
  const process = world.start();
  await world.clock.pass(30_000);
  const { needs } = world.open(1);
  const isStop = ({ stop }: { readonly stop?: Price }) => stop !== undefined;
  return {
    market: market!,
    needs,
    process,
    world,
    stopsThere: () =>
      world.venue.orders.filter((order) => order.state === "working" && isStop(order)),
    sellsThere: () => world.venue.orders.filter((order) => order.side === "sell" && !isStop(order)),
  };
}
