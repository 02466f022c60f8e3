import type { MigrationInterface, QueryRunner } from "typeorm";

/** Accounts that may only get smaller, executions that cannot be booked, and the operator's switch. */
export class Safeguards1700000000010 implements MigrationInterface {
  readonly name = "Safeguards1700000000010";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `ALTER TABLE user_broker_profiles
    ADD COLUMN reduced_because text,
    ADD COLUMN reduced_at timestamptz(3),
    ADD COLUMN breakers_from timestamptz(3),
    ADD CONSTRAINT ck_user_broker_profiles_reduced_because CHECK (reduced_because IN
      ('too-many-orders', 'too-many-orders-in-all', 'too-many-rejections', 'books-contradicted'))`,
  `CREATE TABLE trading_halts (
    id bigint PRIMARY KEY,
    reason text NOT NULL,
    since timestamptz(3) NOT NULL,
    CONSTRAINT ck_trading_halts_one CHECK (id = 1)
  )`,
  `CREATE TABLE quarantine (
    id bigserial PRIMARY KEY,
    broker_profile_id uuid NOT NULL,
    execution_id text NOT NULL,
    refusal text NOT NULL,
    execution jsonb NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT uq_quarantine_account_execution UNIQUE (broker_profile_id, execution_id),
    CONSTRAINT fk_quarantine_broker_profile_id FOREIGN KEY (broker_profile_id)
      REFERENCES user_broker_profiles (id) ON DELETE CASCADE
  )`,
  "CREATE INDEX ix_order_logs_sent ON order_logs (created_at) WHERE attempts > 0",
];

const DOWN = [
  "DROP INDEX ix_order_logs_sent",
  "DROP TABLE quarantine, trading_halts",
  `ALTER TABLE user_broker_profiles
    DROP COLUMN reduced_because, DROP COLUMN reduced_at, DROP COLUMN breakers_from`,
];
