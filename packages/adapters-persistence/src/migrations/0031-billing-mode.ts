import type { MigrationInterface, QueryRunner } from "typeorm";

/** Where a user's customer is one: a simulation's is unknown to who takes money. */
export class BillingMode1700000000031 implements MigrationInterface {
  readonly name = "BillingMode1700000000031";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE users ADD COLUMN billing_mode text");
    await runner.query(`ALTER TABLE users ADD CONSTRAINT ck_users_billing_mode
      CHECK (billing_mode IN ('none', 'simulated', 'test', 'live'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE users DROP COLUMN billing_mode");
  }
}
