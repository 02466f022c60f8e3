import { setPosition } from "@sevenfold/domain/book";
import type { PriceBatch } from "@sevenfold/domain/decide";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { MINUTE_MS } from "@sevenfold/domain/market";
import { money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { dayNumberAt } from "@sevenfold/domain/new-york-time";
import { RISK_DEFAULTS, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";
import type { BarsClosed, ClosedBar, WantedTarget } from "../../ports/strategies.ts";
import type { BacktestRun } from "../backtest/backtest-run.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { openRun } from "../backtest/open-run.ts";
import type { Strategy } from "./strategy-interface.ts";
import { type Asked, strategySource } from "./strategy-source.ts";
import { grant, openWishes, wantedOf } from "./wishes.ts";

export interface LiveStrategy {
  readonly strategy: Strategy;
  readonly parameters: Readonly<Record<string, number>>;
  readonly tickers: readonly Ticker[];
  readonly asked: Asked;
}

/**
 * Asks a strategy about bars as they close, as a backtest asks it: by the same source, which sees the
 * bar of now in columns of a single row. Throws a `StrategyFault`.
 */
export function liveAsker({ strategy, parameters, tickers, asked }: LiveStrategy) {
  const source = strategySource(strategy, parameters, asked);
  const run = openRun(tickers.map(oneRow), {
    strategy: STRATEGY_DEFAULTS,
    limits: RISK_DEFAULTS,
    cash: money(UNITS_PER_DOLLAR),
    fill: "next-open",
  });
  return (closed: BarsClosed): readonly WantedTarget[] => {
    const batch = batchOf(run, closed);
    const wishes = openWishes(tickers.length);
    source.wish(run, batch, wishes);
    return tickers.flatMap((ticker, slot): readonly WantedTarget[] => {
      const wanted = wantedOf(wishes, slot);
      grant(wishes, slot);
      return wanted === undefined ? [] : [{ ticker, ...wanted }];
    });
  };
}

const oneRow = (ticker: Ticker): BarColumns => ({
  ticker,
  count: 1,
  opensAt: new Float64Array(1),
  closesAt: Float64Array.of(MINUTE_MS),
  open: new Float64Array(1),
  close: new Float64Array(1),
  high: new Float64Array(1),
  low: new Float64Array(1),
  day: new Int32Array(1),
});

/** Puts the bars where the strategy looks. */
function batchOf(run: BacktestRun, { bars, closesAt, equity }: BarsClosed): PriceBatch {
  const { book, columns } = run;
  const known = bars.flatMap((bar) => {
    const slot = book.slots.get(bar.ticker);
    return slot === undefined ? [] : [{ bar, slot }];
  });
  for (const { bar, slot } of known) {
    write(columns[slot]!, bar, closesAt);
    setPosition(book, slot, { shares: bar.held, costBasis: bar.costBasis });
  }
  book.equity = equity;
  return {
    at: closesAt,
    inSession: true,
    count: known.length,
    slots: Int32Array.from(known, ({ slot }) => slot),
    prices: Float64Array.from(known, ({ bar }) => bar.close),
  };
}

function write(row: BarColumns, bar: ClosedBar, closesAt: Instant): void {
  row.opensAt[0] = bar.opensAt;
  row.closesAt[0] = closesAt;
  row.open[0] = bar.open;
  row.close[0] = bar.close;
  row.high![0] = bar.high;
  row.low![0] = bar.low;
  row.day[0] = dayNumberAt(closesAt);
}
