import type { MigrationInterface, QueryRunner } from "typeorm";

/** Why an order that was decided came to nothing, in the words of who said so. */
export class WordsInJournal1700000000019 implements MigrationInterface {
  readonly name = "WordsInJournal1700000000019";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE decisions ADD COLUMN said text");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE decisions DROP COLUMN said");
  }
}
