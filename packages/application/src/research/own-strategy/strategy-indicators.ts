import type { BacktestRun } from "../backtest/backtest-run.ts";
import { ema, fillEma, fillSma, macd, sma } from "../indicators/averages.ts";
import { bollinger, donchian } from "../indicators/bands.ts";
import { atOnce, type Filling } from "../indicators/indicator.ts";
import { adx, atr } from "../indicators/ranges.ts";
import { rsi } from "../indicators/rsi.ts";
import { ranksOf, rollingBeta, zScore } from "../indicators/statistics.ts";
import { vwap } from "../indicators/vwap.ts";
import { type KeptAnswers, openKeptAnswers } from "./kept-answers.ts";
import { type ServedAnswers, servedAnswers } from "./served-answers.ts";
import type { Indicator, Indicators } from "./strategy-interface.ts";

/** What a strategy may make its own. */
export const INDICATORS: Indicators = Object.freeze({
  sma,
  ema,
  rsi,
  macd,
  bollinger,
  donchian,
  atr,
  adx,
  vwap,
  zScore,
  rollingBeta,
  ranksOf,
});

const SERVED = new WeakMap<object, ServedAnswers>();

/** Answers of an indicator reckoned ahead, for who stands between it and a strategy. */
export const servedOf = (indicator: object): ServedAnswers | undefined => SERVED.get(indicator);

/** Takes and answers a number, and finds NaN in neither. */
type OfNumbers = (bars: number) => Indicator<number>;

/** The same over bars that are all known: each begun by itself, of one of the slots. */
export function indicatorsOver(
  run: BacktestRun,
  slots: readonly number[],
  kept: KeptAnswers = openKeptAnswers(),
): Indicators {
  const serving =
    (name: string, of: OfNumbers, open = (bars: number): Filling => atOnce(of(bars))): OfNumbers =>
    (bars) => {
      const indicator = of(bars);
      const servable = { name: `${name} ${bars}`, open: () => open(bars) };
      SERVED.set(indicator, servedAnswers(run, servable, kept, slots));
      return indicator;
    };
  return Object.freeze({
    ...INDICATORS,
    sma: serving("sma", sma, fillSma),
    ema: serving("ema", ema, fillEma),
    rsi: serving("rsi", rsi),
    zScore: serving("zScore", zScore),
  });
}
