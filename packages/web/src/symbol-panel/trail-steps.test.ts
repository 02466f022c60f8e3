import type { BarView } from "@sevenfold/contract/market";
import type { TrailView } from "@sevenfold/contract/worker";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trailSteps } from "./trail-steps.ts";

const MINUTE_MS = 60_000;
const at = (minute: number) => new Date(minute * MINUTE_MS).toISOString();
const barAt = (minute: number, low: number, high: number): BarView => ({
  start: at(minute),
  open: low,
  high,
  low,
  close: high,
  volume: 1,
  isRegular: true,
});
const trailOf = (minute: number, low: number, high: number): TrailView => ({
  last_price: low,
  change_percent: null,
  high,
  low,
  since: at(minute),
  updated_at: at(minute),
  signal: null,
  trigger_side: null,
  trigger_price: null,
  trigger_distance_percent: null,
  explanation: "",
});

describe("the steps of a trail", () => {
  it("begin with the bar it was anchored in and end at its extremes", () => {
    const bars = [barAt(0, 90, 120), barAt(1, 99, 101), barAt(2, 98, 104), barAt(3, 97, 103)];

    expect(trailSteps(trailOf(1.5, 97, 104), bars)).toEqual([
      { start: at(1), high: 101, low: 99 },
      { start: at(2), high: 104, low: 98 },
      { start: at(3), high: 104, low: 97 },
    ]);
  });

  it("stand all the time where an extreme is older than the bars", () => {
    const bars = [barAt(10, 99, 101), barAt(11, 98, 102)];

    expect(trailSteps(trailOf(2, 98, 130), bars)).toEqual([
      { start: at(10), high: 130, low: 99 },
      { start: at(11), high: 130, low: 98 },
    ]);
  });

  it("never go beyond what the trail has reached, never back, and end where it stands", () => {
    const span = fc.tuple(fc.integer({ min: 50, max: 150 }), fc.nat(20));
    fc.assert(
      fc.property(
        fc.array(span, { minLength: 1, maxLength: 20 }),
        span,
        fc.nat(25),
        (rows, own, since) => {
          const bars = rows.map(([low, range], minute) => barAt(minute, low, low + range));
          const trail = trailOf(since, own[0], own[0] + own[1]);
          const steps = trailSteps(trail, bars);

          steps.forEach(({ high, low }, index) => {
            expect(high).toBeLessThanOrEqual(trail.high);
            expect(low).toBeGreaterThanOrEqual(trail.low);
            expect(high).toBeGreaterThanOrEqual(steps[index - 1]?.high ?? 0);
            expect(low).toBeLessThanOrEqual(steps[index - 1]?.low ?? 1_000);
          });
          if (0 < steps.length)
            expect(steps.at(-1)).toMatchObject({ high: trail.high, low: trail.low });
        },
      ),
    );
  });
});
