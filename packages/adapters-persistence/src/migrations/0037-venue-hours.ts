import type { MigrationInterface, QueryRunner } from "typeorm";

/** What the brokers' market said of its hours last: known after a restart, and to every process. */
export class VenueHours1700000000037 implements MigrationInterface {
  readonly name = "VenueHours1700000000037";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE venue_hours (
      id bigint PRIMARY KEY,
      first_day text NOT NULL,
      last_day text NOT NULL,
      days jsonb NOT NULL,
      CONSTRAINT ck_venue_hours_one CHECK (id = 1)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE venue_hours");
  }
}
