import type { MigrationInterface, QueryRunner } from "typeorm";

/** Who lives: workers among whom accounts are shared out, and who reads a feed for all. */
export class Seats1700000000034 implements MigrationInterface {
  readonly name = "Seats1700000000034";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE seats (
      name text PRIMARY KEY,
      owner text NOT NULL,
      ends_at timestamptz(3) NOT NULL
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE seats");
  }
}
