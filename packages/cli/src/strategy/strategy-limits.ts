import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { BacktestReport } from "@sevenfold/application/research/backtest/backtest-report";
import { inputFailure } from "../failure.ts";
import { sharedColumns } from "../sweep/shared-columns.ts";
import type { StrategyAnswer, StrategyOrder } from "./enclosed-run-thread.ts";
import { type OwnTrade, type OwnTrader, tradeOwn } from "./own-trader.ts";
import { openStrategy, saidBy } from "./read-strategy.ts";

const THREAD = new URL("./enclosed-run-thread.js", import.meta.url);
const MEGABYTE = 1_048_576;
const LOOK_MS = 50;
/** Young objects come and go beside those that are held. */
const YOUNG_MB = 32;
/** What the thread itself and a copy of the bars take, beside what the strategy holds. */
const ROOM_MB = 256;

type Strategist = OwnTrader & { readonly kind: "strategy" };

/** What a strategy says of itself, read where it can harm nobody. Throws a `Failure` where it is none. */
export async function declaredIn(trader: Strategist, memoryMb: number) {
  const answer = await ask({ trader }, memoryMb);
  if (answer?.kind === "read") return answer;
  return saidBy(openStrategy(trader.code, trader.limitMs));
}

/**
 * Trades a strategy on a thread with a limit on what it holds: one that fills it ends its run with a
 * `Failure` and never the process. How long it may go without an answer the run itself sees to.
 */
export async function tradeEnclosed(
  trader: Strategist,
  { columns, settings, blocks }: Omit<Required<OwnTrade>, "kept" | "isTallied">,
  memoryMb: number,
): Promise<BacktestReport> {
  const answer = await ask(
    { trader, trade: { columns: sharedColumns(columns), settings } },
    memoryMb,
  );
  if (answer?.kind !== "traded") return tradeOwn(trader, { columns, settings, blocks });
  Object.assign(blocks, answer.blocks);
  return answer.report;
}

/** Nothing where the program runs from its sources: threads are built. */
async function ask(order: StrategyOrder, memoryMb: number): Promise<StrategyAnswer | undefined> {
  if (!existsSync(THREAD)) return undefined;
  const { path } = order.trader.code;
  const full = () =>
    inputFailure(
      `${path}: it holds more than ${memoryMb} megabytes: it collects without end, or --strategy-memory gives it more`,
    );
  const thread = new Worker(THREAD, {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const before = process.memoryUsage.rss();
  const bound = before + (memoryMb + ROOM_MB) * MEGABYTE;
  return new Promise<StrategyAnswer>((resolve, reject) => {
    // Buffers lie beside what the thread's own limit counts.
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() <= bound) return;
      reject(full());
      void thread.terminate();
    }, LOOK_MS);
    thread.once("message", (answer: StrategyAnswer) => {
      if (answer.kind === "failed") reject(inputFailure(answer.message));
      else resolve(answer);
    });
    thread.once("error", (error) => reject(isFull(error) ? full() : error));
    thread.once("exit", () => {
      clearInterval(watch);
      // After the message this says nothing new.
      reject(new Error("The strategy's thread ended without an answer."));
    });
  });
}

const isFull = (error: unknown): boolean =>
  (error as { readonly code?: unknown } | null)?.code === "ERR_WORKER_OUT_OF_MEMORY";
