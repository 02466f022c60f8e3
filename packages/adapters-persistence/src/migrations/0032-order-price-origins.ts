import type { MigrationInterface, QueryRunner } from "typeorm";

/** Who told the price that an order was decided on, and when it was made. Empty in older orders. */
export class OrderPriceOrigins1700000000032 implements MigrationInterface {
  readonly name = "OrderPriceOrigins1700000000032";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "ALTER TABLE order_logs ADD COLUMN price_provider text, ADD COLUMN priced_at timestamp(3) with time zone",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE order_logs DROP COLUMN price_provider, DROP COLUMN priced_at");
  }
}
