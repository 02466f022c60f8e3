import type { MigrationInterface, QueryRunner } from "typeorm";

/** A user's word at the broker's own site: until when it holds, and the half of it under way. */
export class BrokerAuthorisations1700000000013 implements MigrationInterface {
  readonly name = "BrokerAuthorisations1700000000013";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  "ALTER TABLE user_broker_profiles ADD COLUMN authorised_until timestamptz(3)",
  "ALTER TABLE user_broker_profiles DROP CONSTRAINT ck_user_broker_profiles_status_reason",
  `ALTER TABLE user_broker_profiles
    ADD CONSTRAINT ck_user_broker_profiles_status_reason CHECK (status_reason IN
      ('broker-unavailable', 'needs-authorisation', 'keys-refused', 'keys-unreadable',
       'account-suspended', 'account-too-large', 'live-not-allowed', 'venue-reset',
       'connected-twice', 'paused'))`,
  `CREATE TABLE broker_authorisations (
    profile_id uuid PRIMARY KEY,
    user_id uuid NOT NULL,
    sid_hash text NOT NULL,
    request_token text NOT NULL,
    sealed_request_secret text NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT fk_broker_authorisations_user_id FOREIGN KEY (user_id)
      REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT fk_broker_authorisations_profile_id FOREIGN KEY (profile_id)
      REFERENCES user_broker_profiles (id) ON DELETE CASCADE
  )`,
];

const DOWN = [
  "DROP TABLE broker_authorisations",
  `UPDATE user_broker_profiles SET status_reason = 'keys-refused'
    WHERE status_reason = 'account-suspended'`,
  "ALTER TABLE user_broker_profiles DROP CONSTRAINT ck_user_broker_profiles_status_reason",
  `ALTER TABLE user_broker_profiles
    ADD CONSTRAINT ck_user_broker_profiles_status_reason CHECK (status_reason IN
      ('broker-unavailable', 'needs-authorisation', 'keys-refused', 'keys-unreadable',
       'account-too-large', 'live-not-allowed', 'venue-reset', 'connected-twice', 'paused'))`,
  "ALTER TABLE user_broker_profiles DROP COLUMN authorised_until",
];
