import type { MigrationInterface, QueryRunner } from "typeorm";

/** Why a broker profile is not active, when its keys are tried again, and where its books begin. */
export class BrokerValidation1700000000006 implements MigrationInterface {
  readonly name = "BrokerValidation1700000000006";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `ALTER TABLE user_broker_profiles
    ADD COLUMN status_reason text,
    ADD COLUMN validate_at timestamptz(3),
    ADD COLUMN failed_validations bigint,
    ADD COLUMN api_key_ending text,
    ADD COLUMN removed_at timestamptz(3),
    ADD COLUMN books_from timestamptz(3),
    ADD CONSTRAINT ck_user_broker_profiles_status_reason CHECK (status_reason IN
      ('broker-unavailable', 'needs-authorisation', 'keys-refused', 'keys-unreadable',
       'account-too-large', 'live-not-allowed', 'venue-reset', 'connected-twice', 'paused'))`,
  // What was active so far had been taken over.
  "UPDATE user_broker_profiles SET last_validated_at = created_at WHERE status = 'active'",
  `CREATE INDEX ix_user_broker_profiles_validate_at ON user_broker_profiles (validate_at)
    WHERE validate_at IS NOT NULL`,
  `CREATE INDEX ix_user_broker_profiles_venue_number ON user_broker_profiles
    (provider, venue, venue_account_number)`,
];

const DOWN = [
  "DROP INDEX ix_user_broker_profiles_venue_number",
  "DROP INDEX ix_user_broker_profiles_validate_at",
  `ALTER TABLE user_broker_profiles
    DROP COLUMN status_reason, DROP COLUMN validate_at, DROP COLUMN failed_validations,
    DROP COLUMN api_key_ending, DROP COLUMN removed_at, DROP COLUMN books_from`,
];
