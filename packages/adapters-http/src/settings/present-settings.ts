import type { Settings, SettingsChange } from "@sevenfold/application/ports/stores/settings-store";
import type { PreviewedRun, SettingsPreview } from "@sevenfold/application/views/preview-settings";
import { wireValuesOf } from "@sevenfold/contract/setting-wire";
import type {
  RiskView,
  SettingsChangeView,
  SettingsPreviewView,
  TradingConfigView,
} from "@sevenfold/contract/settings";
import { dollarsOf } from "@sevenfold/domain/money";
import {
  AUTOMATION_SETTINGS,
  LIMIT_SETTINGS,
  STRATEGY_SETTINGS,
} from "@sevenfold/domain/setting-table";

import { timestampOf } from "../wire.ts";

export const presentTradingConfig = (settings: Settings): TradingConfigView => ({
  ...wireValuesOf(STRATEGY_SETTINGS, settings.strategy),
  ...wireValuesOf(AUTOMATION_SETTINGS, settings),
  version: settings.version,
  updatedAt: timestampOf(settings.updatedAt),
});

export const presentRisk = ({ limits, updatedAt, version }: Settings): RiskView => ({
  ...wireValuesOf(LIMIT_SETTINGS, limits),
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
