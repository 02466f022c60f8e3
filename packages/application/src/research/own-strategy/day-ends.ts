import type { DayNumbers } from "../backtest/bar-columns.ts";

/** Where each trading day of a run's closing instants ends, asked for in their order. */
export interface DayEnds {
  /** The first instant of a later day than that of `first`, or `to` where that comes before. */
  after(first: number, to: number): number;
}

const ENDS = new WeakMap<DayNumbers, number[]>();

/** Of the day of each instant, which never goes back. What has been found is kept for the next run. */
export function dayEndsOf(day: DayNumbers): DayEnds {
  const ends = ENDS.get(day) ?? [];
  ENDS.set(day, ends);
  let place = 0;
  return {
    after(first, to) {
      for (; ; place += 1) {
        if (ends.length === place) ends.push(endOf(day, ends.at(-1) ?? 0));
        const end = ends[place]!;
        if (first < end) return end < to ? end : to;
      }
    },
  };
}

/** The first instant of a later day. */
function endOf(day: DayNumbers, first: number): number {
  let within = first;
  let step = 1;
  while (within + step < day.length && day[within + step] === day[first]) {
    within += step;
    step *= 2;
  }
  let beyond = Math.min(day.length, within + step);
  while (within + 1 < beyond) {
    const middle = (within + beyond) >> 1;
    if (day[middle] === day[first]) within = middle;
    else beyond = middle;
  }
  return beyond;
}
