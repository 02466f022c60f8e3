import type { MigrationInterface, QueryRunner } from "typeorm";

/** A sale takes back every open order of its account first, and that can be done alone. */
export class OrdersTakenBack1700000000024 implements MigrationInterface {
  readonly name = "OrdersTakenBack1700000000024";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM sales WHERE kind <> 'sell-all'");
    await runner.query("ALTER TABLE sales DROP COLUMN cancels, DROP COLUMN kind");
  }
}

const UP = [
  `ALTER TABLE sales
    ADD COLUMN kind text NOT NULL DEFAULT 'sell-all',
    ADD COLUMN cancels jsonb NOT NULL DEFAULT '[]',
    ADD CONSTRAINT ck_sales_kind CHECK (kind IN ('sell-all', 'cancel-all'))`,
  "ALTER TABLE sales ALTER COLUMN kind DROP DEFAULT, ALTER COLUMN cancels DROP DEFAULT",
];
