import type { MigrationInterface, QueryRunner } from "typeorm";

/** Which bar patterns stood at a symbol when the journal spoke of it. */
export class PatternsInJournal1700000000012 implements MigrationInterface {
  readonly name = "PatternsInJournal1700000000012";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE decisions ADD COLUMN patterns text array");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE decisions DROP COLUMN patterns");
  }
}
