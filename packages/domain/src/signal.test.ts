import { describe, expect, it } from "vitest";
import { instant } from "./market.ts";
import { price, shares } from "./money.ts";
import { dashboardSignalOf } from "./signal.ts";
import type { Trail } from "./trail.ts";

describe("dashboardSignalOf", () => {
  it("borders red at 96% of the high while flat, green at 104% of the low while holding", () => {
    expect(dashboardSignalOf(trail({ high: 100, last: 96 }), shares(0))).toBe("buy");
    expect(dashboardSignalOf(trail({ high: 100, last: 96.0001 }), shares(0))).toBe("hold");
    expect(dashboardSignalOf(trail({ high: 100, last: 96 }), shares(1))).toBe("hold");
    expect(dashboardSignalOf(trail({ low: 100, last: 104 }), shares(1))).toBe("sell");
    expect(dashboardSignalOf(trail({ low: 100, last: 104 }), shares(0))).toBe("hold");
  });
});

const units = (dollars: number) => price(Math.round(dollars * 10_000));

function trail({ high, low, last }: { high?: number; low?: number; last: number }): Trail {
  return {
    since: instant(0),
    high: units(Math.max(high ?? last, last)),
    low: units(Math.min(low ?? last, last)),
    last: units(last),
  };
}
