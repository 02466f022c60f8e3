import type { MigrationInterface, QueryRunner } from "typeorm";

/** Orders as recorded before they are sent, executions as booked, and what they made of the account. */
export class OrdersAndLedger1700000000003 implements MigrationInterface {
  readonly name = "OrdersAndLedger1700000000003";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      "DROP TABLE broker_positions, positions, postings, trades, executions, order_logs",
    );
  }
}

const ofAccount = (table: string): string => `
    CONSTRAINT fk_${table}_broker_profile_id FOREIGN KEY (broker_profile_id)
      REFERENCES user_broker_profiles (id) ON DELETE CASCADE`;
const ofPortfolio = (table: string): string => `
    CONSTRAINT fk_${table}_portfolio_id FOREIGN KEY (portfolio_id)
      REFERENCES portfolios (id) ON DELETE CASCADE`;

const UP = [
  `CREATE TABLE order_logs (
    id bigserial PRIMARY KEY,
    portfolio_id uuid NOT NULL,
    broker_profile_id uuid NOT NULL,
    client_key text NOT NULL,
    ticker text NOT NULL,
    side text NOT NULL,
    origin text NOT NULL,
    qty bigint NOT NULL,
    limit_price numeric(19,4),
    extended_hours boolean NOT NULL DEFAULT false,
    status text NOT NULL,
    filled bigint NOT NULL DEFAULT 0,
    filled_notional numeric(19,4) NOT NULL DEFAULT 0,
    reserved_cash numeric(19,4) NOT NULL DEFAULT 0,
    broker_order_id text,
    reason text,
    last_message text,
    attempts bigint NOT NULL DEFAULT 0,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT uq_order_logs_client_key UNIQUE (client_key),${ofPortfolio("order_logs")},${ofAccount("order_logs")},
    CONSTRAINT ck_order_logs_side CHECK (side IN ('buy', 'sell')),
    CONSTRAINT ck_order_logs_origin CHECK (origin IN ('automated', 'manual', 'external')),
    CONSTRAINT ck_order_logs_status CHECK (status IN
      ('intent', 'submitting', 'unknown', 'working', 'partially-filled', 'cancel-pending',
       'suspended', 'filled', 'canceled', 'expired', 'rejected', 'denied')),
    CONSTRAINT ck_order_logs_amounts CHECK (qty > 0 AND filled >= 0 AND filled <= qty
      AND filled_notional >= 0 AND reserved_cash >= 0 AND attempts >= 0 AND limit_price > 0)
  )`,
  "CREATE INDEX ix_order_logs_portfolio_id ON order_logs (portfolio_id)",
  "CREATE INDEX ix_order_logs_account_created ON order_logs (broker_profile_id, created_at)",
  "CREATE INDEX ix_order_logs_account_broker_id ON order_logs (broker_profile_id, broker_order_id)",
  `CREATE INDEX ix_order_logs_open ON order_logs (broker_profile_id) WHERE status NOT IN
    ('filled', 'canceled', 'expired', 'rejected', 'denied')`,
  `CREATE TABLE executions (
    id bigserial PRIMARY KEY,
    broker_profile_id uuid NOT NULL,
    execution_id text NOT NULL,
    client_key text NOT NULL,
    ticker text NOT NULL,
    side text NOT NULL,
    quantity bigint NOT NULL,
    price numeric(19,4) NOT NULL,
    fee numeric(19,4) NOT NULL DEFAULT 0,
    realized numeric(19,4) NOT NULL DEFAULT 0,
    reason text,
    at timestamptz(3) NOT NULL,
    CONSTRAINT uq_executions_account_execution UNIQUE (broker_profile_id, execution_id),${ofAccount("executions")},
    CONSTRAINT ck_executions_side CHECK (side IN ('buy', 'sell')),
    CONSTRAINT ck_executions_amounts CHECK (quantity > 0 AND price > 0)
  )`,
  "CREATE INDEX ix_executions_account_at ON executions (broker_profile_id, at)",
  `CREATE TABLE trades (
    id bigserial PRIMARY KEY,
    portfolio_id uuid NOT NULL,
    broker_profile_id uuid NOT NULL,
    execution_id text NOT NULL,
    ticker text NOT NULL,
    side text NOT NULL,
    shares bigint NOT NULL,
    price numeric(19,4) NOT NULL,
    fees numeric(19,4) NOT NULL DEFAULT 0,
    ts timestamptz(3) NOT NULL,
    CONSTRAINT uq_trades_account_execution UNIQUE (broker_profile_id, execution_id),${ofPortfolio("trades")},${ofAccount("trades")},
    CONSTRAINT ck_trades_side CHECK (side IN ('buy', 'sell')),
    CONSTRAINT ck_trades_amounts CHECK (shares > 0 AND price > 0)
  )`,
  "CREATE INDEX ix_trades_portfolio_ts ON trades (portfolio_id, ts)",
  `CREATE TABLE postings (
    id bigserial PRIMARY KEY,
    broker_profile_id uuid NOT NULL,
    execution_id text NOT NULL,
    ledger_account text NOT NULL,
    ticker text,
    amount numeric(19,4) NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT uq_postings_account_execution_ledger
      UNIQUE (broker_profile_id, execution_id, ledger_account),${ofAccount("postings")},
    CONSTRAINT ck_postings_ledger_account
      CHECK (ledger_account IN ('cash', 'holdings', 'fees', 'realized', 'capital'))
  )`,
  "CREATE INDEX ix_postings_account_ledger ON postings (broker_profile_id, ledger_account)",
  `CREATE TABLE positions (
    id bigserial PRIMARY KEY,
    portfolio_id uuid NOT NULL,
    broker_profile_id uuid NOT NULL,
    ticker text NOT NULL,
    shares bigint NOT NULL,
    avg_cost_basis numeric(19,4) NOT NULL,
    cost_basis numeric(19,4) NOT NULL,
    is_managed boolean NOT NULL DEFAULT true,
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT uq_positions_account_ticker UNIQUE (broker_profile_id, ticker),${ofPortfolio("positions")},${ofAccount("positions")},
    CONSTRAINT ck_positions_amounts
      CHECK (shares >= 0 AND avg_cost_basis >= 0 AND cost_basis >= 0)
  )`,
  "CREATE INDEX ix_positions_portfolio_id ON positions (portfolio_id)",
  `CREATE TABLE broker_positions (
    id bigserial PRIMARY KEY,
    broker_profile_id uuid NOT NULL,
    user_id uuid NOT NULL,
    ticker text NOT NULL,
    shares numeric(19,4) NOT NULL,
    avg_cost_basis numeric(19,4) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT uq_broker_positions_account_ticker UNIQUE (broker_profile_id, ticker),${ofAccount("broker_positions")},
    CONSTRAINT fk_broker_positions_user_id FOREIGN KEY (user_id) REFERENCES users (id)
      ON DELETE CASCADE
  )`,
  "CREATE INDEX ix_broker_positions_user_id ON broker_positions (user_id)",
];
