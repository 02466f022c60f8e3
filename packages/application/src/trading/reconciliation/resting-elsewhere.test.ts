import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Broker } from "../../ports/broker.ts";
import {
  AAPL,
  inTime,
  MSFT,
  openTestWorld,
  ordersOf,
  withBroker,
} from "../../testing/trading-world.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { reconcileAccount } from "./reconcile-account.ts";

const DAY_MS = 86_400_000;
const EACH = price(50_000);

describe("an order that somebody rests at the broker for weeks", () => {
  it("does not hold back from when executions and orders are read", async () => {
    const { asked, hands, reconcile, world } = await withResting();
    await reconcile();
    for (let day = 1; day <= 21; day += 1) {
      await world.clock.pass(DAY_MS);
      hands.tradeAnother();
      await reconcile();
      asked.length = 0;
      await reconcile();

      expect(world.clock.now() - Math.min(...asked)).toBeLessThan(10 * MINUTE_MS);
    }
    expect(await ordersOf(world)).toContainEqual(
      expect.objectContaining({ brokerOrderId: "resting", status: "working" }),
    );
    hands.end();
    await reconcile();
    expect(await ordersOf(world)).toContainEqual(
      expect.objectContaining({ brokerOrderId: "resting", status: "canceled" }),
    );
  });

  it("is read from its beginning by a broker that does not find it by its number", async () => {
    const never = { find: async () => undefined };
    const { hands, reconcile, world } = await withResting(() => never);
    await reconcile();
    await world.clock.pass(DAY_MS);
    hands.tradeAnother();
    for (let round = 0; round < 5; round += 1) {
      await world.clock.pass(MINUTE_MS);
      await reconcile();
    }

    expect(await ordersOf(world)).toContainEqual(
      expect.objectContaining({ brokerOrderId: "resting", status: "working" }),
    );
    expect(world.log.lines.map(({ event }) => event)).not.toContain("order-missing-at-broker");
  });

  it("never loses a fill and never books one twice, however late it is told", async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant("trade" as const), isLate: fc.boolean() }),
        fc.constant({ kind: "another" as const }),
        fc.constant({ kind: "reconcile" as const }),
        fc.record({ kind: fc.constant("pass" as const), minutes: fc.integer({ min: 1, max: 90 }) }),
      ),
      { maxLength: 15 },
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (all, isEnded) => {
        const { hands, hidden, reconcile, world } = await withResting();
        await reconcile();
        for (const step of all) {
          if (step.kind === "reconcile") await reconcile();
          else if (step.kind === "another") hands.tradeAnother();
          else if (step.kind === "pass") await world.clock.pass(step.minutes * MINUTE_MS);
          else {
            hands.trade("resting", shares(1), EACH);
            if (step.isLate) hidden.add(world.venue.executions.at(-1)!.executionId);
          }
        }
        hidden.clear();
        await world.clock.pass(11 * MINUTE_MS);
        await reconcile();
        if (isEnded) hands.end();
        const done = await reconcile();

        expect(done).toMatchObject({ ok: true, value: { cashDrift: 0, drift: [] } });
        const booked = await world.storage.read.fills.latest(world.accountId, 100);
        expect(booked.map(({ executionId }) => executionId).toSorted()).toEqual(
          world.venue.executions.map(({ executionId }) => executionId).toSorted(),
        );
      }),
      { numRuns: 60 },
    );
  });
});

/** An account whose owner has left an order for a hundred shares at the broker, and sees no stream. */
async function withResting(change: (broker: Broker) => Partial<Broker> = () => ({})) {
  const world = await openTestWorld();
  const { needs } = world.open();
  const broker = await needs.brokers.connect(world.accountId);
  const asked: Instant[] = [];
  const hidden = new Set<string>();
  world.venue.orders.push({
    ...{ brokerOrderId: "resting", ticker: AAPL, side: "buy", quantity: shares(100) },
    ...{ limit: EACH, timeInForce: "until-canceled", extendedHours: false, state: "working" },
    ...{ filled: shares(0), submittedAt: instant(world.clock.now() + 1) },
  });
  await world.clock.pass(2);
  const reconcile = reconcileAccount(
    withBroker(needs, {
      ...broker,
      async executionsSince(since) {
        asked.push(since);
        const told = await broker.executionsSince(since);
        return told.filter(({ executionId }) => !hidden.has(executionId));
      },
      ...change(broker),
    }),
    openNotFoundWatch(),
  );
  return {
    ...{ asked, hands: handsOf(world), hidden, world },
    reconcile: () => inTime(world, reconcile(world.accountId)),
  };
}

function handsOf({ clock, venue }: Awaited<ReturnType<typeof openTestWorld>>) {
  let count = 0;
  return {
    trade: venue.trade.bind(venue),
    end: () => venue.end("resting", "canceled"),
    tradeAnother() {
      count += 1;
      venue.orders.push({
        ...{ brokerOrderId: `another-${count}`, ticker: MSFT, side: "buy", quantity: shares(1) },
        ...{ extendedHours: false, state: "working", filled: shares(0), submittedAt: clock.now() },
      });
      venue.trade(`another-${count}`, shares(1), EACH);
    },
  };
}
