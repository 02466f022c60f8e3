import type { Ticker } from "@sevenfold/domain/market";
import type { BarColumns } from "../research/backtest/bar-columns.ts";
import type { CorporateAction } from "../research/backtest/corporate-action.ts";
import { runBacktest } from "../research/backtest/run-backtest.ts";
import { settingsOf } from "./bar-arbitraries.ts";
import type { PlainRules } from "./plain-rules.ts";

/**
 * What users of other backtests found wrong with their fills, once more on this engine. Each test
 * is named by the public thread that tells the story; the prices are its own where it gives some.
 */

/** Open, high, low and close in dollars, and whether the bar lies in the session. */
export type Day = readonly [
  open: number,
  high: number,
  low: number,
  close: number,
  inSession?: boolean,
];

/** A fall of 4% from 100: whoever waits for it buys ten shares at the next open. */
export const FALLEN: readonly Day[] = [
  [100, 100, 100, 100],
  [98, 98, 96, 96],
];

export const RULES: PlainRules = {
  mode: "SIMPLE",
  buyDrop: 400,
  buyDropMax: 500,
  sellRise: 400,
  takeProfit: 400,
  stopLoss: 1_000,
  sharesToBuy: 10,
  sharesToSell: 10,
  maxPositionSize: 50,
  minCashReserve: 0,
  cash: 1_000_000_000,
  fill: "next-open",
  positionShare: undefined,
  dailyLoss: undefined,
  coolDownMs: 600_000,
  entriesPerMinute: undefined,
};

const DAY_MS = 86_400_000;
export const closeOf = (day: number): number => day * DAY_MS + 1_000 + 7_200_000;

export function play(
  days: readonly Day[],
  changes: Partial<PlainRules>,
  actions: readonly CorporateAction[] = [],
  volumeOn: (day: number) => number = () => 1_000,
) {
  const units = (column: number) =>
    Float64Array.from(days, (day) => Math.round((day[column] as number) * 10_000));
  const inSession = Uint8Array.from(days, ([, , , , session = true]) => Number(session));
  const columns: BarColumns = {
    ticker: "ABC" as Ticker,
    count: days.length,
    opensAt: Float64Array.from(days, (_, day) => day * DAY_MS + 1_000),
    closesAt: Float64Array.from(days, (_, day) => closeOf(day)),
    open: units(0),
    high: units(1),
    low: units(2),
    close: units(3),
    volume: Float64Array.from(days, (_, day) => volumeOn(day)),
    day: Int32Array.from(days, (_, day) => day),
    opensInSession: inSession,
    closesInSession: inSession,
    actions,
  };
  const report = runBacktest([columns], settingsOf({ ...RULES, ...changes }));
  const sales = report.trades
    .filter(({ side }) => side === "sell")
    .map(({ reason, price, trigger, at }) => ({
      reason,
      price: price / 10_000,
      trigger: trigger / 10_000,
      time: columns.opensAt.includes(at) ? "open" : "close",
    }));
  return { report, sales, columns };
}
