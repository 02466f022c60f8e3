import type { MigrationInterface, QueryRunner } from "typeorm";

/** An order may rest at a stop price, and for longer than the day. */
export class StopOrders1700000000025 implements MigrationInterface {
  readonly name = "StopOrders1700000000025";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE order_logs
        ADD COLUMN stop_price numeric(19,4),
        ADD COLUMN time_in_force text,
        ADD CONSTRAINT ck_order_logs_stop_price CHECK (stop_price > 0),
        ADD CONSTRAINT ck_order_logs_time_in_force CHECK (time_in_force IN ('until-canceled'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE order_logs DROP COLUMN time_in_force, DROP COLUMN stop_price");
  }
}
