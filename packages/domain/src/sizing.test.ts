import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Bps, isPrice, type Money, PRICE_MAX } from "./money.ts";
import { afterHoursLimitOf, entryQuantity, limitingGate, reservedEachOf } from "./sizing.ts";
import { RISK_UNLIMITED } from "./strategy.ts";
import { prices, riskLimits, strategies } from "./testing/arbitraries.ts";

describe("entryQuantity", () => {
  it("is the smallest of the four limits, and the gate is the first that leaves none", () => {
    const facts = factsOf({});
    expect(sizeAt(facts, 100)).toBe(10);
    expect(sizeAt(factsOf({ maxPositionSize: 7 }), 100)).toBe(7);
    expect(sizeAt(factsOf({ cash: 1_550 }), 100)).toBe(5);
    expect(sizeAt(factsOf({ equity: 5_000 }), 100)).toBe(6);
    expect(gateAt(factsOf({ maxPositionSize: 0, cash: 0 }), 100)).toBe("max-position-size");
    expect(gateAt(factsOf({ cash: 1_099, equity: 0 }), 100)).toBe("cash-reserve");
    expect(gateAt(factsOf({ equity: 833 }), 100)).toBe("position-share");
    expect(gateAt(facts, 100)).toBeUndefined();
  });

  it("counts what is held against the sizes", () => {
    expect(entryQuantity(factsOf({ maxPositionSize: 12 }), 1_000_000, 5, 1_000_000)).toBe(7);
    expect(entryQuantity(factsOf({ equity: 5_000 }), 1_000_000, 5, 1_000_000)).toBe(1);
  });

  it("is nothing where a limit leaves less than nothing", () => {
    expect(sizeAt(factsOf({ cash: 500 }), 100)).toBe(0);
    expect(entryQuantity(factsOf({ maxPositionSize: 12 }), 1_000_000, 20, 1_000_000)).toBe(0);
  });

  it("is zero exactly where a gate stands, and never breaks a limit", () => {
    const amounts = fc.integer({ min: -1_000_000, max: 10_000_000_000 });
    fc.assert(
      fc.property(
        strategies,
        riskLimits,
        prices,
        amounts,
        amounts,
        fc.integer({ min: 0, max: 90 }),
        (strategy, limits, each, cash, equity, held) => {
          const facts = {
            strategy,
            limits,
            cash: cash as Money,
            reservedCash: 0 as Money,
            equity: equity as Money,
            collarBps: 100 as Bps,
          };
          const reserved = reservedEachOf(each, 100);
          const quantity = entryQuantity(facts, each, held, reserved);

          expect(quantity === 0).toBe(limitingGate(facts, each, held, reserved) !== undefined);
          if (quantity === 0) return;
          expect(Number.isInteger(quantity) && quantity <= strategy.sharesToBuy).toBe(true);
          expect(held + quantity <= strategy.maxPositionSize).toBe(true);
          expect(reserved * quantity <= cash - strategy.minCashReserve).toBe(true);
          if (limits.maxPositionBps !== RISK_UNLIMITED)
            expect(
              BigInt(each * (held + quantity)) * 10_000n <=
                BigInt(equity) * BigInt(limits.maxPositionBps),
            ).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("reservedEachOf", () => {
  it("is the price plus the collar rounded up, and never below a limit", () => {
    expect(reservedEachOf(1_000_000, 0)).toBe(1_000_000);
    expect(reservedEachOf(1_000_001, 100)).toBe(1_010_002);
    expect(reservedEachOf(1_000_000, 0, 1_005_000)).toBe(1_005_000);
    expect(reservedEachOf(1_000_000, 100, 1_005_000)).toBe(1_010_000);
  });
});

describe("afterHoursLimitOf", () => {
  it("stands half a percent away, on a cent from a dollar on and on a ten-thousandth below", () => {
    expect(afterHoursLimitOf(1_000_000, "buy")).toBe(1_005_000);
    expect(afterHoursLimitOf(1_000_000, "sell")).toBe(995_000);
    expect(afterHoursLimitOf(1_001_000, "buy")).toBe(1_006_000); // 1_006_005
    expect(afterHoursLimitOf(9_000, "buy")).toBe(9_045);
    expect(afterHoursLimitOf(1, "sell")).toBe(1);
  });

  it("is never dearer than the dearest price there is", () => {
    expect(afterHoursLimitOf(PRICE_MAX, "buy")).toBe(PRICE_MAX);
    expect(afterHoursLimitOf(PRICE_MAX, "sell")).toBe(PRICE_MAX * 0.995);
  });

  it("is always a price on its tick, no further than half a tick from half a percent away", () => {
    const side = fc.constantFrom("buy" as const, "sell" as const);
    fc.assert(
      fc.property(fc.oneof(prices, fc.integer({ min: 1, max: 11_000 })), side, (each, which) => {
        const limit = afterHoursLimitOf(each, which);
        const exact = (each * (which === "buy" ? 10_050 : 9_950)) / 10_000;
        const tick = exact < 10_000 ? 1 : 100;

        expect(isPrice(limit)).toBe(true);
        expect(limit % tick).toBe(0);
        if (limit < PRICE_MAX) expect(Math.abs(limit - exact)).toBeLessThanOrEqual(tick / 2);
      }),
    );
  });
});

const factsOf = ({
  maxPositionSize = 50,
  cash = 100_000,
  equity = 100_000,
}: {
  maxPositionSize?: number;
  cash?: number;
  equity?: number;
}) => ({
  strategy: {
    sharesToBuy: 10,
    maxPositionSize,
    minCashReserve: 10_000_000,
  } as unknown as Parameters<typeof entryQuantity>[0]["strategy"],
  limits: { maxPositionBps: 1_200 as Bps },
  cash: (cash * 10_000) as Money,
  reservedCash: 0 as Money,
  equity: (equity * 10_000) as Money,
  collarBps: 0 as Bps,
});

const sizeAt = (facts: ReturnType<typeof factsOf>, dollars: number) =>
  entryQuantity(facts, dollars * 10_000, 0, dollars * 10_000);
const gateAt = (facts: ReturnType<typeof factsOf>, dollars: number) =>
  limitingGate(facts, dollars * 10_000, 0, dollars * 10_000);
