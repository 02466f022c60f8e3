import type { Instant } from "@sevenfold/domain/market";
import type { Bps, Money, Quantity } from "@sevenfold/domain/money";
import {
  PATTERN_CONFIRMATIONS,
  type PatternConfirmation,
  STRATEGY_MODES,
  type StrategyMode,
} from "@sevenfold/domain/strategy";
import { EntitySchema } from "typeorm";
import {
  belongsTo,
  count,
  exact,
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

/** The strategy's columns, the same in trading_config and broker_trading_configs. */
export interface StrategyColumns {
  readonly strategyMode: StrategyMode;
  readonly buyDropPct: Bps;
  readonly buyDropPctMax: Bps;
  readonly sellRisePct: Bps;
  readonly takeProfitFromEntryPct: Bps;
  readonly stopLossPct: Bps;
  readonly stopLossEnabled: boolean;
  readonly sharesToBuy: Quantity;
  readonly sharesToSell: Quantity;
  readonly maxPositionSize: Quantity;
  readonly minCashReserve: Money;
  readonly patternConfirmation: PatternConfirmation;
  readonly enableAutomatedTrading: boolean;
  readonly stopAtBroker: boolean;
}

export interface ConfigRow extends StrategyColumns {
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

interface PortfolioConfigRow extends StrategyColumns {
  readonly id: string;
  readonly portfolioId: string;
  readonly updatedAt: Instant;
}

export interface RiskRow {
  readonly id?: string;
  readonly portfolioId?: string;
  readonly accountId?: string;
  readonly maxPosPct: Bps;
  readonly dailyLossLimitPct: Bps;
  readonly coolDownSec: number;
  readonly allowAfterHours: boolean;
  readonly entriesPerMinuteMax: number;
  readonly updatedAt?: Instant;
}

/** What the domain reads of the limits: the rest of the row is the settings' own over again. */
export const LIMIT_COLUMNS = [
  "maxPosPct",
  "dailyLossLimitPct",
  "coolDownSec",
  "allowAfterHours",
  "entriesPerMinuteMax",
] as const satisfies readonly (keyof RiskRow)[];

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

const STRATEGY = {
  strategyMode: text({ default: "TRAILING" }),
  buyDropPct: exact({ default: () => "0.03" }),
  buyDropPctMax: exact({ default: () => "0.03" }),
  sellRisePct: exact({ default: () => "0.03" }),
  takeProfitFromEntryPct: exact({ default: () => "0.03" }),
  stopLossPct: exact({ default: () => "0.1" }),
  stopLossEnabled: flag({ default: false }),
  sharesToBuy: count({ default: 10 }),
  sharesToSell: count({ default: 10 }),
  maxPositionSize: count({ default: 50 }),
  minCashReserve: exact({ default: 1_000 }),
  patternConfirmation: text({ default: "annotate" }),
  enableAutomatedTrading: flag({ default: false }),
  stopAtBroker: flag({ default: false }),
};

const strategyChecks = (table: string) => [
  oneOf(table, "strategy_mode", STRATEGY_MODES),
  oneOf(table, "pattern_confirmation", PATTERN_CONFIRMATIONS),
  {
    name: `ck_${table}_amounts`,
    expression:
      "shares_to_buy > 0 AND shares_to_sell > 0 AND max_position_size > 0 " +
      "AND min_cash_reserve >= 0 AND buy_drop_pct > 0 AND buy_drop_pct_max > 0 " +
      "AND sell_rise_pct > 0 AND take_profit_from_entry_pct > 0 AND stop_loss_pct > 0",
  },
];

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
    ...STRATEGY,
    version: count({ default: 1 }),
    createdAt: now(HIDDEN),
    updatedAt: now(),
    createdBy: text({ ...OPTIONAL, ...HIDDEN }),
    lastModifiedBy: text({ ...OPTIONAL, ...HIDDEN }),
  },
  uniques: [{ name: "uq_broker_trading_configs_broker_profile_id", columns: ["accountId"] }],
  indices: [{ name: "ix_broker_trading_configs_user_id", columns: ["userId"] }],
  foreignKeys: [ofAccount("broker_trading_configs"), ofUser("broker_trading_configs")],
  checks: strategyChecks("broker_trading_configs"),
});

/** A portfolio's own settings, in effect where no broker account has any. */
export const portfolioConfigSchema = new EntitySchema<PortfolioConfigRow>({
  name: "trading_config",
  columns: { id: generatedUuid(), portfolioId: uuid(), ...STRATEGY, updatedAt: now() },
  uniques: [{ name: "uq_trading_config_portfolio_id", columns: ["portfolioId"] }],
  foreignKeys: [ofPortfolio("trading_config")],
  checks: strategyChecks("trading_config"),
});

export const riskSchema = new EntitySchema<RiskRow>({
  name: "risk_params",
  columns: {
    id: generatedUuid(),
    portfolioId: uuid(),
    accountId: uuid({ ...OF_ACCOUNT, ...OPTIONAL }),
    maxPosPct: exact({ default: () => "0.12" }),
    dailyLossLimitPct: exact({ default: () => "0.03" }),
    coolDownSec: count({ default: 600 }),
    allowAfterHours: flag({ default: false }),
    entriesPerMinuteMax: count({ default: 10 }),
    updatedAt: now(HIDDEN),
  },
  uniques: [{ name: "uq_risk_params_broker_profile_id", columns: ["accountId"] }],
  indices: [{ name: "ix_risk_params_portfolio_id", columns: ["portfolioId"] }],
  foreignKeys: [ofPortfolio("risk_params"), ofAccount("risk_params")],
  checks: [
    {
      name: "ck_risk_params_limits",
      expression:
        "max_pos_pct > 0 AND daily_loss_limit_pct > 0 AND cool_down_sec >= 0 " +
        "AND entries_per_minute_max >= 0",
    },
  ],
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
