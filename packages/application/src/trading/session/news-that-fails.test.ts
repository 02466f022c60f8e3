import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { holding } from "../../testing/stopped-holding.ts";
import { AAPL, dollars, inTime, ordersOf } from "../../testing/trading-world.ts";

const heldOf = async ({ accountId, storage }: Awaited<ReturnType<typeof holding>>["world"]) =>
  (await storage.read.positions.of(accountId)).map(({ quantity, ticker }) => [ticker, quantity]);

describe("a fill of which the stream says nothing while it stands", () => {
  it("is booked by the next look at the broker's lists, once", async () => {
    const { market, process, world } = await holding(10, { stopAtBroker: false });
    world.venue.faults = { ...NO_FAULTS, lostNotice: 1 };
    market.stand(85);
    await world.clock.pass(2 * MINUTE_MS);
    expect(world.log.lines.filter(({ event }) => event === "broker-stream-lost")).toEqual([]);

    expect(await heldOf(world)).toEqual([]);
    expect(world.venue.executions).toHaveLength(1);
    expect(await world.storage.read.fills.latest(world.accountId, 10)).toHaveLength(1);
    expect(await ordersOf(world)).toMatchObject([{ side: "sell", status: "filled" }]);
    await inTime(world, process.stop());
  });
});

describe("prices outside the session", () => {
  it("move no trail and sell nothing, and those of the session do", async () => {
    // A Wednesday, 9:10 in New York.
    const startsAt = instant(Date.UTC(2026, 2, 11, 13, 10));
    const { market, process, world } = await holding(10, {
      ...{ stopAtBroker: false, startsAt, calendar: NYSE_CALENDAR },
    });
    await world.clock.pass(MINUTE_MS);
    market.stand(85);
    await world.clock.pass(15 * MINUTE_MS);
    const trails = await world.storage.read.trails.of(world.accountId);
    expect(trails?.trails.map(({ low }) => Number(low)) ?? []).not.toContain(Number(dollars(85)));
    expect(await ordersOf(world)).toEqual([]);

    await world.clock.pass(6 * MINUTE_MS);
    expect(await ordersOf(world)).toMatchObject([{ side: "sell", status: "filled" }]);
    await inTime(world, process.stop());
  });
});

describe("a sale that the broker makes by itself, as for a margin call", () => {
  it("is booked like any other, ends the trail, and is bought back by nothing", async () => {
    const { market, process, world } = await holding(10, { stopAtBroker: false });
    const forced = soldByTheBroker(world.venue);
    market.stand(99);
    await world.clock.pass(2 * MINUTE_MS);

    expect(await heldOf(world)).toEqual([]);
    const account = await world.storage.read.accounts.byId(world.accountId);
    expect(account?.cash).toBe(world.venue.cash);
    expect(account?.reductions).toBeUndefined();
    expect(await ordersOf(world)).toMatchObject([
      { origin: "external", side: "sell", brokerOrderId: forced.brokerOrderId, status: "filled" },
    ]);
    await inTime(world, process.stop());
  });
});

/** Ten shares at $99, under a name of the broker's own. */
function soldByTheBroker(venue: Awaited<ReturnType<typeof holding>>["world"]["venue"]) {
  const wanted = { ticker: AAPL, side: "sell", quantity: shares(10), extendedHours: false };
  const sale = venue.receive({ ...wanted, clientKey: "FORCED" } as Order);
  if (typeof sale === "string") throw new Error(sale);
  venue.trade(sale.brokerOrderId, shares(10), dollars(99) as never);
  return sale;
}
