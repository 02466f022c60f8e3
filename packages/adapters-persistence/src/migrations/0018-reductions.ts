import type { MigrationInterface, QueryRunner } from "typeorm";

/** Why an account may only get smaller becomes a set of reasons; the one there was is its first. */
export class Reductions1700000000018 implements MigrationInterface {
  readonly name = "Reductions1700000000018";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE user_broker_profiles ADD COLUMN reductions jsonb");
    await runner.query(`UPDATE user_broker_profiles
      SET reductions = jsonb_build_array(jsonb_build_object(
        'because', reduced_because,
        'at', (extract(epoch FROM reduced_at) * 1000)::bigint))
      WHERE reduced_because IS NOT NULL AND reduced_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE user_broker_profiles DROP COLUMN reductions");
  }
}
