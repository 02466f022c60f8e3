import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import { type AbilityTest, superiorAbilityOf } from "../metrics/superior-ability.ts";
import { openSweep } from "../sweep/open-sweep.ts";
import { DAYS_PER_YEAR } from "../sweep/sweep-objective.ts";
import { settingsAt } from "../sweep/sweep-space.ts";
import { breakEvenOf, type CostsAsked, pricedAt, seriesOf } from "../sweep/trial-costs.ts";
import { skillSpansOf } from "../sweep/trial-row.ts";
import type { KernelMachine } from "../sweep/wasm-kernel.ts";
import { preparedOf, type WalkedBars, type WalkStep } from "./walk-forward.ts";

/** What choosing was worth beyond holding the same symbols at the same exposure, after costs. */
export interface WalkSkill {
  /** Of the days after each choice, one after another; and the same in spans. */
  readonly daily: Float64Array;
  readonly spans: Float64Array;
  /** Mean as a year's return. */
  readonly skill: number;
  /** Nothing was chosen by these days: the walk is its only try. */
  readonly ability: AbilityTest | undefined;
  readonly growth: number;
  /** Growth over all steps, had trading been free. */
  readonly growthBefore: number;
  /** Basis points of the price that each order may cost before the skill is gone. */
  readonly breakEvenBps: number;
}

interface WalkBars extends WalkedBars {
  /** Answers a machine of its own for each step, where there is one. */
  readonly openMachine?: () => KernelMachine | undefined;
}

/** Trades each step's choice again, at its costs and at others. */
export function skillOfWalk(walk: WalkBars, steps: readonly WalkStep[]): WalkSkill {
  const tried = steps.map((step): TriedStep => {
    const prepared = preparedOf(walk, step.window.test);
    const days = prepared.days.length;
    return {
      settings: settingsAt(walk.space, step.trial),
      asked: {
        run: openSweep(prepared, walk.openMachine?.(), walk.trade),
        basis: prepared.basis,
        cut: { days, inside: days },
      },
    };
  });
  const { daily, growth } = chained(tried, (settings) => settings);
  const spans = skillSpansOf(daily);
  return {
    daily,
    spans,
    growth,
    skill: meanOf(daily) * DAYS_PER_YEAR,
    ability: superiorAbilityOf([spans], 0),
    growthBefore: chained(tried, (settings) => pricedAt(settings, 0)).growth,
    breakEvenBps: breakEvenOf((rate) =>
      meanOf(chained(tried, (settings) => pricedAt(settings, rate)).daily),
    ),
  };
}

interface TriedStep {
  readonly settings: BacktestSettings;
  readonly asked: CostsAsked;
}

function chained(
  tried: readonly TriedStep[],
  priced: (settings: BacktestSettings) => BacktestSettings,
) {
  const daily: number[] = [];
  let growth = 1;
  for (const { settings, asked } of tried) {
    const { curve, initialEquity, skill } = seriesOf(priced(settings), asked);
    daily.push(...skill);
    growth *= (curve.at(-1) ?? initialEquity) / initialEquity;
  }
  return { daily: Float64Array.from(daily), growth: growth - 1 };
}

const meanOf = (numbers: Float64Array): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
