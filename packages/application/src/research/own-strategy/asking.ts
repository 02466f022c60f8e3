import type { Instant } from "@sevenfold/domain/market";
import type { BacktestRun } from "../backtest/backtest-run.ts";
import { barViewOf, equityAtCloses } from "./bar-view.ts";
import type { Asked } from "./own-run.ts";
import { closeTogether } from "./quiet-stretch.ts";
import { StrategyFault } from "./strategy-fault.ts";
import type { Bar, Target } from "./strategy-interface.ts";
import { type Wishes, wish } from "./wishes.ts";

/** Of each symbol the bar of now. */
export function viewsOf(run: BacktestRun): readonly Bar[] {
  const equityOf = closeTogether(run.columns) ? equityAtCloses : undefined;
  return run.columns.map((_, slot) => barViewOf(run, slot, equityOf));
}

/** Begins what is asked, or says as a fault why it is none. */
export function begun<Decider>(
  begin: () => Decider,
  asked: Asked,
  at: number,
  symbols: readonly string[],
): Decider {
  asked.at = at;
  asked.symbols = symbols;
  try {
    const decider = begin();
    if (typeof decider === "function") return decider;
  } catch (error) {
    throw faultOf(error, asked);
  }
  throw new StrategyFault("it is begun and answers no function", at as Instant, symbols);
}

/** Takes a target. Its fields may be functions of the strategy's: read within the guard, and once. */
export function take(wishes: Wishes, slot: number, target: unknown, asked: Asked): void {
  const wrong = wish(wishes, slot, target as Target);
  if (wrong !== undefined) throw new StrategyFault(wrong, asked.at as Instant, asked.symbols);
}

/** An error of another realm is no `Error` of ours. */
export function faultOf(error: unknown, asked: Asked): StrategyFault {
  if (error instanceof StrategyFault) return error;
  const message = (error as { readonly message?: unknown } | undefined)?.message;
  const words = typeof message === "string" ? message : String(error);
  return new StrategyFault(`it throws: ${words}`, asked.at as Instant, asked.symbols, error);
}
