import { type Instant, instant } from "@sevenfold/domain/market";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type PricePlan, priceBudget } from "./price-budget.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 10, 20, 23, 30);

function budgetOf(plan: PricePlan) {
  let passedMs = 0;
  const now = () => instant(START + passedMs) as Instant;
  const budget = priceBudget(plan, { now, monotonicMs: () => passedMs });
  const pass = (durationMs: number) => {
    passedMs += durationMs;
  };
  return { budget, now, pass };
}

describe("the calls of a provider's plan", () => {
  it("are never more than it lets us make in a day or an hour of UTC", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat(2 * HOUR_MS)), { maxLength: 80 }),
        (perHour, perDay, moments) => {
          const { budget, now, pass } = budgetOf({ perMinute: 1_000, perHour, perDay });
          const spent = new Map<string, number>();
          const add = (key: string, count: number) => spent.set(key, (spent.get(key) ?? 0) + count);
          for (const [count, waitMs] of moments) {
            if (budget.take(count) === undefined) {
              add(`hour ${Math.floor(now() / HOUR_MS)}`, count);
              add(`day ${Math.floor(now() / DAY_MS)}`, count);
            }
            pass(waitMs);
          }
          for (const [key, count] of spent)
            expect(count).toBeLessThanOrEqual(key.startsWith("hour") ? perHour : perDay);
        },
      ),
    );
  });

  it("come back with the next day of UTC, and say so", () => {
    const { budget, now, pass } = budgetOf({ perMinute: 100, perDay: 3 });
    expect(budget.take(2)).toBeUndefined();
    expect(budget.take(2)).toEqual({ reason: "budget-spent", until: Date.UTC(2026, 10, 21) });
    expect(budget.take(1)).toBeUndefined();

    pass(Date.UTC(2026, 10, 21) - now());
    expect(budget.take(3)).toBeUndefined();
  });

  it("are gone for the day when the provider says so, whoever spent them", () => {
    const { budget, now, pass } = budgetOf({ perMinute: 100, perDay: 1_000 });
    budget.spendDay();
    expect(budget.take(1)).toMatchObject({ reason: "budget-spent" });
    pass(Date.UTC(2026, 10, 21) - now());
    expect(budget.take(1)).toBeUndefined();
  });

  it("wait for so long as the provider says", () => {
    const { budget, pass } = budgetOf({ perMinute: 100 });
    budget.blockFor(30 * 60_000);
    expect(budget.take(1)).toEqual({ reason: "rate-limit", retryAfterMs: 30 * 60_000 });
    pass(30 * 60_000);
    expect(budget.take(1)).toBeUndefined();
  });

  it("are taken together or not at all", () => {
    const { budget } = budgetOf({ perMinute: 8 });
    expect(budget.take(6)).toBeUndefined();
    expect(budget.take(3)).toMatchObject({ reason: "rate-limit" });
    expect(budget.take(2)).toBeUndefined();
  });
});
