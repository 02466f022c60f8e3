import type { Ticker } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { barActedAt } from "./signal-source.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe("a signal of a date", () => {
  it("is acted on at that day's last close inside the session, also where bars follow that one", () => {
    // An hour before the session, two in it and one after it, on each of two days.
    const columns = hoursOf([0, 1], [9, 10, 11, 12], [0, 1, 1, 0]);

    expect(barActedAt(columns, { kind: "date", dayNumber: 0 })).toBe(2);
    expect(barActedAt(columns, { kind: "date", dayNumber: 1 })).toBe(6);
  });

  it("waits for the next bar where its day has no close inside the session, or no bar at all", () => {
    const columns = hoursOf([0, 3], [9, 10], [1, 1]);
    const closed = { ...columns, closesInSession: Uint8Array.of(0, 0, 1, 1) };

    expect(barActedAt(closed, { kind: "date", dayNumber: 0 })).toBe(2);
    expect(barActedAt(columns, { kind: "date", dayNumber: 2 })).toBe(2);
    expect(barActedAt(columns, { kind: "date", dayNumber: 4 })).toBe(4);
  });
});

describe("a signal of an instant", () => {
  const columns = hoursOf([0, 1], [9, 10], [1, 1]);
  const actedAt = (day: number, hour: number) =>
    barActedAt(columns, { kind: "instant", ms: day * DAY_MS + hour * HOUR_MS });

  it("is acted on at the first close after it", () => {
    expect([actedAt(0, 9), actedAt(0, 9.5), actedAt(0, 10.5), actedAt(0, 20)]).toEqual([
      0, 0, 1, 2,
    ]);
  });

  it("that is a close waits for the next one where a bar begins with it, and for none where none does", () => {
    expect(actedAt(0, 10)).toBe(1);
    expect(actedAt(0, 11)).toBe(1);
    expect(actedAt(1, 11)).toBe(3);
    expect(actedAt(1, 11.5)).toBe(4);
  });
});

/** On each day bars of an hour that begin at these hours; the last of them says whether each closes in the session. */
function hoursOf(
  days: readonly number[],
  hours: readonly number[],
  inSession: readonly number[],
): BarColumns {
  const opens = days.flatMap((day) => hours.map((hour) => day * DAY_MS + hour * HOUR_MS));
  const prices = new Float64Array(opens.length).fill(10_000);
  return {
    ticker: "ABC" as Ticker,
    count: opens.length,
    opensAt: Float64Array.from(opens),
    closesAt: Float64Array.from(opens, (at) => at + HOUR_MS),
    open: prices,
    close: prices,
    day: Int32Array.from(days.flatMap((day) => hours.map(() => day))),
    closesInSession: Uint8Array.from(days.flatMap(() => inSession)),
  };
}
