import type { BarSeries, SeenJumps } from "./bar-series.ts";
import { firstUnusual, openJumpWatch } from "./jump-watch.ts";

type Prices = Pick<BarSeries, "open" | "close">;

/** The places of rows that open far from the close before them, oldest first. */
export function* unusualSteps({ open, close }: Prices): Generator<number> {
  // Nearly no row is one: to hand each of them over takes twice as long.
  let at = firstUnusual(open, close, 1);
  for (; at < open.length; at = firstUnusual(open, close, at + 1)) yield at;
}

/** Which of those steps are jumps, of bars that nobody reads row by row. */
export function jumpsAmong(steps: Iterable<number>, { open, close }: Prices): SeenJumps {
  const watch = openJumpWatch();
  for (const at of steps) watch.see(at + 1, close[at - 1]!, open[at]!, at);
  return { jumps: watch.jumps, count: watch.count(), word: "row" };
}
