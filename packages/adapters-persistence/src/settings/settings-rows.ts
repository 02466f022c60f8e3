import type { Instant } from "@sevenfold/domain/market";
import {
  AUTOMATION_SETTINGS,
  LIMIT_SETTINGS,
  STRATEGY_SETTINGS,
} from "@sevenfold/domain/setting-table";
import { EntitySchema } from "typeorm";
import {
  belongsTo,
  count,
  flag,
  generatedUuid,
  HIDDEN,
  json,
  now,
  OF_ACCOUNT,
  OPTIONAL,
  ofAccount,
  ofPortfolio,
  ofUser,
  oneOf,
  sequence,
  text,
  uuid,
} from "../columns.ts";
import { type SettingColumns, settingChecksOf, settingColumnsOf } from "./setting-columns.ts";

const CONFIG_SETTINGS = { ...STRATEGY_SETTINGS, ...AUTOMATION_SETTINGS };

export const CONFIG_COLUMNS: readonly string[] = Object.values(CONFIG_SETTINGS).map(
  ({ name }) => name,
);

/** The settings' columns, the same in trading_config and broker_trading_configs. */
export type ConfigColumns = SettingColumns<typeof CONFIG_SETTINGS>;
export type LimitColumns = SettingColumns<typeof LIMIT_SETTINGS>;

export interface ConfigRow extends ConfigColumns {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string;
  readonly name?: string;
  readonly description?: string;
  readonly isActive?: boolean;
  readonly version: number;
  readonly createdAt?: Instant;
  readonly updatedAt: Instant;
  readonly createdBy?: string;
  readonly lastModifiedBy?: string;
}

interface PortfolioConfigRow extends ConfigColumns {
  readonly id: string;
  readonly portfolioId: string;
  readonly updatedAt: Instant;
}

export interface RiskRow extends LimitColumns {
  readonly id?: string;
  readonly portfolioId?: string;
  readonly accountId?: string;
  readonly updatedAt?: Instant;
}

/** What the domain reads of the limits: the rest of the row is the settings' own over again. */
export const LIMIT_COLUMNS: readonly string[] = Object.values(LIMIT_SETTINGS).map(
  ({ name }) => name,
);

export interface SettingsHistoryRow {
  readonly id?: number;
  readonly configId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly action: "created" | "changed";
  readonly oldValues?: object;
  readonly newValues: object;
  readonly createdAt?: Instant;
  readonly createdBy: string;
}

/** What an account's automation is told: the row that is in effect. */
export const configSchema = new EntitySchema<ConfigRow>({
  name: "broker_trading_configs",
  columns: {
    id: generatedUuid(),
    accountId: uuid(OF_ACCOUNT),
    userId: uuid(),
    name: text({ default: "Default", ...HIDDEN }),
    description: text({ ...OPTIONAL, ...HIDDEN }),
    isActive: flag({ default: true, ...HIDDEN }),
    ...settingColumnsOf(CONFIG_SETTINGS),
    version: count({ default: 1 }),
    createdAt: now(HIDDEN),
    updatedAt: now(),
    createdBy: text({ ...OPTIONAL, ...HIDDEN }),
    lastModifiedBy: text({ ...OPTIONAL, ...HIDDEN }),
  },
  uniques: [{ name: "uq_broker_trading_configs_broker_profile_id", columns: ["accountId"] }],
  indices: [{ name: "ix_broker_trading_configs_user_id", columns: ["userId"] }],
  foreignKeys: [ofAccount("broker_trading_configs"), ofUser("broker_trading_configs")],
  checks: settingChecksOf("broker_trading_configs", "amounts", CONFIG_SETTINGS),
});

/** A portfolio's own settings, in effect where no broker account has any. */
export const portfolioConfigSchema = new EntitySchema<PortfolioConfigRow>({
  name: "trading_config",
  columns: {
    id: generatedUuid(),
    portfolioId: uuid(),
    ...settingColumnsOf(CONFIG_SETTINGS),
    updatedAt: now(),
  },
  uniques: [{ name: "uq_trading_config_portfolio_id", columns: ["portfolioId"] }],
  foreignKeys: [ofPortfolio("trading_config")],
  checks: settingChecksOf("trading_config", "amounts", CONFIG_SETTINGS),
});

export const riskSchema = new EntitySchema<RiskRow>({
  name: "risk_params",
  columns: {
    id: generatedUuid(),
    portfolioId: uuid(),
    accountId: uuid({ ...OF_ACCOUNT, ...OPTIONAL }),
    ...settingColumnsOf(LIMIT_SETTINGS),
    updatedAt: now(HIDDEN),
  },
  uniques: [{ name: "uq_risk_params_broker_profile_id", columns: ["accountId"] }],
  indices: [{ name: "ix_risk_params_portfolio_id", columns: ["portfolioId"] }],
  foreignKeys: [ofPortfolio("risk_params"), ofAccount("risk_params")],
  checks: settingChecksOf("risk_params", "limits", LIMIT_SETTINGS),
});

const HISTORY = "broker_trading_config_history";

export const settingsHistorySchema = new EntitySchema<SettingsHistoryRow>({
  name: HISTORY,
  columns: {
    id: sequence(),
    configId: uuid(),
    accountId: uuid(OF_ACCOUNT),
    userId: uuid(),
    action: text(),
    oldValues: json(OPTIONAL),
    newValues: json(),
    createdAt: now(),
    createdBy: text(),
  },
  indices: [
    { name: `ix_${HISTORY}_broker_profile_id`, columns: ["accountId"] },
    { name: `ix_${HISTORY}_config_id`, columns: ["configId"] },
    { name: `ix_${HISTORY}_user_id`, columns: ["userId"] },
  ],
  foreignKeys: [
    belongsTo(HISTORY, "broker_trading_configs", "configId", "config_id"),
    ofAccount(HISTORY),
    ofUser(HISTORY),
  ],
  checks: [oneOf(HISTORY, "action", ["created", "changed"])],
});
