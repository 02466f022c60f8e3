import type { MigrationInterface, QueryRunner } from "typeorm";

/** Of several processes one runs a sale at a time. */
export class SalesTakenUp1700000000017 implements MigrationInterface {
  readonly name = "SalesTakenUp1700000000017";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE sales ADD COLUMN taken_up jsonb");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE sales DROP COLUMN taken_up");
  }
}
