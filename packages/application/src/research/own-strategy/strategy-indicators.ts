import type { BacktestRun } from "../backtest/backtest-run.ts";
import { ema, fillEma, fillSma, macd, sma } from "../indicators/averages.ts";
import { bollinger, donchian } from "../indicators/bands.ts";
import { atOnce, type Filling } from "../indicators/indicator.ts";
import { adx, atr } from "../indicators/ranges.ts";
import { rsi } from "../indicators/rsi.ts";
import { ranksOf, rollingBeta, zScore } from "../indicators/statistics.ts";
import { vwap } from "../indicators/vwap.ts";
import { type KeptAnswers, openKeptAnswers, type Servable } from "./kept-answers.ts";
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

const FILLINGS = {
  sma: fillSma,
  ema: fillEma,
  rsi: (bars: number) => atOnce(rsi(bars)),
  zScore: (bars: number) => atOnce(zScore(bars)),
} satisfies Readonly<Record<string, (bars: number) => Filling>>;

/** What is reckoned ahead of closes. */
export type ServedName = keyof typeof FILLINGS;

export const servable = (name: ServedName, bars: number): Servable => ({
  name: `${name} ${bars}`,
  open: () => FILLINGS[name](bars),
});

/** The same over bars that are all known: each begun by itself, of one of the slots. */
export function indicatorsOver(
  run: BacktestRun,
  slots: readonly number[],
  kept: KeptAnswers = openKeptAnswers(),
): Indicators {
  const serving =
    (name: ServedName, of: OfNumbers): OfNumbers =>
    (bars) => {
      const indicator = of(bars);
      SERVED.set(indicator, servedAnswers(run, servable(name, bars), kept, slots));
      return indicator;
    };
  return Object.freeze({
    ...INDICATORS,
    sma: serving("sma", sma),
    ema: serving("ema", ema),
    rsi: serving("rsi", rsi),
    zScore: serving("zScore", zScore),
  });
}
