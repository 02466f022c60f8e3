import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import {
  gridOf,
  type SweepAxis,
  settingsAt,
} from "@sevenfold/application/research/sweep/sweep-space";
import { usageFailure } from "../failure.ts";
import { ONE_VALUE } from "../strategy/strategy-parameters.ts";
import { axisFrom } from "../sweep/axis-text.ts";

function fixed(text: string): SweepAxis {
  const axis = axisFrom(text);
  if (axis.values.length !== 1) throw usageFailure(`--set ${text}: ${ONE_VALUE}`);
  return axis;
}

/** The settings with values given by the names of a sweep, "buyDropPct=4". Throws a usage `Failure` when they contradict each other. */
export function settingsWith(base: BacktestSettings, given: readonly string[]): BacktestSettings {
  const last = new Map(given.map(fixed).map((axis) => [axis.name, axis]));
  const space = gridOf(base, [...last.values()]);
  if (space.trials === 0)
    throw usageFailure(
      "Entry range invalid: Minimum drop % must be less than or equal to maximum drop %. (--set buyDropPct, buyDropPctMax)",
    );
  return settingsAt(space, 0);
}
