import { describe, expect, it } from "vitest";

import { bps, money, shares } from "./money.ts";
import { STRATEGY_DEFAULTS, type Strategy } from "./strategy.ts";
import { withChanges } from "./strategy-changes.ts";

const STRATEGY: Strategy = {
  ...STRATEGY_DEFAULTS,
  buyDropBps: bps(300),
  buyDropMaxBps: bps(500),
  sellRiseBps: bps(300),
  takeProfitBps: bps(300),
  stopLossBps: bps(1_000),
  stopLossEnabled: false,
  sharesToBuy: shares(10),
  sharesToSell: shares(10),
  maxPositionSize: shares(50),
  minCashReserve: money(10_000_000),
};

describe("a change of strategy", () => {
  it("keeps what it does not name", () => {
    expect(withChanges(STRATEGY, { sharesToBuy: shares(7) })).toEqual({
      ok: true,
      value: { ...STRATEGY, sharesToBuy: 7 },
    });
  });

  it("refuses a band that is upside down, in HYBRID only", () => {
    const upsideDown = { buyDropBps: bps(600) };

    expect(withChanges(STRATEGY, upsideDown)).toMatchObject({ ok: true });
    expect(withChanges(STRATEGY, { ...upsideDown, mode: "HYBRID" })).toEqual({
      ok: false,
      refusal: { kind: "entry-range-invalid" },
    });
    expect(withChanges(STRATEGY, { buyDropBps: bps(500), mode: "HYBRID" })).toMatchObject({
      ok: true,
    });
  });

  it("brings the stop into HYBRID and takes it out again", () => {
    const hybrid = withChanges(STRATEGY, { mode: "HYBRID", stopLossEnabled: false });
    expect(hybrid).toMatchObject({ value: { stopLossEnabled: true } });
    if (!hybrid.ok) return;

    expect(withChanges(hybrid.value, { mode: "SIMPLE" })).toMatchObject({
      value: { stopLossEnabled: false },
    });
    expect(withChanges(hybrid.value, { mode: "SIMPLE", stopLossEnabled: true })).toMatchObject({
      value: { stopLossEnabled: true },
    });
  });
});
