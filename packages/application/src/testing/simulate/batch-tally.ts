import type { SimulationReport } from "./plan.ts";

/** What the runs of a batch came to, together. */
export interface BatchTally {
  plans: number;
  days: number;
  events: number;
  readonly met: Map<string, number>;
  readonly reached: Map<string, number>;
}

export const emptyTally = (): BatchTally => ({
  plans: 0,
  days: 0,
  events: 0,
  met: new Map(),
  reached: new Map(),
});

export function addReport(
  tally: BatchTally,
  days: number,
  { events, met, reached }: Pick<SimulationReport, "events" | "met" | "reached">,
): void {
  tally.plans += 1;
  tally.days += days;
  tally.events += events;
  addCounts(tally.met, met);
  addCounts(tally.reached, reached);
}

/** Another batch's tally, onto this one. */
export function addTally(
  tally: BatchTally,
  { days, events, met, plans, reached }: BatchTally,
): void {
  tally.plans += plans;
  tally.days += days;
  tally.events += events;
  addCounts(tally.met, met);
  addCounts(tally.reached, reached);
}

function addCounts(all: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of counts) all.set(name, (all.get(name) ?? 0) + count);
}

/** Of what a batch has to come by, what it never did. */
export const missingIn = (
  counts: ReadonlyMap<string, number>,
  wanted: readonly string[],
): readonly string[] => wanted.filter((name) => (counts.get(name) ?? 0) === 0);
