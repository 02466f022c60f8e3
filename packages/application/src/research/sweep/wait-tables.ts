import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { KernelMarket } from "./kernel-market.ts";

/**
 * Room to remember in how long a trail waits that began at a fill: a table for each side of a rule,
 * of every account that trades one symbol. What is not remembered is sought again.
 */
export interface WaitTables {
  readonly bytes: number;
  /** Where each market's part of a table begins; below 0 where nothing is remembered. */
  readonly offsets: readonly number[];
  /** The place of the table of such a side, counted from the first; undefined when all are given out. */
  readonly placeOf: (side: string) => number | undefined;
  readonly tableBytes: number;
}

const BYTES_MAX = 2 ** 25;
const TABLES_MAX = 256;

export function waitTablesOf(
  markets: readonly KernelMarket[],
  passesBlocks: (market: KernelMarket) => boolean,
): WaitTables {
  let tableBytes = 0;
  const offsets = markets.map((market) => {
    if (1 < market.symbols.length || passesBlocks(market)) return -1;
    const offset = tableBytes;
    tableBytes += (market.count + 15) & ~15;
    return offset;
  });
  const tables = tableBytes === 0 ? 0 : Math.min(TABLES_MAX, Math.floor(BYTES_MAX / tableBytes));
  const places = new Map<string, number>();
  return {
    bytes: tables * tableBytes,
    offsets,
    tableBytes,
    placeOf(side) {
      if (!places.has(side) && places.size < tables) places.set(side, places.size);
      return places.get(side);
    },
  };
}

/** All that decides what a flat account waits for after a sale: what it was paid, and its entry. */
export const entrySideOf = ({ strategy, fill, slippage }: BacktestSettings): string =>
  [
    "entry",
    fill,
    slippage?.bps,
    slippage?.spread,
    strategy.buyDropBps,
    strategy.mode === "HYBRID" && strategy.buyDropMaxBps,
  ].join();

/** All that decides what a holding waits for after its buy: what it paid, and its exits. */
export const exitSideOf = ({ strategy, fill, slippage }: BacktestSettings): string =>
  [
    "exit",
    fill,
    slippage?.bps,
    slippage?.spread,
    strategy.mode !== "SIMPLE" && strategy.sellRiseBps,
    strategy.mode !== "TRAILING" && strategy.takeProfitBps,
    strategy.stopLossEnabled && strategy.stopLossBps,
  ].join();
