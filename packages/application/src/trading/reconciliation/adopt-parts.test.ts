import { MINUTE_MS } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { befall } from "../../broker-kit/simulated/simulated-activities.ts";
import { ONE_SHARE } from "../../ports/activity.ts";
import { AGREED, EACH, openParts, sellTwo } from "../../testing/traded-parts.ts";
import {
  AAPL,
  dollars,
  holdShares,
  inTime,
  manualDraft,
  withBroker,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { placeOrder } from "../placing/place-order.ts";

/** The shares of the last trade are not shown yet. */
function hideShares({ venue }: World, quantity: number): () => void {
  const shown = venue.positions.get(AAPL);
  if (quantity === 0) venue.positions.delete(AAPL);
  else
    venue.positions.set(AAPL, { quantity: shares(quantity), costBasis: dollars(100 * quantity) });
  return () => {
    if (shown) venue.positions.set(AAPL, shown);
  };
}

describe("parts of shares that were traded at the broker's own site", () => {
  it("bring the whole shares that are in them, at what these cost, and no difference stays", async () => {
    const { held, reconcile, told, trade } = await openParts();
    trade(2.7);

    expect(await reconcile()).toEqual(AGREED);
    expect(await reconcile()).toEqual(AGREED);
    expect(await held()).toMatchObject({ quantity: 2, costBasis: dollars(200), isManaged: false });
    expect(await told()).toEqual([["shares-journal", 2, -270]]);
  });

  it("bring the shares that the same order traded as whole ones, at one broker told by themselves", async () => {
    const { held, needs, reconcile, trade, world } = await openParts();
    const { brokerOrderId, submittedAt } = world.venue.buyElsewhere(AAPL, shares(2));
    world.venue.trade(brokerOrderId, shares(2), EACH);
    trade(0.7);
    const order = { brokerOrderId, symbol: "AAPL", quantity: "2.7", submittedAt } as const;
    const foreign = { ...order, kind: "fraction", side: "buy", isOpen: false } as const;
    world.venue.foreign = { ...world.venue.foreign, orders: [foreign] };
    const broker = await needs.brokers.connect(world.accountId);
    const apart = withBroker(needs, { ...broker, ordersSince: async () => [] });

    expect(await reconcile(apart)).toEqual(AGREED);
    expect(await held()).toMatchObject({ quantity: 2, costBasis: dollars(200) });
  });

  it("make a whole share of two halves, which the second one brings", async () => {
    const { held, reconcile, told, trade } = await openParts();
    trade(0.5);
    expect(await reconcile()).toEqual(AGREED);
    expect(await held()).toBeUndefined();
    trade(0.5);

    expect(await reconcile()).toEqual(AGREED);
    expect(await held()).toMatchObject({ quantity: 1, costBasis: dollars(100) });
    expect(await told()).toEqual([
      ["shares-journal", 1, -50],
      ["other-cash", 0, -50],
    ]);
  });

  it("take the whole shares that were sold with them, and what these had cost", async () => {
    const { held, reconcile, told, trade, world } = await openParts();
    await holdShares(world, AAPL, 4, true);
    trade(-2.5, price(1_100_000));

    expect(await reconcile()).toEqual(AGREED);
    expect(await held()).toMatchObject({ quantity: 1, costBasis: dollars(100), isManaged: true });
    expect(await told()).toEqual([["shares-journal", -3, 275]]);
  });

  it("are booked with their shares in one, which are waited for while they are not shown", async () => {
    const { held, reconcile, told, trade, world } = await openParts();
    trade(2.7);
    const show = hideShares(world, 0);
    expect(await reconcile()).toMatchObject({ cashDrift: dollars(270) });
    await world.clock.pass(60_000);
    expect(await told()).toEqual([]);
    show();

    expect(await reconcile()).toEqual(AGREED);
    expect(await held()).toMatchObject({ quantity: 2 });
  });

  it("are told again until then, however much is traded since", async () => {
    const { reconcile, trade, world } = await openParts();
    trade(2.7);
    const show = hideShares(world, 0);
    await reconcile();
    await world.clock.pass(150_000);
    const { brokerOrderId } = world.venue.buyElsewhere("MSFT" as typeof AAPL, shares(1));
    world.venue.trade(brokerOrderId, shares(1), EACH);
    await reconcile();

    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account!.executionsReadTo).toBeLessThanOrEqual(world.venue.foreign.trades![0]!.at);
    show();
    expect(await reconcile()).toEqual(AGREED);
  });

  it("are cash alone where their shares are not shown for a quarter of an hour", async () => {
    const { held, reconcile, told, trade, world } = await openParts();
    trade(2.7);
    hideShares(world, 0);
    for (let minute = 0; minute < 15; minute += 1) {
      await reconcile();
      await world.clock.pass(61_000);
    }
    expect(await told()).toEqual([]);

    await reconcile();
    expect(await told()).toEqual([["other-cash", 0, -270]]);
    expect(await held()).toBeUndefined();
  });

  it("wait where an order at work may have brought those shares, until it has not for long", async () => {
    const { held, reconcile, told, trade, world } = await openParts();
    const process = world.open();
    const draft = manualDraft(world, { limit: price(50_000), quantity: shares(1) });
    await inTime(world, placeOrder(process.needs)(draft));
    trade(2.7);
    await reconcile();
    expect(await told()).toEqual([]);
    for (let minute = 0; minute < 3; minute += 1) {
      await world.clock.pass(60_000);
      await reconcile();
    }

    expect(await reconcile()).toEqual(AGREED);
    expect(await held()).toMatchObject({ quantity: 2 });
  });

  it("bring the shares that were sold since as whole ones, all told at once", async () => {
    const { held, reconcile, trade, world } = await openParts();
    const { venue } = world;
    trade(2.7);
    await world.clock.pass(1_000);
    sellTwo(venue);

    expect(await reconcile()).toEqual(AGREED);
    expect(await held()).toBeUndefined();
    const settings = await world.storage.read.settings.of(world.accountId);
    expect(settings!.automationEnabled).toBe(true);
  });

  it("leave what is there where what parts took was sold since by more than was left of it", async () => {
    const { held, reconcile, trade, world } = await openParts();
    trade(2.05);
    expect(await reconcile()).toEqual(AGREED);
    // 2.05, 1.58, 3.21 and 1.21 were there.
    for (const quantity of [-0.47, 1.63]) {
      await world.clock.pass(1_000);
      trade(quantity);
    }
    await world.clock.pass(1_000);
    sellTwo(world.venue);

    expect(await reconcile()).toEqual(AGREED);
    expect(await held()).toMatchObject({ quantity: 1 });
  });

  it("bring the shares of before to a split since, told at once", async () => {
    const { held, reconcile, trade, world } = await openParts();
    const { clock, venue } = world;
    trade(20.7);
    await clock.pass(1_000);
    const split = { kind: "split", id: "split", at: clock.now(), ticker: AAPL } as const;
    const moved = { before: shares(20), after: shares(2), ratio: { from: 10, to: 1 } };
    befall(venue, { ...split, ...moved }, clock.now());

    expect(await reconcile()).toEqual(AGREED);
    expect(await held()).toMatchObject({ quantity: 2, costBasis: dollars(2_000) });
  });

  it.each([
    ["was sold", false],
    ["was sold, which was taken back", true],
  ])(
    "bring the shares of before to a split since, told after some of what it left %s",
    async (_, isTakenBack) => {
      const { held, needs, reconcile, trade, world } = await openParts();
      const { clock, venue } = world;
      await holdShares(world, AAPL, 7, true);
      trade(3.25);
      await clock.pass(1_000);
      const split = { kind: "split", id: "split", at: clock.now(), ticker: AAPL } as const;
      const moved = { before: shares(10), after: shares(1), ratio: { from: 10, to: 1 } };
      befall(venue, { ...split, ...moved }, clock.now(), { lateMs: MINUTE_MS });
      await reconcile();
      const sale = manualDraft(world, { side: "sell", quantity: shares(1) });
      expect(await inTime(world, placeOrder(needs)(sale))).toMatchObject({ ok: true });
      await clock.pass(10_000);
      await reconcile();
      expect(await held()).toMatchObject({ quantity: 6 });
      const { executionId } = venue.executions.at(-1)!;
      const now = clock.now();
      if (isTakenBack) befall(venue, { kind: "bust", id: "bust", at: now, executionId }, now);
      await reconcile();

      await clock.pass(MINUTE_MS);

      expect(await reconcile()).toEqual(AGREED);
      expect((await held())?.quantity).toBe(isTakenBack ? 1 : undefined);
    },
  );

  it("take the shares of before to a split since, told after all that it left was sold", async () => {
    const { held, needs, reconcile, trade, world } = await openParts();
    const { clock, venue } = world;
    await holdShares(world, AAPL, 5, true);
    trade(-3.5);
    await clock.pass(1_000);
    const split = { kind: "split", id: "split", at: clock.now(), ticker: AAPL } as const;
    const moved = { before: shares(1), after: shares(3), ratio: { from: 1, to: 3 } };
    befall(venue, { ...split, ...moved }, clock.now(), { lateMs: MINUTE_MS });
    await reconcile();
    const sale = manualDraft(world, { side: "sell", quantity: shares(3) });
    expect(await inTime(world, placeOrder(needs)(sale))).toMatchObject({ ok: true });
    await clock.pass(10_000);
    await reconcile();
    expect(await held()).toMatchObject({ quantity: 2 });

    await clock.pass(MINUTE_MS);

    expect(await reconcile()).toEqual(AGREED);
    expect(await held()).toBeUndefined();
  });

  it("always leave as many whole shares and as much cash as the broker has, however they are told", async () => {
    const trade = fc.record({
      parts: fc.integer({ min: -3_000_000_000, max: 3_000_000_000 }).filter((parts) => parts !== 0),
      isTold: fc.boolean(),
      cents: fc.integer({ min: 100, max: 1_000_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(trade, { minLength: 1, maxLength: 8 }), async (trades) => {
        const { held, reconcile, trade: traded, world } = await openParts();
        for (const { cents, isTold, parts } of trades) {
          traded(parts / ONE_SHARE, price(100 * cents));
          await world.clock.pass(1_000);
          if (isTold) expect(await reconcile()).toEqual(AGREED);
        }
        expect(await reconcile()).toEqual(AGREED);
        const { costBasis, quantity } = (await held()) ?? { costBasis: 0, quantity: 0 };
        expect(quantity).toBe(world.venue.positions.get(AAPL)?.quantity ?? 0);
        expect(quantity === 0 ? costBasis : money(0)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
