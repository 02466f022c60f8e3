import type { BacktestReport } from "@sevenfold/application/research/backtest/backtest-report";
import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import {
  type BlockJournal,
  openBlockJournal,
} from "@sevenfold/application/research/backtest/block-journal";
import { followStrategy } from "@sevenfold/application/research/own-strategy/follow-strategy";
import { followWishes } from "@sevenfold/application/research/own-strategy/follow-wishes";
import {
  type KeptAnswers,
  openKeptAnswers,
} from "@sevenfold/application/research/own-strategy/kept-answers";
import type { Asked } from "@sevenfold/application/research/own-strategy/own-run";
import {
  type Signal,
  signalSource,
} from "@sevenfold/application/research/own-strategy/signal-source";
import type { Strategy } from "@sevenfold/application/research/own-strategy/strategy-interface";
import type { PortfolioTrader } from "@sevenfold/application/research/sweep/open-sweep";
import { openStrategy } from "./read-strategy.ts";
import { runInPieces } from "./run-in-pieces.ts";
import type { StrategyCode } from "./strategy-code.ts";
import { toldFaultOf } from "./told-fault.ts";

/** What decides in the built-in rule's place. Plain: it may be handed to another thread. */
export type OwnTrader =
  | {
      readonly kind: "strategy";
      readonly code: StrategyCode;
      /** How long it may go without an answer. */
      readonly limitMs: number;
    }
  | { readonly kind: "signals"; readonly bySymbol: Readonly<Record<string, readonly Signal[]>> };

export interface OwnTrade {
  readonly columns: readonly BarColumns[];
  readonly settings: BacktestSettings;
  readonly blocks?: BlockJournal;
  /** What its indicators answer, for the next trade of the same columns. */
  readonly kept?: KeptAnswers;
  /** Of the report only totals and equity are asked for: its lists are empty. */
  readonly isTallied?: boolean;
}

/** Each thread of a sweep keeps so much: some twenty indicators over a million bars. */
const KEPT_BYTES_MAX = 2 ** 28;

/** Trades the same columns again and again, such as the trials of a sweep. */
export function tradeAgainAndAgain(trader: OwnTrader): PortfolioTrader {
  const kept = openKeptAnswers(KEPT_BYTES_MAX);
  return (columns, settings) => tradeOwn(trader, { columns, settings, kept, isTallied: true });
}

/**
 * Trades bars from the first to the last, by the parameters that the settings' origin says. Every run
 * begins with a strategy that has seen nothing. A fault of it becomes a `Failure`.
 */
export function tradeOwn(
  trader: OwnTrader,
  { columns, settings, blocks, kept, isTallied }: OwnTrade,
): BacktestReport {
  const journal = blocks ?? openBlockJournal(columns.length);
  if (trader.kind === "signals") {
    const source = signalSource(
      columns,
      columns.map(({ ticker }) => trader.bySymbol[ticker] ?? []),
    );
    const following = followWishes({ columns, settings, source, isTallied }, journal);
    following.advance(Number.POSITIVE_INFINITY);
    return following.report();
  }
  const strategy = openStrategy(trader.code, trader.limitMs);
  return tradeBy(strategy, trader, {
    columns,
    settings,
    blocks: journal,
    ...(kept && { kept }),
    ...(isTallied && { isTallied }),
  });
}

/** Twice the same run, the second by a strategy whose file has seen the first. */
export function tradeAgain(
  trader: OwnTrader & { readonly kind: "strategy" },
  trade: OwnTrade,
): readonly [BacktestReport, BacktestReport] {
  const strategy = openStrategy(trader.code, trader.limitMs);
  return [tradeBy(strategy, trader, trade), tradeBy(strategy, trader, trade)];
}

function tradeBy(
  strategy: Strategy,
  { code, limitMs }: OwnTrader & { readonly kind: "strategy" },
  { columns, settings, blocks = openBlockJournal(columns.length), kept, isTallied }: OwnTrade,
): BacktestReport {
  const asked: Asked = { at: 0, symbols: [] };
  const parameters = settings.own?.parameters ?? {};
  const following = followStrategy(
    { columns, settings, strategy, parameters, asked, kept, isTallied },
    blocks,
  );
  try {
    runInPieces(following, limitMs);
  } catch (error) {
    throw toldFaultOf(error, { path: code.path, limitMs, asked });
  }
  return following.report();
}
