import type { MigrationInterface, QueryRunner } from "typeorm";

/** Which symbols an exchange has halted, as a worker saw it last: known to the next one. */
export class ExpandExchangeHalts1700000000038 implements MigrationInterface {
  readonly name = "ExpandExchangeHalts1700000000038";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE worker_pings ADD COLUMN exchange_halts jsonb");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE worker_pings DROP COLUMN exchange_halts");
  }
}
