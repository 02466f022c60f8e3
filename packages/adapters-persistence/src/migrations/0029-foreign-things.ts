import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What else a broker shows of an account is kept beside it. Which providers and venues there are says the
 * list of registrations, no longer the database: a text that is on no list is refused as it is read.
 */
export class ForeignThings1700000000029 implements MigrationInterface {
  readonly name = "ForeignThings1700000000029";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE user_broker_profiles
        ADD COLUMN foreign_things jsonb,
        DROP CONSTRAINT ck_user_broker_profiles_provider`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE user_broker_profiles
        DROP COLUMN foreign_things,
        ADD CONSTRAINT ck_user_broker_profiles_provider CHECK (provider IN ('alpaca', 'etrade'))`,
    );
  }
}
