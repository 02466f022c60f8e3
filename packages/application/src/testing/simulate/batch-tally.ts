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
  for (const [kind, count] of met) tally.met.set(kind, (tally.met.get(kind) ?? 0) + count);
  for (const [state, count] of reached)
    tally.reached.set(state, (tally.reached.get(state) ?? 0) + count);
}

/** Of what a batch has to come by, what it never did. */
export const missingIn = (
  counts: ReadonlyMap<string, number>,
  wanted: readonly string[],
): readonly string[] => wanted.filter((name) => (counts.get(name) ?? 0) === 0);
