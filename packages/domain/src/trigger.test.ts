import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACCOUNT_VALUE_MAX } from "./money.ts";
import { prices } from "./testing/arbitraries.ts";
import { bandFloorOf, enterAtOf, haltAtOf, leaveAtOf, stopAtOf, targetAtOf } from "./trigger.ts";

describe("a trigger", () => {
  it("is the price itself where the percentage is one", () => {
    expect(enterAtOf(1_000_000, 400)).toBe(960_000);
    expect(bandFloorOf(1_000_000, 500)).toBe(950_000);
    expect(leaveAtOf(1_000_000, 400)).toBe(1_040_000);
    expect(targetAtOf(10_000_000, 10, 400)).toBe(1_040_000);
    expect(stopAtOf(10_000_000, 10, 1_000)).toBe(900_000);
  });

  it("is the next price the signal holds at where the percentage falls between two", () => {
    expect(enterAtOf(33, 400)).toBe(31); // 31.68
    expect(bandFloorOf(33, 400)).toBe(32);
    expect(leaveAtOf(33, 400)).toBe(35); // 34.32
    expect(targetAtOf(100, 3, 400)).toBe(35); // 34.67
    expect(stopAtOf(100, 3, 1_000)).toBe(30);
    expect(stopAtOf(101, 3, 1_000)).toBe(30); // 30.3
  });

  it("always equals the multiplied-out comparison, near it and far from it", () => {
    fc.assert(
      fc.property(prices, rates, nearby, (from, rate, offset) => {
        for (const trigger of [
          enterAtOf(from, rate),
          bandFloorOf(from, rate),
          leaveAtOf(from, rate),
        ]) {
          const last = Math.max(1, trigger + offset);
          const [high, left, up] = [big(from), 10_000n - big(rate), 10_000n + big(rate)];
          expect(last <= enterAtOf(from, rate)).toBe(big(last) * 10_000n <= high * left);
          expect(bandFloorOf(from, rate) <= last).toBe(high * left <= big(last) * 10_000n);
          expect(leaveAtOf(from, rate) <= last).toBe(high * up <= big(last) * 10_000n);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("always equals the multiplied-out comparison on an average cost, up to the largest account", () => {
    fc.assert(
      fc.property(costs, held, rates, nearby, (cost, count, rate, offset) => {
        for (const trigger of [targetAtOf(cost, count, rate), stopAtOf(cost, count, rate)]) {
          const last = Math.max(1, trigger + offset);
          const value = big(last) * big(count) * 10_000n;
          expect(targetAtOf(cost, count, rate) <= last).toBe(
            big(cost) * (10_000n + big(rate)) <= value,
          );
          expect(last <= stopAtOf(cost, count, rate)).toBe(
            value <= big(cost) * (10_000n - big(rate)),
          );
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("always equals the multiplied-out comparison on equity, and is never reached when off", () => {
    fc.assert(
      fc.property(costs, rates, nearby, (baseline, rate, offset) => {
        const equity = haltAtOf(baseline, rate) + offset;
        expect(equity <= haltAtOf(baseline, rate)).toBe(
          big(equity) * 10_000n <= big(baseline) * (10_000n - big(rate)),
        );
        expect(0 <= haltAtOf(baseline, 10_000)).toBe(false);
      }),
    );
  });
});

const big = BigInt;
const rates = fc.integer({ min: 1, max: 9_000 });
const nearby = fc.integer({ min: -2, max: 2 });
const costs = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.integer({ min: 1, max: ACCOUNT_VALUE_MAX }),
);
const held = fc.integer({ min: 1, max: 10_000 });
