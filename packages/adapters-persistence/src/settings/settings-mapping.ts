import type { Settings } from "@sevenfold/application/ports/stores/settings-store";
import {
  AUTOMATION_SETTINGS,
  LIMIT_SETTINGS,
  STRATEGY_SETTINGS,
} from "@sevenfold/domain/setting-table";
import { columnsOfSettings, settingsReader } from "./setting-columns.ts";
import type { ConfigColumns, ConfigRow, LimitColumns } from "./settings-rows.ts";

export const configColumns = (settings: Settings): ConfigColumns => ({
  ...columnsOfSettings(STRATEGY_SETTINGS, settings.strategy),
  ...columnsOfSettings(AUTOMATION_SETTINGS, settings),
});

export const limitColumns = ({ limits }: Settings): LimitColumns =>
  columnsOfSettings(LIMIT_SETTINGS, limits);

const strategyOf = settingsReader(STRATEGY_SETTINGS);
const limitsOf = settingsReader(LIMIT_SETTINGS);
const automationOf = settingsReader(AUTOMATION_SETTINGS);

export const settingsOf = (config: ConfigRow, limits: LimitColumns): Settings => ({
  accountId: config.accountId,
  strategy: strategyOf(config),
  limits: limitsOf(limits),
  ...automationOf(config),
  version: config.version,
  updatedAt: config.updatedAt,
});
