import type { MigrationInterface, QueryRunner } from "typeorm";

/** Which strategy of the installation's owner trades an account in the built-in rule's place. */
export class OwnStrategies1700000000033 implements MigrationInterface {
  readonly name = "OwnStrategies1700000000033";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE user_broker_profiles ADD COLUMN own_strategy jsonb");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE user_broker_profiles DROP COLUMN own_strategy");
  }
}
