import { defaultsOf, type SettingValues } from "./setting-row.ts";
import { AUTOMATION_SETTINGS, LIMIT_SETTINGS, STRATEGY_SETTINGS } from "./setting-table.ts";

/** The 4% rule as plain data: what an account wants done. Rates in basis points. */
export type Strategy = SettingValues<typeof STRATEGY_SETTINGS>;
export type StrategyMode = Strategy["mode"];
export type PatternConfirmation = Strategy["patternConfirmation"];

/** What automated orders may risk. Manual ones are warned by it. */
export type RiskLimits = SettingValues<typeof LIMIT_SETTINGS>;

/** What the worker is told to do for the account, beside its rule. */
export type AutomationSettings = SettingValues<typeof AUTOMATION_SETTINGS>;

export const STRATEGY_MODES: readonly StrategyMode[] = STRATEGY_SETTINGS.mode.choices.map(
  ({ value }) => value,
);
export const PATTERN_CONFIRMATIONS: readonly PatternConfirmation[] =
  STRATEGY_SETTINGS.patternConfirmation.choices.map(({ value }) => value);

export const STRATEGY_DEFAULTS: Strategy = defaultsOf(STRATEGY_SETTINGS);
export const RISK_DEFAULTS: RiskLimits = defaultsOf(LIMIT_SETTINGS);
export const AUTOMATION_DEFAULTS: AutomationSettings = defaultsOf(AUTOMATION_SETTINGS);

/**
 * "No such limit", for maxPositionBps and entriesPerMinuteMax. It is compared, never multiplied.
 * A dailyLossBps of 10,000 or more is no halt at all; a coolDownSec of 0 no cool-down.
 */
export const RISK_UNLIMITED = LIMIT_SETTINGS.entriesPerMinuteMax.none;

/** Limits that never bind: a backtest with `--limits none`. Cash still stays at or above zero. */
export const RISK_LIMITS_NONE: RiskLimits = {
  ...RISK_DEFAULTS,
  ...(Object.fromEntries(
    Object.entries(LIMIT_SETTINGS).flatMap(([key, row]) =>
      "none" in row ? [[key, row.none]] : [],
    ),
  ) as Partial<RiskLimits>),
};
