import type { Settings } from "@sevenfold/application/ports/storage";
import type { RiskLimits, Strategy } from "@sevenfold/domain/strategy";
import type { ConfigRow, RiskRow, StrategyColumns } from "./settings-rows.ts";

export function strategyColumns({
  automationEnabled,
  stopAtBroker,
  strategy,
}: Settings): StrategyColumns {
  return {
    strategyMode: strategy.mode,
    buyDropPct: strategy.buyDropBps,
    buyDropPctMax: strategy.buyDropMaxBps,
    sellRisePct: strategy.sellRiseBps,
    takeProfitFromEntryPct: strategy.takeProfitBps,
    stopLossPct: strategy.stopLossBps,
    stopLossEnabled: strategy.stopLossEnabled,
    sharesToBuy: strategy.sharesToBuy,
    sharesToSell: strategy.sharesToSell,
    maxPositionSize: strategy.maxPositionSize,
    minCashReserve: strategy.minCashReserve,
    patternConfirmation: strategy.patternConfirmation,
    enableAutomatedTrading: automationEnabled,
    stopAtBroker,
  };
}

export function riskColumns({ limits }: Settings): RiskRow {
  return {
    maxPosPct: limits.maxPositionBps,
    dailyLossLimitPct: limits.dailyLossBps,
    coolDownSec: limits.coolDownSec,
    allowAfterHours: limits.allowAfterHours,
    entriesPerMinuteMax: limits.entriesPerMinuteMax,
  };
}

export function settingsOf(config: ConfigRow, risk: RiskRow): Settings {
  return {
    accountId: config.accountId,
    strategy: strategyOf(config),
    limits: limitsOf(risk),
    automationEnabled: config.enableAutomatedTrading,
    stopAtBroker: config.stopAtBroker,
    version: config.version,
    updatedAt: config.updatedAt,
  };
}

function strategyOf(config: StrategyColumns): Strategy {
  return {
    mode: config.strategyMode,
    buyDropBps: config.buyDropPct,
    buyDropMaxBps: config.buyDropPctMax,
    sellRiseBps: config.sellRisePct,
    takeProfitBps: config.takeProfitFromEntryPct,
    stopLossBps: config.stopLossPct,
    stopLossEnabled: config.stopLossEnabled,
    sharesToBuy: config.sharesToBuy,
    sharesToSell: config.sharesToSell,
    maxPositionSize: config.maxPositionSize,
    minCashReserve: config.minCashReserve,
    patternConfirmation: config.patternConfirmation,
  };
}

function limitsOf(risk: RiskRow): RiskLimits {
  return {
    maxPositionBps: risk.maxPosPct,
    dailyLossBps: risk.dailyLossLimitPct,
    coolDownSec: risk.coolDownSec,
    allowAfterHours: risk.allowAfterHours,
    entriesPerMinuteMax: risk.entriesPerMinuteMax,
  };
}
