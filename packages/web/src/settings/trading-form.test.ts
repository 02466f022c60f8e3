import { TradingConfigInput, type TradingConfigView } from "@sevenfold/contract/settings";
import { PATTERN_CONFIRMATIONS, STRATEGY_MODES } from "@sevenfold/domain/strategy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  proposedDropMax,
  RESET,
  TradingForm,
  tradingFormOf,
  tradingInputOf,
} from "./trading-form.ts";

const rate = (min: number, max: number) => fc.integer({ min, max }).map((bps) => bps / 10_000);

const stored: fc.Arbitrary<TradingConfigView> = fc.record({
  strategyMode: fc.constantFrom(...STRATEGY_MODES),
  buyDropPct: rate(100, 1_000),
  buyDropPctMax: rate(1_000, 2_000),
  sellRisePct: rate(100, 2_000),
  takeProfitFromEntryPct: rate(100, 2_000),
  stopLossPct: rate(500, 5_000),
  stopLossEnabled: fc.boolean(),
  stopAtBroker: fc.boolean(),
  sharesToBuy: fc.integer({ min: 1, max: 1_000 }),
  sharesToSell: fc.integer({ min: 1, max: 1_000 }),
  maxPositionSize: fc.integer({ min: 1, max: 10_000 }),
  minCashReserve: fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 100),
  patternConfirmation: fc.constantFrom(...PATTERN_CONFIRMATIONS),
  enableAutomatedTrading: fc.boolean(),
  version: fc.constant(1),
  updatedAt: fc.constant("2025-11-20T14:00:00.000Z"),
});

const messagesOf = (form: TradingForm) => {
  const parsed = TradingForm.safeParse(form);
  return parsed.success ? [] : parsed.error.issues.map(({ message, path }) => [path[0], message]);
};

describe("the trading form", () => {
  it("always finds what is stored valid, and sends it back as it was", () => {
    fc.assert(
      fc.property(stored, (view) => {
        const form = tradingFormOf(view);
        const { enableAutomatedTrading: _, version: __, updatedAt: ___, ...fields } = view;

        expect(messagesOf(form)).toEqual([]);
        expect(tradingInputOf(form)).toEqual(fields);
      }),
    );
  });

  it("never sends what the server would refuse or read as something else", () => {
    fc.assert(
      fc.property(stored, fc.integer({ min: 1, max: 30_000 }), (view, hundredths) => {
        const form = { ...tradingFormOf(view), sellRisePct: hundredths / 100 };
        if (!TradingForm.safeParse(form).success) return;

        expect(TradingConfigInput.parse(tradingInputOf(form)).sellRisePct).toBeCloseTo(
          hundredths / 10_000,
          9,
        );
      }),
    );
  });

  it("says of each field what is wrong with it", () => {
    const [form] = fc.sample(stored.map(tradingFormOf), { numRuns: 1, seed: 7 });

    expect(
      messagesOf({
        ...form!,
        buyDropPct: 0.99,
        sellRisePct: 20.01,
        takeProfitFromEntryPct: Number.NaN,
        stopLossPct: 4.999,
        sharesToBuy: 1.5,
        maxPositionSize: 10_001,
        minCashReserve: -1,
      }).sort(),
    ).toEqual([
      ["buyDropPct", "Buy drop must be at least 1%"],
      ["maxPositionSize", "Maximum position size must be at most 10,000"],
      ["minCashReserve", "Minimum cash reserve must be at least 0"],
      ["sellRisePct", "Sell rise must be at most 20%"],
      ["sharesToBuy", "Shares to buy must be a whole number"],
      ["stopLossPct", "Stop loss must be at least 5%"],
      ["stopLossPct", "Stop loss must have at most two decimals"],
      ["takeProfitFromEntryPct", "Take profit must be a number"],
    ]);
  });

  it("refuses an upside-down band in HYBRID only, at its upper edge", () => {
    const [form] = fc.sample(stored.map(tradingFormOf), { numRuns: 1, seed: 7 });
    const band = { ...form!, buyDropPct: 6, buyDropPctMax: 5 };

    expect(messagesOf({ ...band, strategyMode: "HYBRID" })).toEqual([
      [
        "buyDropPctMax",
        "Entry range invalid: Minimum drop % must be less than or equal to maximum drop %.",
      ],
    ]);
    expect(messagesOf({ ...band, strategyMode: "SIMPLE" })).toEqual([]);
    expect(messagesOf({ ...band, strategyMode: "HYBRID", buyDropPctMax: 6 })).toEqual([]);
  });

  it("resets to what the server takes", () => {
    expect(TradingConfigInput.parse(RESET)).toEqual(RESET);
  });
});

describe("a band for HYBRID", () => {
  it("is proposed where the stored one has no width", () => {
    expect(proposedDropMax({ buyDropPct: 3, buyDropPctMax: 3 })).toBe(5);
    expect(proposedDropMax({ buyDropPct: 3, buyDropPctMax: 2 })).toBe(5);
    expect(proposedDropMax({ buyDropPct: 3, buyDropPctMax: 3.5 })).toBeUndefined();
    expect(proposedDropMax({ buyDropPct: 8, buyDropPctMax: 3 })).toBe(10);
    expect(proposedDropMax({ buyDropPct: 20, buyDropPctMax: 20 })).toBe(20);
    expect(proposedDropMax({ buyDropPct: Number.NaN, buyDropPctMax: 3 })).toBeUndefined();
  });
});
