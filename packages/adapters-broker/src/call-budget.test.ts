import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallBudget } from "./call-budget.ts";

const MINUTE_MS = 60_000;

/** A budget by a clock of its own, and when calls passed. */
function budgetOf(perMinute: number, reserve = 0) {
  let at = 0;
  const budget = new CallBudget({ perMinute, reserve }, () => at);
  return {
    budget,
    pass: (durationMs: number) => {
      at += durationMs;
    },
    now: () => at,
  };
}

describe("a call budget", () => {
  it("is one for several processes that tell each other what they took", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.record({ who: fc.nat(2), waitMs: waits(), tries: fc.nat(60) }), {
          maxLength: 120,
        }),
        (perMinute, moments) => {
          let at = 0;
          const passed: number[] = [];
          const budgets: CallBudget[] = [];
          for (let process = 0; process < 3; process += 1)
            budgets.push(
              new CallBudget(
                { perMinute, reserve: 0 },
                () => at,
                (count) => {
                  for (const other of budgets)
                    if (other !== budgets[process]) other.noteOthers(count);
                },
              ),
            );
          for (const { tries, waitMs, who } of moments) {
            at += waitMs;
            for (let count = 0; count < tries; count += 1)
              if (budgets[who]!.take("ordinary") === 0) passed.push(at);
          }
          for (const [index, first] of passed.entries())
            expect(
              (passed[index + perMinute] ?? Number.POSITIVE_INFINITY) - first,
            ).toBeGreaterThanOrEqual(MINUTE_MS);
        },
      ),
    );
  });

  it("lets no minute have more calls than its rate, the first one included", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.record({ waitMs: waits(), tries: fc.integer({ min: 1, max: 60 }) }), {
          maxLength: 120,
        }),
        (perMinute, moments) => {
          const { budget, now, pass } = budgetOf(perMinute);
          const passed: number[] = [];
          for (const { tries, waitMs } of moments) {
            pass(waitMs);
            for (let each = 0; each < tries; each += 1)
              if (budget.take("lowers-risk") === 0) passed.push(now());
          }
          for (const [index, at] of passed.entries()) {
            const before = passed[index - perMinute];
            if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(MINUTE_MS);
          }
        },
      ),
    );
  });

  it("lets a call pass after the wait it names, and names one no longer than a minute and a second", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(waits(), { maxLength: 200 }),
        fc.constantFrom("ordinary" as const, "lowers-risk" as const),
        (perMinute, moments, purpose) => {
          const { budget, pass } = budgetOf(perMinute, Math.floor(perMinute / 2));
          for (const waitMs of moments) {
            pass(waitMs);
            const held = budget.take(purpose);
            expect(held).toBeLessThanOrEqual(MINUTE_MS + 1_000);
            if (held === 0) continue;
            pass(held);
            expect(budget.take(purpose)).toBe(0);
          }
        },
      ),
    );
  });

  it("gives its whole rate in every minute to whoever spreads the calls", () => {
    const { budget, pass } = budgetOf(120);
    let passed = 0;
    for (let second = 0; second < 600; second += 1) {
      passed += Number(budget.take("ordinary") === 0) + Number(budget.take("ordinary") === 0);
      pass(1_000);
    }
    // The second that a minute begins in counts as a whole one.
    expect(passed).toBeGreaterThanOrEqual(1_200 * (60 / 61));
  });

  it("keeps the last calls for what lowers risk", () => {
    const { budget } = budgetOf(10, 3);
    const count = (purpose: "ordinary" | "lowers-risk") =>
      Array.from({ length: 20 }, () => budget.take(purpose)).filter((waitMs) => waitMs === 0);

    expect(count("ordinary")).toHaveLength(7);
    expect(count("lowers-risk")).toHaveLength(3);
  });

  it("believes the venue that fewer are left, until a minute later it counts anew", () => {
    const { budget, pass } = budgetOf(100);
    budget.take("ordinary");
    budget.learnLeft(1);
    expect(budget.take("ordinary")).toBe(0);
    expect(budget.take("ordinary")).toBe(MINUTE_MS);

    pass(MINUTE_MS);
    expect(budget.take("ordinary")).toBe(0);
    budget.learnLeft(99);
    expect(budget.take("ordinary")).toBe(0);
  });

  it("believes the fewest of what the venue said within a minute: answers overtake each other", () => {
    const { budget } = budgetOf(100);
    budget.learnLeft(1);
    budget.learnLeft(50);

    expect(budget.take("ordinary")).toBe(0);
    expect(budget.take("ordinary")).toBe(MINUTE_MS);
  });

  it("sends nothing while the venue said that there were too many", () => {
    const { budget, pass } = budgetOf(100);
    budget.learnLeft(0);
    budget.blockFor(5_000);
    expect(budget.take("lowers-risk")).toBe(5_000);
    pass(5_000);
    expect(budget.take("lowers-risk")).toBe(0);
  });
});

const waits = () => fc.oneof(fc.constant(0), fc.integer({ max: 2_000, min: 0 }), fc.nat(90_000));
