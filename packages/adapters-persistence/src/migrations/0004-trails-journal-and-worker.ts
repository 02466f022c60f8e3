import type { MigrationInterface, QueryRunner } from "typeorm";

/** What the worker remembers and reports: trails, equity, decisions, pings; and daily closes. */
export class TrailsJournalAndWorker1700000000004 implements MigrationInterface {
  readonly name = "TrailsJournalAndWorker1700000000004";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      "DROP TABLE historical_prices, worker_pings, decisions, equity_points, trails",
    );
  }
}

const ofAccount = (table: string): string => `
    CONSTRAINT fk_${table}_broker_profile_id FOREIGN KEY (broker_profile_id)
      REFERENCES user_broker_profiles (id) ON DELETE CASCADE`;

const UP = [
  `CREATE TABLE trails (
    broker_profile_id uuid PRIMARY KEY,
    saved_at timestamptz(3) NOT NULL,
    trails jsonb NOT NULL,${ofAccount("trails")}
  )`,
  `CREATE TABLE equity_points (
    broker_profile_id uuid NOT NULL,
    at timestamptz(3) NOT NULL,
    equity numeric(19,4) NOT NULL,
    PRIMARY KEY (broker_profile_id, at),${ofAccount("equity_points")}
  )`,
  `CREATE TABLE decisions (
    id bigserial PRIMARY KEY,
    broker_profile_id uuid NOT NULL,
    ticker text NOT NULL,
    at timestamptz(3) NOT NULL,
    verdict text NOT NULL,
    gate text,
    reason text,
    price numeric(19,4),
    trigger_price numeric(19,4),
    reference_price numeric(19,4),
    settings_version bigint NOT NULL,${ofAccount("decisions")},
    CONSTRAINT ck_decisions_prices
      CHECK (price > 0 AND trigger_price > 0 AND reference_price > 0)
  )`,
  "CREATE INDEX ix_decisions_account_at ON decisions (broker_profile_id, at)",
  "CREATE INDEX ix_decisions_account_ticker_at ON decisions (broker_profile_id, ticker, at)",
  `CREATE TABLE worker_pings (
    worker_id text PRIMARY KEY,
    at timestamptz(3) NOT NULL,
    broker_connected boolean NOT NULL,
    market_data_active boolean NOT NULL,
    message text
  )`,
  `CREATE TABLE historical_prices (
    id bigserial PRIMARY KEY,
    ticker text NOT NULL,
    date date NOT NULL,
    open_price numeric(19,4) NOT NULL,
    close_price numeric(19,4) NOT NULL,
    high_price numeric(19,4) NOT NULL,
    low_price numeric(19,4) NOT NULL,
    volume bigint NOT NULL DEFAULT 0,
    source text NOT NULL DEFAULT 'yahoo',
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT uq_historical_prices_ticker_date UNIQUE (ticker, date),
    CONSTRAINT ck_historical_prices_prices
      CHECK (open_price > 0 AND close_price > 0 AND high_price > 0 AND low_price > 0)
  )`,
];
