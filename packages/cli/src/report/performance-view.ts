import type { BacktestReport } from "@sevenfold/application/research/backtest/backtest-report";
import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import {
  type ClosedFill,
  closedFillsOf,
} from "@sevenfold/application/research/backtest/closed-trades";
import { dailyTurnoverOf } from "@sevenfold/application/research/backtest/daily-turnover";
import { benchmarkOn } from "@sevenfold/application/research/backtest/market";
import type { Dialect } from "@sevenfold/application/research/metrics/metric-name";
import { performanceOf } from "@sevenfold/application/research/metrics/performance";
import type { ClosedTrade } from "@sevenfold/application/research/metrics/track-record";
import { daysOf } from "@sevenfold/application/research/sweep/open-sweep";
import { dollarsOf } from "@sevenfold/domain/money";
import { shapeOfPath } from "../metrics/metrics-document.ts";
import type { NamedMarket } from "../metrics/read-market.ts";
import { jstatNormal } from "../system/jstat-normal.ts";
import { benchmarkView } from "./benchmark-view.ts";
import { metricsView } from "./metrics-view.ts";

/** What a run is measured with. */
export interface Measured {
  readonly columns: readonly BarColumns[];
  readonly settings: BacktestSettings;
  readonly market: NamedMarket;
  /** Of a year. */
  readonly riskFree: number;
}

const DIALECT: Dialect = "sevenfold";

/** Every metric as a number, or null with a note on why there is none; the path and its benchmark. */
export function performanceView(
  report: BacktestReport,
  { columns, settings, market, riskFree }: Measured,
) {
  const { equityCurve, closes, closesHolding, start } = report;
  const values = [settings.cash, ...equityCurve.map(({ equity }) => equity)].map(dollarsOf);
  const times = [start, ...equityCurve.map(({ at }) => at)];
  const benchmark = benchmarkOn(market.market, daysOf(columns), values);
  const dailyTurnover = dailyTurnoverOf(report);
  const performance = performanceOf(
    {
      values,
      times,
      trades: closedFillsOf(report, columns, settings).map(tradeOf),
      closes: { all: closes, holding: closesHolding },
      ...(dailyTurnover !== undefined && { dailyTurnover }),
      ...{ benchmark, riskFree, normal: jstatNormal },
    },
    DIALECT,
  );
  return {
    ...metricsView(performance, DIALECT),
    riskFree,
    benchmark: benchmarkView(market, benchmark, riskFree),
    ...shapeOfPath({ values, times }),
  };
}

const tradeOf = ({ trade, enteredAt, growth, adverse, favorable }: ClosedFill): ClosedTrade => ({
  pnl: dollarsOf(trade.net),
  symbol: trade.ticker,
  enteredAt,
  exitedAt: trade.at,
  ...(growth !== undefined && { growth }),
  ...{ adverse, favorable },
});
