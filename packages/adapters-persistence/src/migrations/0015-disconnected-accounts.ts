import type { MigrationInterface, QueryRunner } from "typeorm";

/** Which accounts a worker has lost the broker of: one user's are no other's concern. */
export class DisconnectedAccounts1700000000015 implements MigrationInterface {
  readonly name = "DisconnectedAccounts1700000000015";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE worker_pings ADD COLUMN disconnected_accounts jsonb");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE worker_pings DROP COLUMN disconnected_accounts");
  }
}
