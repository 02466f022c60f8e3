import type { Intent } from "@sevenfold/domain/decide";
import type { Gate, Moment } from "@sevenfold/domain/gate";
import type { Quantity } from "@sevenfold/domain/money";
import { quantityUpTo, stepToward } from "@sevenfold/domain/toward-target";
import type { BacktestRun } from "../backtest/backtest-run.ts";
import { isWaitingForCash, stepInParts } from "../parts/step-in-parts.ts";
import { isWaitingForMargin, type SignedTarget, stepSigned } from "../shorts/signed-step.ts";

/** The order that leads to what is wanted, by the rules that the run's account has. */
export function stepToWish(
  { book, settings }: BacktestRun,
  slot: number,
  when: Moment,
  target: SignedTarget,
): Intent | Gate | undefined {
  if (settings.shorts !== undefined) return stepSigned(book, slot, when, target);
  if (settings.fractional) return stepInParts(book, slot, when, target);
  const { shares, isStop } = target;
  return stepToward(book, slot, when, { shares: shares as Quantity, isStop });
}

/** Whether a buy would be cut short while sales are on their way to pay for it. */
export function isWaitingForMoney(
  run: BacktestRun,
  slot: number,
  when: Moment,
  shares: number,
): boolean {
  const { book, settings } = run;
  if (settings.shorts !== undefined) return isWaitingForMargin(run, slot, when, shares);
  if (!run.line.some(({ intent }) => intent.side === "sell")) return false;
  if (settings.fractional) return isWaitingForCash(book, slot, when, shares);
  const now = quantityUpTo(book, slot, when, shares);
  return now < quantityUpTo(book, slot, when, shares, book.equity);
}
