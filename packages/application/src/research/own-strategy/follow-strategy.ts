import type { BlockJournal } from "../backtest/block-journal.ts";
import { followEvents } from "./follow-events.ts";
import { type Following, followWishes } from "./follow-wishes.ts";
import type { StrategyRun } from "./own-run.ts";
import { strategySource } from "./strategy-source.ts";

/** Trades a strategy on bars, whichever of the three ways it is said. docs/strategies.md */
export function followStrategy(own: StrategyRun, blocks: BlockJournal): Following {
  const { strategy, parameters, asked, columns, settings, kept, isTallied } = own;
  if (strategy.forEvents !== undefined) return followEvents(own, blocks);
  const source = strategySource(strategy, parameters, asked, { kept });
  return followWishes({ columns, settings, source, kept, isTallied }, blocks);
}
