import type { Settings, SettingsChange } from "@sevenfold/application/ports/storage";
import type {
  PreviewedRun,
  SettingsPreview,
} from "@sevenfold/application/use-cases/preview-settings";
import type {
  RiskView,
  SettingsChangeView,
  SettingsPreviewView,
  TradingConfigView,
} from "@sevenfold/contract/settings";
import { BPS_PER_ONE, dollarsOf } from "@sevenfold/domain/money";

import { timestampOf } from "../wire.ts";

const fraction = (bps: number): number => bps / BPS_PER_ONE;

export const presentTradingConfig = ({
  strategy,
  automationEnabled,
  stopAtBroker,
  version,
  updatedAt,
}: Settings): TradingConfigView => ({
  strategyMode: strategy.mode,
  buyDropPct: fraction(strategy.buyDropBps),
  buyDropPctMax: fraction(strategy.buyDropMaxBps),
  sellRisePct: fraction(strategy.sellRiseBps),
  takeProfitFromEntryPct: fraction(strategy.takeProfitBps),
  stopLossPct: fraction(strategy.stopLossBps),
  stopLossEnabled: strategy.stopLossEnabled,
  sharesToBuy: strategy.sharesToBuy,
  sharesToSell: strategy.sharesToSell,
  maxPositionSize: strategy.maxPositionSize,
  minCashReserve: dollarsOf(strategy.minCashReserve),
  patternConfirmation: strategy.patternConfirmation,
  stopAtBroker,
  enableAutomatedTrading: automationEnabled,
  version,
  updatedAt: timestampOf(updatedAt),
});

export const presentRisk = ({ limits, updatedAt, version }: Settings): RiskView => ({
  maxPosPct: fraction(limits.maxPositionBps),
  dailyLossLimitPct: fraction(limits.dailyLossBps),
  coolDownSec: limits.coolDownSec,
  allowAfterHours: limits.allowAfterHours,
  version,
  updatedAt: timestampOf(updatedAt),
});

/** One line of the history: each field that is another one now, before and after. */
export function presentSettingsChange(
  { before, after, changedBy }: SettingsChange,
  userId: string,
): SettingsChangeView {
  const [old, now] = [before && fieldsOf(before), fieldsOf(after)];
  const changes = Object.entries(now)
    .filter(([field, text]) => old !== undefined && old[field] !== text)
    .map(([field, text]) => ({ field, before: old![field]!, after: text }));
  return {
    at: timestampOf(after.updatedAt),
    changedBy: changedBy === userId ? "you" : changedBy,
    changes,
  };
}

function fieldsOf(settings: Settings): Readonly<Record<string, string>> {
  const { version: _, updatedAt: __, ...config } = presentTradingConfig(settings);
  const { version: ___, updatedAt: ____, ...risk } = presentRisk(settings);
  return Object.fromEntries(
    Object.entries({ ...config, ...risk }).map(([field, value]) => [field, String(value)]),
  );
}

export const presentPreview = (preview: SettingsPreview): SettingsPreviewView => ({
  from: timestampOf(preview.from),
  to: timestampOf(preview.to),
  symbols: preview.symbols,
  startEquity: dollarsOf(preview.startEquity),
  proposed: presentRun(preview.proposed),
  current: presentRun(preview.current),
});

const presentRun = (run: PreviewedRun): SettingsPreviewView["proposed"] => ({
  returnPct: run.returnPercent,
  maxDrawdownPct: run.maxDrawdownPercent,
  tradesCount: run.tradesCount,
  endEquity: dollarsOf(run.endEquity),
  points: run.points.map(({ at, equity }) => ({ at: timestampOf(at), equity: dollarsOf(equity) })),
});
