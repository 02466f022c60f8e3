import type { MigrationInterface, QueryRunner } from "typeorm";

/** What the payment provider says of a user, and the messages of it that were heard. */
export class Billing1700000000030 implements MigrationInterface {
  readonly name = "Billing1700000000030";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users
      ADD COLUMN subscription_cancels_at timestamptz(3),
      ADD COLUMN trial_used_at timestamptz(3),
      ADD COLUMN billing_read_at timestamptz(3),
      ADD CONSTRAINT uq_users_stripe_customer_id UNIQUE (stripe_customer_id)`);
    await runner.query(`CREATE TABLE stripe_events (
      event_id text PRIMARY KEY,
      type text NOT NULL,
      customer_id text,
      user_id text,
      created_at timestamptz(3) NOT NULL,
      heard_at timestamptz(3) NOT NULL,
      done_at timestamptz(3))`);
    await runner.query(
      "CREATE INDEX ix_stripe_events_waiting ON stripe_events (heard_at) WHERE done_at IS NULL",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE stripe_events");
    await runner.query(`ALTER TABLE users
      DROP CONSTRAINT uq_users_stripe_customer_id,
      DROP COLUMN subscription_cancels_at, DROP COLUMN trial_used_at, DROP COLUMN billing_read_at`);
  }
}
