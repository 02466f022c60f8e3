import type { MigrationInterface, QueryRunner } from "typeorm";

/** Money and shares that move without a trade are booked, each once by the venue's id of it. */
export class Activities1700000000027 implements MigrationInterface {
  readonly name = "Activities1700000000027";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE activities");
    await runner.query(
      `ALTER TABLE user_broker_profiles
        DROP COLUMN activities_read_to, DROP COLUMN unavailable_cash`,
    );
  }
}

const UP = [
  `ALTER TABLE user_broker_profiles
    ADD COLUMN unavailable_cash numeric(19,4),
    ADD COLUMN activities_read_to timestamptz(3)`,
  `CREATE TABLE activities (
    id bigserial PRIMARY KEY,
    broker_profile_id uuid NOT NULL,
    activity_id text NOT NULL,
    kind text NOT NULL,
    at timestamptz(3) NOT NULL,
    ticker text,
    becomes text,
    shares bigint NOT NULL DEFAULT 0,
    amount numeric(19,4) NOT NULL DEFAULT 0,
    words text,
    undoes text,
    is_taken_over boolean NOT NULL DEFAULT false,
    CONSTRAINT uq_activities_account_activity UNIQUE (broker_profile_id, activity_id),
    CONSTRAINT fk_activities_broker_profile_id FOREIGN KEY (broker_profile_id)
      REFERENCES user_broker_profiles (id) ON DELETE CASCADE,
    CONSTRAINT ck_activities_kind CHECK (kind IN
      ('dividend', 'interest', 'fee', 'cash-in-lieu', 'other-cash', 'deposit', 'withdrawal',
       'journal', 'split', 'name-change', 'cash-merger', 'spin-off', 'shares-journal', 'bust',
       'correction'))
  )`,
  `CREATE INDEX ix_activities_account_at ON activities (broker_profile_id, at, id)
    WHERE NOT is_taken_over`,
  "CREATE INDEX ix_activities_busts ON activities (broker_profile_id) WHERE kind = 'bust'",
];
