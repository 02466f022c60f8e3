import type { MigrationInterface, QueryRunner } from "typeorm";

/** A stop of ours may rest at the broker beside the rule: off wherever nobody has wanted it. */
export class StopsAtBroker1700000000026 implements MigrationInterface {
  readonly name = "StopsAtBroker1700000000026";

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(
        `ALTER TABLE ${table} ADD COLUMN stop_at_broker boolean NOT NULL DEFAULT false`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`ALTER TABLE ${table} DROP COLUMN stop_at_broker`);
  }
}

const TABLES = ["broker_trading_configs", "trading_config"] as const;
