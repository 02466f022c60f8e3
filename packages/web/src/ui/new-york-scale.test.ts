// @vitest-environment happy-dom
import type { UTCTimestamp } from "lightweight-charts";
import { describe, expect, it } from "vitest";
import { chartTime } from "./chart-canvas.ts";
import { NewYorkScale } from "./new-york-scale.ts";

/** From this weight on, a mark of the library names a day. */
const DAY = 50;
const HALF_HOUR_MS = 30 * 60_000;

/** Half-hours from one instant to another. */
function halfHours(from: string, to: string): readonly string[] {
  const first = Date.parse(from);
  const count = (Date.parse(to) - first) / HALF_HOUR_MS;
  return Array.from({ length: count + 1 }, (_, index) =>
    new Date(first + index * HALF_HOUR_MS).toISOString(),
  );
}

/** Which of the instants a day's mark stands at; the first is none, its day began before it. */
function dayMarksOf(instants: readonly string[]): readonly string[] {
  const scale = new NewYorkScale();
  const points = instants.map((at) => ({
    time: scale.convertHorzItemToInternal(chartTime(at) as UTCTimestamp),
    timeWeight: 0 as never,
    originalTime: at,
  }));
  scale.fillWeightsForPoints(points, 0);
  return instants.filter((_, index) => 0 < index && DAY <= Number(points[index]!.timeWeight));
}

describe("a day's mark", () => {
  it("stands at midnight in New York, in winter and in summer", () => {
    expect(dayMarksOf(halfHours("2025-11-20T21:00:00.000Z", "2025-11-21T12:00:00.000Z"))).toEqual([
      "2025-11-21T05:00:00.000Z",
    ]);
    expect(dayMarksOf(halfHours("2025-06-30T21:00:00.000Z", "2025-07-01T12:00:00.000Z"))).toEqual([
      "2025-07-01T04:00:00.000Z",
    ]);
  });

  it("stands at the opening where nothing trades at night", () => {
    const sessions = [
      ...halfHours("2025-11-20T14:30:00.000Z", "2025-11-20T21:00:00.000Z"),
      ...halfHours("2025-11-21T14:30:00.000Z", "2025-11-21T21:00:00.000Z"),
    ];

    expect(dayMarksOf(sessions)).toEqual(["2025-11-21T14:30:00.000Z"]);
  });

  it("stands once for the day whose clocks go back", () => {
    expect(dayMarksOf(halfHours("2025-11-01T20:00:00.000Z", "2025-11-02T20:00:00.000Z"))).toEqual([
      "2025-11-02T04:00:00.000Z",
    ]);
  });
});
