import type { MigrationInterface, QueryRunner } from "typeorm";

/** A user's accounts at venues, their sealed credentials, and what their automation is told. */
export class BrokerProfilesAndSettings1700000000002 implements MigrationInterface {
  readonly name = "BrokerProfilesAndSettings1700000000002";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE leases, broker_trading_config_history, broker_trading_configs, trading_config,
       risk_params, user_broker_credentials, user_broker_profiles`,
    );
  }
}

/** The columns that trading_config and broker_trading_configs share. Rates are fractions of one. */
const STRATEGY_COLUMNS = `
    strategy_mode text NOT NULL DEFAULT 'TRAILING',
    buy_drop_pct numeric(19,4) NOT NULL DEFAULT 0.03,
    buy_drop_pct_max numeric(19,4) NOT NULL DEFAULT 0.03,
    sell_rise_pct numeric(19,4) NOT NULL DEFAULT 0.03,
    take_profit_from_entry_pct numeric(19,4) NOT NULL DEFAULT 0.03,
    stop_loss_pct numeric(19,4) NOT NULL DEFAULT 0.1,
    stop_loss_enabled boolean NOT NULL DEFAULT false,
    shares_to_buy bigint NOT NULL DEFAULT 10,
    shares_to_sell bigint NOT NULL DEFAULT 10,
    max_position_size bigint NOT NULL DEFAULT 50,
    min_cash_reserve numeric(19,4) NOT NULL DEFAULT 1000,
    pattern_confirmation text NOT NULL DEFAULT 'annotate',
    enable_automated_trading boolean NOT NULL DEFAULT false`;

const strategyChecks = (table: string): string => `
    CONSTRAINT ck_${table}_strategy_mode
      CHECK (strategy_mode IN ('TRAILING', 'SIMPLE', 'HYBRID')),
    CONSTRAINT ck_${table}_pattern_confirmation
      CHECK (pattern_confirmation IN ('off', 'annotate', 'require')),
    CONSTRAINT ck_${table}_amounts
      CHECK (shares_to_buy > 0 AND shares_to_sell > 0 AND max_position_size > 0
        AND min_cash_reserve >= 0 AND buy_drop_pct > 0 AND buy_drop_pct_max > 0
        AND sell_rise_pct > 0 AND take_profit_from_entry_pct > 0 AND stop_loss_pct > 0)`;

const UP = [
  `CREATE TABLE user_broker_profiles (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL,
    portfolio_id uuid NOT NULL,
    provider text NOT NULL,
    venue text NOT NULL,
    account_label text NOT NULL DEFAULT 'Primary Account',
    status text NOT NULL DEFAULT 'pending',
    is_selected boolean NOT NULL DEFAULT false,
    cash numeric(19,4) NOT NULL DEFAULT 0,
    start_equity numeric(19,4) NOT NULL DEFAULT 0,
    baseline numeric(19,4),
    baseline_day date,
    halted_day date,
    executions_read_to timestamptz(3) NOT NULL DEFAULT now(),
    venue_account_number text,
    last_validated_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT fk_user_broker_profiles_user_id FOREIGN KEY (user_id) REFERENCES users (id)
      ON DELETE CASCADE,
    CONSTRAINT fk_user_broker_profiles_portfolio_id FOREIGN KEY (portfolio_id)
      REFERENCES portfolios (id) ON DELETE CASCADE,
    CONSTRAINT ck_user_broker_profiles_provider CHECK (provider IN ('alpaca', 'etrade')),
    CONSTRAINT ck_user_broker_profiles_venue CHECK (venue IN ('built-in', 'paper', 'live')),
    CONSTRAINT ck_user_broker_profiles_status
      CHECK (status IN ('pending', 'active', 'error', 'disabled'))
  )`,
  "CREATE INDEX ix_user_broker_profiles_user_id ON user_broker_profiles (user_id)",
  "CREATE INDEX ix_user_broker_profiles_portfolio_id ON user_broker_profiles (portfolio_id)",
  "CREATE INDEX ix_user_broker_profiles_status ON user_broker_profiles (status)",
  `CREATE UNIQUE INDEX uq_user_broker_profiles_selected ON user_broker_profiles (user_id)
    WHERE is_selected`,
  `CREATE TABLE user_broker_credentials (
    profile_id uuid PRIMARY KEY,
    encrypted_api_key text NOT NULL,
    encrypted_secret_key text NOT NULL,
    encrypted_access_token text,
    last_validated_at timestamptz(3),
    expires_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT fk_user_broker_credentials_profile_id FOREIGN KEY (profile_id)
      REFERENCES user_broker_profiles (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE risk_params (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    portfolio_id uuid NOT NULL,
    broker_profile_id uuid,
    max_pos_pct numeric(19,4) NOT NULL DEFAULT 0.12,
    daily_loss_limit_pct numeric(19,4) NOT NULL DEFAULT 0.03,
    cool_down_sec bigint NOT NULL DEFAULT 600,
    allow_after_hours boolean NOT NULL DEFAULT false,
    entries_per_minute_max bigint NOT NULL DEFAULT 10,
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT uq_risk_params_broker_profile_id UNIQUE (broker_profile_id),
    CONSTRAINT fk_risk_params_portfolio_id FOREIGN KEY (portfolio_id) REFERENCES portfolios (id)
      ON DELETE CASCADE,
    CONSTRAINT fk_risk_params_broker_profile_id FOREIGN KEY (broker_profile_id)
      REFERENCES user_broker_profiles (id) ON DELETE CASCADE,
    CONSTRAINT ck_risk_params_limits CHECK (max_pos_pct > 0 AND daily_loss_limit_pct > 0
      AND cool_down_sec >= 0 AND entries_per_minute_max >= 0)
  )`,
  "CREATE INDEX ix_risk_params_portfolio_id ON risk_params (portfolio_id)",
  `CREATE TABLE trading_config (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    portfolio_id uuid NOT NULL,${STRATEGY_COLUMNS},
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT uq_trading_config_portfolio_id UNIQUE (portfolio_id),
    CONSTRAINT fk_trading_config_portfolio_id FOREIGN KEY (portfolio_id)
      REFERENCES portfolios (id) ON DELETE CASCADE,${strategyChecks("trading_config")}
  )`,
  `CREATE TABLE broker_trading_configs (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    broker_profile_id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL DEFAULT 'Default',
    description text,
    is_active boolean NOT NULL DEFAULT true,${STRATEGY_COLUMNS},
    version bigint NOT NULL DEFAULT 1,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    created_by text,
    last_modified_by text,
    CONSTRAINT uq_broker_trading_configs_broker_profile_id UNIQUE (broker_profile_id),
    CONSTRAINT fk_broker_trading_configs_broker_profile_id FOREIGN KEY (broker_profile_id)
      REFERENCES user_broker_profiles (id) ON DELETE CASCADE,
    CONSTRAINT fk_broker_trading_configs_user_id FOREIGN KEY (user_id) REFERENCES users (id)
      ON DELETE CASCADE,${strategyChecks("broker_trading_configs")}
  )`,
  "CREATE INDEX ix_broker_trading_configs_user_id ON broker_trading_configs (user_id)",
  `CREATE TABLE broker_trading_config_history (
    id bigserial PRIMARY KEY,
    config_id uuid NOT NULL,
    broker_profile_id uuid NOT NULL,
    user_id uuid NOT NULL,
    action text NOT NULL,
    old_values jsonb,
    new_values jsonb NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    created_by text NOT NULL,
    CONSTRAINT fk_broker_trading_config_history_config_id FOREIGN KEY (config_id)
      REFERENCES broker_trading_configs (id) ON DELETE CASCADE,
    CONSTRAINT fk_broker_trading_config_history_broker_profile_id FOREIGN KEY (broker_profile_id)
      REFERENCES user_broker_profiles (id) ON DELETE CASCADE,
    CONSTRAINT fk_broker_trading_config_history_user_id FOREIGN KEY (user_id)
      REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT ck_broker_trading_config_history_action CHECK (action IN ('created', 'changed'))
  )`,
  `CREATE INDEX ix_broker_trading_config_history_broker_profile_id
    ON broker_trading_config_history (broker_profile_id)`,
  `CREATE INDEX ix_broker_trading_config_history_config_id
    ON broker_trading_config_history (config_id)`,
  `CREATE INDEX ix_broker_trading_config_history_user_id
    ON broker_trading_config_history (user_id)`,
  `CREATE TABLE leases (
    broker_profile_id uuid PRIMARY KEY,
    owner text NOT NULL,
    epoch bigint NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT fk_leases_broker_profile_id FOREIGN KEY (broker_profile_id)
      REFERENCES user_broker_profiles (id) ON DELETE CASCADE,
    CONSTRAINT ck_leases_epoch CHECK (epoch > 0)
  )`,
];
