import { basename } from "node:path";
import type { BacktestReport } from "@sevenfold/application/research/backtest/backtest-report";
import type { StrategyOrigin } from "@sevenfold/application/research/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import type { Parameter } from "@sevenfold/application/research/own-strategy/strategy-interface";
import type { PortfolioTrader } from "@sevenfold/application/research/sweep/open-sweep";
import { type OwnTrade, type OwnTrader, tradeAgainAndAgain, tradeOwn } from "./own-trader.ts";
import { readStrategyFile } from "./read-strategy.ts";
import { readSignals, type SignalReading } from "./signal-file.ts";
import { signalWarningsOf } from "./signal-warnings.ts";
import { declaredIn, tradeEnclosed } from "./strategy-limits.ts";
import { parametersOf } from "./strategy-parameters.ts";

/** What decides in a run in the built-in rule's place, read and checked. */
export interface OwnDecider {
  readonly origin: StrategyOrigin;
  /** The parameters it has, none for signals. */
  readonly declared: Readonly<Record<string, Parameter>>;
  readonly trader: OwnTrader;
  /** It may sell short. */
  readonly canBeShort: boolean;
  /** It says that it trades parts of shares. */
  readonly isFractional: boolean;
  /** It words its orders. */
  readonly hearsEvents: boolean;
  /** What of signals comes to nothing, or cannot be had. */
  readonly warnings: readonly string[];
  /** Of signals, the largest share of equity that any of them asks for. */
  readonly largestShare?: number;
  /** Takes a run from its first bar to its end; a fault of the strategy becomes a `Failure`. */
  run(trade: OwnTrade): BacktestReport;
  /** The same for many runs of the same columns: what they have in common is reckoned once. */
  readonly tries: PortfolioTrader;
  /** The same where it can harm nobody: with a limit on what it holds. */
  runEnclosed(trade: Omit<Required<OwnTrade>, "kept" | "isTallied">): Promise<BacktestReport>;
}

/** How a strategy is set, and for how many seconds it may go without an answer. */
export interface StrategySetting {
  readonly set: readonly string[];
  readonly strategyTimeout: number;
  /** Megabytes. */
  readonly strategyMemory: number;
}

/** A strategy from its file, set as the flags say. */
export async function strategyDecider(path: string, flags: StrategySetting): Promise<OwnDecider> {
  const { code, sha256 } = await readStrategyFile(path);
  const trader = { kind: "strategy", code, limitMs: flags.strategyTimeout * 1_000 } as const;
  const said = await declaredIn(trader, flags.strategyMemory);
  const { parameters: declared, canBeShort, isFractional, hearsEvents } = said;
  const parameters = parametersOf({ parameters: declared }, flags.set);
  return {
    origin: { name: basename(path), sha256, parameters },
    declared,
    trader,
    canBeShort,
    isFractional,
    hearsEvents,
    warnings: [],
    run: (trade) => tradeOwn(trader, trade),
    tries: tradeAgainAndAgain(trader),
    runEnclosed: (trade) => tradeEnclosed(trader, trade, flags.strategyMemory),
  };
}

/** Signals from their file. */
export async function signalDecider(
  path: string,
  columns: readonly BarColumns[],
  reading: SignalReading,
): Promise<OwnDecider> {
  const { signals, sha256, largestShare } = await readSignals(path, columns, reading);
  const bySymbol = Object.fromEntries(
    columns.map(({ ticker }, slot) => [ticker, signals[slot] ?? []]),
  );
  const trader = { kind: "signals", bySymbol } as const;
  return {
    largestShare,
    origin: { name: basename(path), sha256, parameters: {} },
    declared: {},
    trader,
    canBeShort: reading.canBeShort,
    isFractional: false,
    hearsEvents: false,
    warnings: signalWarningsOf(basename(path), columns, signals),
    run: (trade) => tradeOwn(trader, trade),
    tries: tradeAgainAndAgain(trader),
    runEnclosed: async (trade) => tradeOwn(trader, trade),
  };
}
