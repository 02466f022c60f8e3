import type { MigrationInterface, QueryRunner } from "typeorm";

/** Which watched symbols a user has chosen for the agent. */
export class ChosenSymbols1700000000011 implements MigrationInterface {
  readonly name = "ChosenSymbols1700000000011";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE watchlist ADD COLUMN is_chosen boolean NOT NULL DEFAULT false");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE watchlist DROP COLUMN is_chosen");
  }
}
