// @vitest-environment happy-dom
import type { UTCTimestamp } from "lightweight-charts";
import { describe, expect, it } from "vitest";
import { chartTime, TIME_MARKS } from "./chart-canvas.ts";
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

function weighed(instants: readonly string[]) {
  const scale = new NewYorkScale();
  const points = instants.map((at) => ({
    time: scale.convertHorzItemToInternal(chartTime(at) as UTCTimestamp),
    timeWeight: 0 as never,
    originalTime: chartTime(at),
  }));
  scale.fillWeightsForPoints(points, 0);
  return { scale, points };
}

/** What stands below each of the instants, where there is room for all. */
function marksOf(instants: readonly string[]): readonly string[] {
  const { scale, points } = weighed(instants);
  const localization = { locale: "en-US", dateFormat: "yyyy-MM-dd" };
  scale.setOptions({ timeScale: TIME_MARKS, localization } as never);
  return points.map(({ time, timeWeight, originalTime }, index) =>
    scale.formatTickmark(
      { index, time, weight: timeWeight, originalTime } as never,
      localization as never,
    ),
  );
}

/** Which of the instants a day's mark stands at; the first is none, its day began before it. */
function dayMarksOf(instants: readonly string[]): readonly string[] {
  const { points } = weighed(instants);
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

describe("a mark within a day", () => {
  it("says the second where the minute has been said already", () => {
    const first = ["14:42:07", "14:42:31", "14:42:58", "14:43:10", "14:44:00"];
    expect(marksOf(first.map((time) => `2025-11-20T${time}.000Z`))).toEqual([
      "09:42",
      "09:42:31",
      "09:42:58",
      "09:43",
      "09:44",
    ]);
  });
});
