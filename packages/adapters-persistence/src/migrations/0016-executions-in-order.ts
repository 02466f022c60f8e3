import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Executions are listed by instant and id. An index of just that order spares the sort, also while
 * the server knows nothing yet of a table that was just filled.
 */
export class ExecutionsInOrder1700000000016 implements MigrationInterface {
  readonly name = "ExecutionsInOrder1700000000016";

  async up(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, "broker_profile_id, at, id");
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, "broker_profile_id, at");
  }
}

async function replaceIndex(runner: QueryRunner, columns: string): Promise<void> {
  await runner.query("DROP INDEX ix_executions_account_at");
  await runner.query(`CREATE INDEX ix_executions_account_at ON executions (${columns})`);
}
