import { haltAtOf } from "@sevenfold/domain/trigger";
import type { KernelWalk } from "./kernel-walk.ts";

/**
 * Takes notice of a fill on a trading day, before it is booked: what was held until the deciding
 * close gives the day its baseline, and may have halted it.
 */
export function noteFillDay(walk: KernelWalk, day: number, decided: number): void {
  if (walk.rule.dailyLossBps >= NO_HALT_BPS) return;
  const { bars } = walk.symbol;
  if (walk.day < day) {
    // What the account was worth at the close before: it filled nothing since.
    walk.baseline =
      day === 0 ? walk.rule.cash : walk.cash + walk.held * bars.close[bars.dayLast[day - 1]!]!;
    walk.day = day;
    walk.haltTestedTo = day === 0 ? 0 : bars.dayLast[day - 1]! + 1;
  }
  if (walk.held !== 0 && hasHalted(walk, day, decided)) walk.haltedDay = day;
  walk.haltTestedTo = Math.max(walk.haltTestedTo, decided + 1);
}

const NO_HALT_BPS = 10_000;

/** Whether a close of the day up to the deciding one cost the holding the daily loss. */
function hasHalted(
  { symbol, rule, cash, held, baseline, haltTestedTo }: KernelWalk,
  day: number,
  decided: number,
): boolean {
  const { close, dayLow } = symbol.bars;
  const haltAt = haltAtOf(baseline, rule.dailyLossBps);
  if (haltAt < cash + held * dayLow[day]!) return false;
  for (let k = haltTestedTo; k <= decided; k++) if (cash + held * close[k]! <= haltAt) return true;
  return false;
}

/** Whether the daily loss limit keeps a flat account from entering at a close of the day. */
export function isHalted(
  { rule, cash, day, baseline, haltedDay }: KernelWalk,
  today: number,
): boolean {
  if (haltedDay === today) return true;
  // Without a fill today the account is worth what it was worth as the day began.
  return cash <= haltAtOf(day === today ? baseline : cash, rule.dailyLossBps);
}

/** Values the account at the end of every day that ended by the close, and follows the drawdown. */
export function flushDays(walk: KernelWalk, close: number): void {
  const { bars } = walk.symbol;
  const { curve } = walk.record;
  const { cash, held } = walk;
  let { daysKnown, mark, maxDrawdown } = walk;
  if (held === 0 && curve === undefined) {
    // A flat account is worth the same on all of these days.
    while (daysKnown < bars.days && bars.dayLast[daysKnown]! <= close) daysKnown++;
    if (walk.daysKnown < daysKnown) {
      mark = Math.max(mark, cash);
      maxDrawdown = Math.min(maxDrawdown, cash / mark - 1);
    }
  } else
    for (; daysKnown < bars.days && bars.dayLast[daysKnown]! <= close; daysKnown++) {
      const equity = cash + held * bars.close[bars.dayLast[daysKnown]!]!;
      if (mark < equity) mark = equity;
      else if (equity / mark - 1 < maxDrawdown) maxDrawdown = equity / mark - 1;
      if (curve !== undefined) curve[daysKnown] = equity;
    }
  walk.daysKnown = daysKnown;
  walk.mark = mark;
  walk.maxDrawdown = maxDrawdown;
}
