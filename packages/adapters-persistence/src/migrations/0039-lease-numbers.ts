import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The number of a lease is part of its row's key: whoever keeps it from changing hands keeps nobody from
 * renewing it. Without this index the lock that a writer takes on the key would hold up nobody.
 */
export class ExpandLeaseNumbers1700000000039 implements MigrationInterface {
  readonly name = "ExpandLeaseNumbers1700000000039";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("CREATE UNIQUE INDEX uq_leases_epoch ON leases (broker_profile_id, epoch)");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX uq_leases_epoch");
  }
}
