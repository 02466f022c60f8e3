import type { Instant } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import type { BacktestRun } from "./backtest-run.ts";
import { enterDay } from "./day-roll.ts";
import { fillOrder } from "./fill-order.ts";
import { cancelOrder } from "./order-at-work.ts";
import { waitForOpening } from "./order-line.ts";
import { applyAction } from "./share-actions.ts";

/** All that openings before an instant bring, in their order; splits and dividends come first. */
export function resolveOpenings(run: BacktestRun, before: number): void {
  const { dueActions, line } = run;
  for (;;) {
    const actionAt = dueActions[run.actionsDone]?.opensAt ?? Number.POSITIVE_INFINITY;
    const fillAt = line[0]?.opensAt ?? Number.POSITIVE_INFINITY;
    if (before <= Math.min(actionAt, fillAt)) return;
    if (actionAt <= fillAt) applyAction(run, dueActions[run.actionsDone++]!);
    else fillFirstInLine(run);
  }
}

function fillFirstInLine(run: BacktestRun): void {
  const work = run.line.shift()!;
  const { open, day } = run.columns[work.intent.slot]!;
  const { bar } = work;
  const at = work.opensAt as Instant;
  enterDay(run, day[bar]!);
  // Good for the day: whether a day is over is known when the next one opens, and not before.
  if (work.day !== undefined && work.day !== day[bar]) {
    cancelOrder(run, work, at, { kind: "day-over", isVolumeShort: true });
    return;
  }
  const isOpen = fillOrder(run, work, { at, bar, price: open[bar] as Price, isLimit: false });
  if (isOpen) waitForOpening(run, work, bar + 1);
}
