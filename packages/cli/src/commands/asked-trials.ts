import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import type { PortfolioTrader } from "@sevenfold/application/research/sweep/open-sweep";
import type { SweepAxis, SweepSpace } from "@sevenfold/application/research/sweep/sweep-space";
import { usageFailure } from "../failure.ts";
import type { OwnDecider } from "../strategy/own-backtest.ts";
import type { OwnTrader } from "../strategy/own-trader.ts";
import {
  checkOwnFlags,
  isOwn,
  type OwnFlags,
  ownSettingsOf,
  ownWarningsOf,
  settingsWithOwn,
} from "./own-flags.ts";
import { type SpaceFlags, spaceFrom, spaceOver, withVerdictCosts } from "./sweep-flags.ts";

/** What is tried, and who decides in the built-in rule's place. */
export interface AskedTrials {
  readonly space: SweepSpace;
  /** What of signals cannot be had. */
  readonly warnings: readonly string[];
  readonly own?: { readonly trader: OwnTrader; readonly trade: PortfolioTrader };
}

export interface TrialsAsked {
  /** What every trial has in common. */
  readonly base: BacktestSettings;
  /** Signals are read by the bars they are of. */
  readonly withBars: (columns: readonly BarColumns[]) => Promise<AskedTrials>;
}

type Flags = SpaceFlags & OwnFlags;

/**
 * The trials that the flags ask for: settings of the built-in rule, parameters of a strategy, or one
 * trial of what has none to vary. Throws a `Failure` in words, what it can before bars are read.
 */
export async function trialsAsked(
  flags: Flags,
  typed: Readonly<Record<string, string>>,
): Promise<TrialsAsked> {
  if (!isOwn(flags)) {
    checkOwnFlags(flags, typed);
    const space = spaceFrom(flags);
    return { base: space.base, withBars: async () => ({ space, warnings: [] }) };
  }
  if (flags.distributed)
    throw usageFailure(
      "--distributed does not go with a strategy of your own: workers know the rule",
    );
  const base = ownSettingsOf(withVerdictCosts(flags), typed);
  const { strategy, signals } = flags;
  if (strategy === undefined) return { base, withBars: (columns) => ofSignals(signals!, columns) };
  const { strategyDecider } = await import("../strategy/own-backtest.ts");
  const { ownAxesFrom } = await import("../strategy/own-axes.ts");
  const decider = await strategyDecider(strategy, { ...flags, set: [] });
  const axes = ownAxesFrom(decider.declared, flags.set, flags.random !== undefined);
  const set = withFixed(decider, axes);
  const asked = trialsOf(set, spaceOver(settingsWithOwn(base, set, flags, typed), axes, flags));
  return { base, withBars: async () => asked };

  async function ofSignals(path: string, columns: readonly BarColumns[]): Promise<AskedTrials> {
    const { signalDecider } = await import("../strategy/own-backtest.ts");
    const bySignals = { zone: flags.tz, canBeShort: flags.shorts };
    const own = await signalDecider(path, columns, bySignals);
    return trialsOf(own, spaceOver(settingsWithOwn(base, own, flags, typed), [], flags));
  }
}

/** With the parameters that have one value set to it: what nothing varies is told as it is. */
function withFixed(decider: OwnDecider, axes: readonly SweepAxis[]): OwnDecider {
  const fixed = axes.flatMap(({ name, values }) =>
    values.length === 1 ? [[name, values[0]!] as const] : [],
  );
  const parameters = { ...decider.origin.parameters, ...Object.fromEntries(fixed) };
  return { ...decider, origin: { ...decider.origin, parameters } };
}

const trialsOf = (decider: OwnDecider, space: SweepSpace): AskedTrials => ({
  space,
  warnings: ownWarningsOf(decider, space.base),
  own: { trader: decider.trader, trade: decider.tries },
});
