import { ema, macd, sma } from "../indicators/averages.ts";
import { bollinger, donchian } from "../indicators/bands.ts";
import { adx, atr } from "../indicators/ranges.ts";
import { rsi } from "../indicators/rsi.ts";
import { ranksOf, rollingBeta, zScore } from "../indicators/statistics.ts";
import { vwap } from "../indicators/vwap.ts";
import type { Indicators } from "./strategy-interface.ts";

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
