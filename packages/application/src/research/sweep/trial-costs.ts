import { bps, NO_MONEY } from "@sevenfold/domain/money";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { Commission, Slippage } from "../backtest/costs.ts";
import { type NullBasis, writeSkill } from "../metrics/null-returns.ts";
import { type SampleCut, sharpeOf, writeReturns } from "./measure-trial.ts";
import type { TrialRunner } from "./trial-runner.ts";

/**
 * What a verdict takes orders to cost unless it is told: half of a spread of two basis points on
 * each side, and the regulatory fees of a stock order in the United States. These fall on sales
 * alone; here a buy and a sale bear a half each, rounded up, which comes to the same for a round
 * trip. SEC section 31: $20.60 of a million dollars, from 2026-04-04. FINRA trading activity fee:
 * $0.000195 a share, from 2026-01-01; its cap of $9.79 an order is left away.
 */
export const VERDICT_COMMISSION: Commission = {
  perOrder: NO_MONEY,
  perShare: 98,
  rate: 11,
  minimum: NO_MONEY,
};
export const VERDICT_SLIPPAGE: Slippage = { bps: bps(1), spread: NO_MONEY, impactBps: bps(0) };

/** Whether orders cost anything at all. */
export function hasCosts({ commission, slippage }: BacktestSettings): boolean {
  const parts = [
    ...(commission === undefined ? [] : Object.values(commission)),
    ...(slippage === undefined ? [] : Object.values(slippage)),
  ];
  return parts.some((part) => 0 < part);
}

/** What costs take from a configuration. Returns and skill are fractions. */
export interface TrialCosts {
  /** Had trading been free: Sharpe ratio of a day inside the sample, and growth over all days. */
  readonly sharpeBefore: number;
  readonly growthBefore: number;
  readonly growth: number;
  /**
   * Basis points of the price that each order may cost, all in all, before the skill is gone: 0
   * where there is none even free of costs, `BREAK_EVEN_MAX` where it outlasts that.
   */
  readonly breakEvenBps: number;
}

export const BREAK_EVEN_MAX = 1_000;

export interface CostsAsked {
  readonly run: TrialRunner;
  readonly basis: NullBasis;
  readonly cut: SampleCut;
}

export function costsOf(settings: BacktestSettings, asked: CostsAsked): TrialCosts {
  const free = outcomeOf(pricedAt(settings, 0), asked);
  return {
    sharpeBefore: free.sharpe,
    growthBefore: free.growth,
    growth: outcomeOf(settings, asked).growth,
    breakEvenBps: breakEvenOf((rate) => outcomeOf(pricedAt(settings, rate), asked).skill),
  };
}

/** The last rate that leaves skill, by halving. */
export function breakEvenOf(skillAt: (rate: number) => number): number {
  if (skillAt(0) <= 0) return 0;
  let [bears, fails] = [0, BREAK_EVEN_MAX];
  while (bears + 1 < fails) {
    const middle = (bears + fails) >> 1;
    if (0 < skillAt(middle)) bears = middle;
    else fails = middle;
  }
  return fails === BREAK_EVEN_MAX ? fails : bears;
}

/** The configuration with all its costs replaced by so many basis points of the price. */
export function pricedAt(
  { commission: _, slippage: __, ...others }: BacktestSettings,
  rate: number,
): BacktestSettings {
  // What is borrowed costs nothing either: the rate stands for all of it.
  const settings = others.shorts ? { ...others, shorts: { borrowRate: 0 } } : others;
  return rate === 0 ? settings : { ...settings, slippage: { ...VERDICT_SLIPPAGE, bps: bps(rate) } };
}

/** Daily returns of a configuration less those of its null. */
export const skillOf = (settings: BacktestSettings, asked: CostsAsked): Float64Array =>
  seriesOf(settings, asked).skill;

/** A configuration's curve, daily returns and skill. */
export function seriesOf(settings: BacktestSettings, { run, basis, cut }: CostsAsked) {
  const curve = new Float64Array(cut.days);
  const { initialEquity } = run(settings, curve);
  const returns = new Float64Array(cut.days);
  const skill = new Float64Array(cut.days);
  writeReturns(curve, initialEquity, returns);
  writeSkill(basis, returns, skill);
  return { curve, initialEquity, returns, skill };
}

function outcomeOf(settings: BacktestSettings, asked: CostsAsked) {
  const { curve, initialEquity, returns, skill } = seriesOf(settings, asked);
  const { cut } = asked;
  return {
    sharpe: sharpeOf(returns, 0, cut.inside),
    growth: (curve[cut.days - 1] ?? initialEquity) / initialEquity - 1,
    skill: skill.reduce((sum, each) => sum + each, 0),
  };
}
