import type { Moment } from "@sevenfold/domain/gate";
import { coverOf } from "../shorts/signed-step.ts";
import type { BacktestRun } from "./backtest-run.ts";
import { cancelOrder, sendOrder } from "./order-at-work.ts";
import { leaveLine, waitForOpening } from "./order-line.ts";

/**
 * Sends the order that buys back a short position at the symbol's next opening, from bar `next` on, in
 * the place of what waits there; answers whether there was anything to buy back that is not under way.
 */
export function coverAtNextOpening(
  run: BacktestRun,
  slot: number,
  next: number,
  when: Moment,
): boolean {
  if (0 <= run.book.held[slot]!) return false;
  const waiting = leaveLine(run, slot);
  if (waiting?.isForced) {
    waitForOpening(run, waiting, next);
    return false;
  }
  if (waiting !== undefined) cancelOrder(run, waiting, when.at, { kind: "margin-call" });
  const work = { ...sendOrder(run, coverOf(run.book, slot, when)), isForced: true } as const;
  waitForOpening(run, work, next);
  return true;
}
