import type { BacktestReport } from "@sevenfold/application/research/backtest/backtest-report";
import { inputFailure } from "../failure.ts";
import type { StrategyAnswer, StrategyOrder } from "./enclosed-run-thread.ts";
import { canEnclose, enclosedThread } from "./enclosed-thread.ts";
import { type OwnTrade, type OwnTrader, tradeOwn } from "./own-trader.ts";
import { openStrategy, saidBy } from "./read-strategy.ts";

const THREAD = new URL("./enclosed-run-thread.js", import.meta.url);
/** Young objects come and go beside those that are held. */
const YOUNG_MB = 32;

type Strategist = OwnTrader & { readonly kind: "strategy" };

/** What a strategy says of itself, read where it can harm nobody. Throws a `Failure` where it is none. */
export async function declaredIn(trader: Strategist, memoryMb: number) {
  const answer = await ask({ trader }, memoryMb);
  if (answer?.kind === "read") return answer;
  return saidBy(openStrategy(trader.code, trader.limitMs));
}

/**
 * Trades a strategy in a process with a limit on what it holds: one that fills it ends its run with a
 * `Failure` and never this process. How long it may go without an answer the run itself sees to.
 */
export async function tradeEnclosed(
  trader: Strategist,
  { columns, settings, blocks }: Omit<Required<OwnTrade>, "kept" | "isTallied">,
  memoryMb: number,
): Promise<BacktestReport> {
  const answer = await ask({ trader, trade: { columns, settings } }, memoryMb);
  if (answer?.kind !== "traded") return tradeOwn(trader, { columns, settings, blocks });
  Object.assign(blocks, answer.blocks);
  return answer.report;
}

/** Nothing where the program runs from its sources: threads are built. */
async function ask(order: StrategyOrder, memoryMb: number): Promise<StrategyAnswer | undefined> {
  if (!canEnclose()) return undefined;
  const { path } = order.trader.code;
  const thread = enclosedThread({
    ...{ file: THREAD.href, workerData: order },
    ...{ memoryMb, youngMb: YOUNG_MB },
  });
  try {
    const news = await thread.next();
    switch (news.kind) {
      case "said":
        return saidIn(news.message as StrategyAnswer);
      case "full":
        throw inputFailure(
          `${path}: it holds more than ${memoryMb} megabytes: it collects without end, or --strategy-memory gives it more`,
        );
      case "failed":
        throw new Error(news.says);
      case "ended":
        throw new Error(`The strategy's process ended unasked: ${news.by ?? "it left"}.`);
    }
  } finally {
    thread.end();
  }
}

function saidIn(answer: StrategyAnswer): StrategyAnswer {
  if (answer.kind === "failed") throw inputFailure(answer.message);
  return answer;
}
