import { nextTick } from "node:process";
import { scheduler } from "node:timers/promises";
import type { Drain } from "../../broker-kit/simulated/virtual-clock.ts";

/** Resolves when every promise that could go on has: Node takes up a tick once no microtask is left. */
export const drainMicrotasks: Drain = Object.assign(
  (): Promise<void> => new Promise((resolve) => nextTick(resolve)),
  { tick: (goOn: () => void) => nextTick(goOn) },
);

/** Whether nothing happens while only real time passes: what does, the simulated clock knows nothing of. */
export async function isStill(events: { readonly count: number }): Promise<boolean> {
  await drainMicrotasks();
  const before = events.count;
  await scheduler.yield();
  await drainMicrotasks();
  return events.count === before;
}
