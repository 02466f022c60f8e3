import { BPS_PER_ONE, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { RISK_UNLIMITED } from "@sevenfold/domain/strategy";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";

/** Settings the kernel does, and the values that make others do nothing. */
const COVERED: Readonly<Record<string, readonly unknown[] | undefined>> = {
  path: ["close"],
  resting: ["none"],
};
const OWN: ReadonlySet<string> = new Set([
  "strategy",
  "limits",
  "cash",
  "fill",
  "commission",
  "slippage",
]);
/** More do not fit the kernel's 64 bits, or the memory of its last entries. */
const SHARES_MAX = 100_000;
const ENTRIES_MAX = 4_096;
/** With more a fill may leave the prices that the kernel counts to. */
const SLIPPAGE_BPS_MAX = 1_000;
const SPREAD_MAX = 1_000 * UNITS_PER_DOLLAR;

/**
 * What of a configuration the kernel leaves to the full engine; undefined where it does all that is
 * asked for.
 */
export function kernelRuleGapOf(settings: BacktestSettings): string | undefined {
  const { strategy, limits, slippage } = settings;
  const unknown = Object.entries(settings).find(
    ([name, value]) => value !== undefined && !OWN.has(name) && !COVERED[name]?.includes(value),
  );
  if (unknown !== undefined) return `the setting ${unknown[0]}`;
  if (strategy.patternConfirmation === "require") return "pattern confirmation";
  if (0 < (slippage?.impactBps ?? 0)) return "the impact of an order's size";
  if (SLIPPAGE_BPS_MAX < (slippage?.bps ?? 0) || SPREAD_MAX < (slippage?.spread ?? 0))
    return "slippage above 10% or a spread above $1,000";
  const { buyDropBps, sellRiseBps, sharesToBuy } = strategy;
  const areRates = isPart(buyDropBps) && isPart(sellRiseBps);
  if (!areRates || SHARES_MAX < sharesToBuy) return "settings out of their bounds";
  if (limits.entriesPerMinuteMax !== RISK_UNLIMITED && ENTRIES_MAX < limits.entriesPerMinuteMax)
    return "settings out of their bounds";
  return undefined;
}

const isPart = (bps: number): boolean => 0 < bps && bps < BPS_PER_ONE;

const NO_LIMIT = -1;

/** A configuration as `readRule` of kernel/rule.ts reads it. */
export function ruleNumbers(settings: BacktestSettings): Float64Array {
  const { strategy, limits, cash, fill, commission, slippage } = settings;
  return Float64Array.of(
    Number(strategy.mode === "HYBRID"),
    Number(strategy.mode !== "TRAILING"),
    Number(strategy.mode !== "SIMPLE"),
    Number(strategy.stopLossEnabled),
    Number(fill === "close"),
    strategy.buyDropBps,
    strategy.buyDropMaxBps,
    strategy.sellRiseBps,
    strategy.takeProfitBps,
    strategy.stopLossBps,
    // Entries are made when flat only.
    Math.min(strategy.sharesToBuy, strategy.maxPositionSize),
    strategy.sharesToSell,
    strategy.minCashReserve,
    orNone(limits.maxPositionBps),
    orNone(limits.entriesPerMinuteMax),
    limits.dailyLossBps,
    limits.coolDownSec * 1_000,
    cash,
    Number(commission !== undefined),
    commission?.perOrder ?? 0,
    commission?.perShare ?? 0,
    commission?.rate ?? 0,
    commission?.minimum ?? 0,
    slippage?.bps ?? 0,
    Math.ceil((slippage?.spread ?? 0) / 2),
  );
}

const orNone = (limit: number): number => (limit === RISK_UNLIMITED ? NO_LIMIT : limit);

/** Numbers of a rule. */
export const RULE_NUMBERS = 25;
