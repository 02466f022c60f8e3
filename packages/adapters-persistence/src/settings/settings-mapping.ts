import type { Settings } from "@sevenfold/application/ports/stores/settings-store";
import {
  AUTOMATION_SETTINGS,
  LIMIT_SETTINGS,
  STRATEGY_SETTINGS,
} from "@sevenfold/domain/setting-table";
import { columnsOfSettings, settingsOfColumns } from "./setting-columns.ts";
import type { ConfigColumns, ConfigRow, LimitColumns } from "./settings-rows.ts";

export const configColumns = (settings: Settings): ConfigColumns => ({
  ...columnsOfSettings(STRATEGY_SETTINGS, settings.strategy),
  ...columnsOfSettings(AUTOMATION_SETTINGS, settings),
});

export const limitColumns = ({ limits }: Settings): LimitColumns =>
  columnsOfSettings(LIMIT_SETTINGS, limits);

export const settingsOf = (config: ConfigRow, limits: LimitColumns): Settings => ({
  accountId: config.accountId,
  strategy: settingsOfColumns(STRATEGY_SETTINGS, config),
  limits: settingsOfColumns(LIMIT_SETTINGS, limits),
  ...settingsOfColumns(AUTOMATION_SETTINGS, config),
  version: config.version,
  updatedAt: config.updatedAt,
});
