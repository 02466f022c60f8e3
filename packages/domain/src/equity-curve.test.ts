import { describe, expect, it } from "vitest";
import { dailyCloses } from "./equity-curve.ts";
import { instant } from "./market.ts";
import { money } from "./money.ts";

describe("dailyCloses", () => {
  it("keeps the last point of each day in New York", () => {
    const points = [
      "2026-07-01T14:00:00Z",
      "2026-07-02T03:59:59Z",
      "2026-07-02T04:00:00Z",
      "2026-07-02T20:00:00Z",
      "2026-07-06T20:00:00Z",
    ].map((iso, index) => ({ at: instant(Date.parse(iso)), equity: money(index + 1) }));
    expect(dailyCloses(points).map(({ equity }) => equity)).toEqual([2, 4, 5]);
    expect(dailyCloses([])).toEqual([]);
  });
});
