import { parentPort, workerData } from "node:worker_threads";
import type { BacktestReport } from "@sevenfold/application/research/backtest/backtest-report";
import {
  type BlockJournal,
  openBlockJournal,
} from "@sevenfold/application/research/backtest/block-journal";
import type { Parameter } from "@sevenfold/application/research/own-strategy/strategy-interface";
import { Failure } from "../failure.ts";
import { type OwnTrade, type OwnTrader, tradeOwn } from "./own-trader.ts";
import { openStrategy, saidBy } from "./read-strategy.ts";

/** What the thread is asked: to read a strategy, or to trade it too. */
export interface StrategyOrder {
  readonly trader: OwnTrader & { readonly kind: "strategy" };
  readonly trade?: Omit<OwnTrade, "blocks">;
}

export type StrategyAnswer =
  | {
      readonly kind: "read";
      readonly parameters: Readonly<Record<string, Parameter>>;
      readonly canBeShort: boolean;
      readonly isFractional: boolean;
      readonly hearsEvents: boolean;
    }
  | { readonly kind: "traded"; readonly report: BacktestReport; readonly blocks: BlockJournal }
  | { readonly kind: "failed"; readonly message: string };

parentPort!.postMessage(answerOf(workerData as StrategyOrder));

function answerOf({ trader, trade }: StrategyOrder): StrategyAnswer {
  try {
    if (trade === undefined) {
      const said = saidBy(openStrategy(trader.code, trader.limitMs));
      // A copy of plain numbers: what a strategy declares may be anything.
      return { kind: "read", ...said, parameters: JSON.parse(JSON.stringify(said.parameters)) };
    }
    const blocks = openBlockJournal(trade.columns.length);
    return { kind: "traded", report: tradeOwn(trader, { ...trade, blocks }), blocks };
  } catch (error) {
    if (error instanceof Failure) return { kind: "failed", message: error.message };
    throw error;
  }
}
