import type { MigrationInterface, QueryRunner } from "typeorm";

/** Emergency sales, written down before anything is sold; and decisions that became orders, found quickly. */
export class Sales1700000000007 implements MigrationInterface {
  readonly name = "Sales1700000000007";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX ix_decisions_taken");
    await runner.query("DROP TABLE sales");
  }
}

const UP = [
  `CREATE TABLE sales (
    id uuid PRIMARY KEY,
    broker_profile_id uuid NOT NULL,
    user_id uuid NOT NULL,
    request_key text NOT NULL,
    started_at timestamptz(3) NOT NULL,
    ended_at timestamptz(3),
    items jsonb NOT NULL,
    CONSTRAINT uq_sales_user_id_request_key UNIQUE (user_id, request_key),
    CONSTRAINT fk_sales_broker_profile_id FOREIGN KEY (broker_profile_id)
      REFERENCES user_broker_profiles (id) ON DELETE CASCADE,
    CONSTRAINT fk_sales_user_id FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  )`,
  "CREATE INDEX ix_sales_broker_profile_id ON sales (broker_profile_id)",
  "CREATE INDEX ix_sales_open ON sales (started_at) WHERE ended_at IS NULL",
  `CREATE INDEX ix_decisions_taken ON decisions (broker_profile_id, at)
    WHERE verdict IN ('entered', 'left')`,
];
