import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Blow, openSharedWorkers, type SharedWorkers } from "../../testing/shared-workers.ts";

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
const ordersIn = ({ world }: SharedWorkers) =>
  sum(world.accounts.map(({ venue }) => venue.orders.length));

/** The first moment at which it is so, in seconds; after those it is not so at all. */
async function secondsUntil(shared: SharedWorkers, mostSec: number, isSo: () => boolean) {
  for (let second = 0; second <= mostSec; second += 1) {
    if (isSo()) return second;
    await shared.world.clock.pass(1_000);
  }
  return Number.POSITIVE_INFINITY;
}

describe("accounts that several workers share", () => {
  it("are divided among those that come, given up by none that trades alone, and found by who is left", async () => {
    const shared = await openSharedWorkers({ accounts: 7, seed: 5 });
    shared.befall(0, "begins");
    expect(await secondsUntil(shared, 10, () => sum(shared.shares()) === 7)).toBeLessThan(10);

    for (const [seat, wanted] of [
      [1, [4, 3]],
      [2, [3, 2, 2]],
    ] as const) {
      shared.befall(seat, "begins");
      const isFair = () => `${[...shared.shares()].sort().reverse()}` === `${wanted}`;
      expect(await secondsUntil(shared, 40, isFair)).toBeLessThanOrEqual(30);
    }
    await shared.world.clock.pass(60_000);
    expect([...shared.shares()].sort().reverse()).toEqual([3, 2, 2]);

    shared.befall(1, "is-killed");
    expect(await secondsUntil(shared, 30, () => sum(shared.shares()) === 7)).toBeLessThanOrEqual(
      20,
    );
    shared.befall(0, "ends");
    expect(await secondsUntil(shared, 30, () => sum(shared.shares()) === 7)).toBeLessThanOrEqual(
      10,
    );
    expect(await shared.judged()).toEqual([]);
  });

  it("trade again within 20 seconds of a worker's death, each taken up by one that keeps it", async () => {
    const shared = await openSharedWorkers({ accounts: 5, seed: 21 });
    const { log } = shared.world;
    const handedOver = () =>
      log.lines.filter(({ event }) => event === "account-handed-over").length;
    for (const seat of [0, 1, 2]) shared.befall(seat, "begins");
    // At every moment between two renewals.
    for (let phase = 0; phase < 5; phase += 1) {
      await shared.world.clock.pass(40_000 + phase * 1_000);
      expect([...shared.shares()].sort()).toEqual([1, 2, 2]);
      const before = handedOver();
      shared.befall(2, "is-killed");
      const isTraded = () => sum(shared.shares()) === 5;
      expect(await secondsUntil(shared, 30, isTraded)).toBeLessThanOrEqual(20);
      await shared.world.clock.pass(10_000);
      expect(handedOver()).toBe(before);
      shared.befall(2, "begins");
    }
    expect(await shared.judged()).toEqual([]);
  });

  it("refuses a worker that stood still everything it goes on to write", async () => {
    const shared = await openSharedWorkers({ accounts: 2, seed: 8 });
    shared.befall(0, "begins");
    // Something is on its way as it stops.
    await secondsUntil(shared, 600, () => 0 < ordersIn(shared));
    shared.befall(0, "freezes");
    shared.befall(1, "begins");
    expect(await secondsUntil(shared, 40, () => sum(shared.shares()) === 2)).toBeLessThanOrEqual(
      20,
    );
    await shared.world.clock.pass(120_000);

    shared.befall(0, "goes-on");
    await shared.world.clock.pass(3_000);
    expect(shared.world.log.lines.map(({ event }) => event)).toContain("lease-lost");
    expect(await shared.judged()).toEqual([]);
  });

  it("are nobody's twice and their books the broker's, whoever comes, dies, freezes and loses the database", async () => {
    const blows: readonly Blow[] = [
      ...(["begins", "begins", "is-killed", "ends"] as const),
      ...(["freezes", "goes-on", "loses-database", "finds-database"] as const),
    ];
    const blow = fc.record({
      seat: fc.nat(2),
      blow: fc.constantFrom(...blows),
      afterSec: fc.integer({ min: 1, max: 40 }),
    });
    let orders = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1_000),
        fc.array(blow, { minLength: 3, maxLength: 8 }),
        async (seed, all) => {
          const shared = await openSharedWorkers({ accounts: 3, seed });
          shared.befall(0, "begins");
          shared.befall(1, "begins");
          await shared.world.clock.pass(30_000);
          for (const { afterSec, blow, seat } of all) {
            shared.befall(seat, blow);
            await shared.world.clock.pass(afterSec * 1_000);
          }
          await shared.world.clock.pass(60_000);
          orders += ordersIn(shared);
          expect(await shared.judged()).toEqual([]);
        },
      ),
      { numRuns: 8 },
    );
    expect(orders).toBeGreaterThan(0);
  });
});
