import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Who told the price of a decision, and when it was made; and how a worker's real prices come in. Empty
 * in what was written before.
 */
export class PriceOrigins1700000000028 implements MigrationInterface {
  readonly name = "PriceOrigins1700000000028";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "ALTER TABLE decisions ADD COLUMN provider text, ADD COLUMN priced_at timestamp(3) with time zone",
    );
    await runner.query("ALTER TABLE worker_pings ADD COLUMN real_market jsonb");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE worker_pings DROP COLUMN real_market");
    await runner.query("ALTER TABLE decisions DROP COLUMN provider, DROP COLUMN priced_at");
  }
}
