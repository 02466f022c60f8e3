import { beginSession, endSession } from "@sevenfold/domain/book-session";
import { tradingDayFrom } from "@sevenfold/domain/calendar-date";
import type { Instant } from "@sevenfold/domain/market";
import type { BacktestRun } from "./backtest-run.ts";
import { chargeBorrow } from "./charge-borrow.ts";

/** The first opening or close of a day ends the day before: its last equity is the new baseline. */
export function enterDay(run: BacktestRun, day: number): void {
  if (day <= run.day) return;
  if (run.sessionCloseAt !== undefined) {
    endSession(run.book);
    recordClose(run);
  }
  beginSession(run.book, tradingDayFrom(day), run.sessionCloseEquity);
  if (run.settings.shorts !== undefined && run.sessionCloseAt !== undefined)
    chargeBorrow(run, run.sessionCloseAt, day - run.day);
  run.day = day;
}

/** Counts a closing instant; inside the session it may be the day's last. */
export function noteClose(run: BacktestRun, at: Instant, inSession: boolean): void {
  run.closes += 1;
  if (0 < run.holdings) run.closesHolding += 1;
  if (!inSession) return;
  run.sessionCloseAt = at;
  run.sessionCloseEquity = run.book.equity;
}

export function endRun(run: BacktestRun): void {
  if (run.sessionCloseAt !== undefined) recordClose(run);
}

function recordClose({ equityCurve, sessionCloseAt, sessionCloseEquity }: BacktestRun): void {
  const at = sessionCloseAt as Instant;
  if (equityCurve.at(-1)?.at !== at) equityCurve.push({ at, equity: sessionCloseEquity });
}
