import type { MigrationInterface, QueryRunner } from "typeorm";

/** Keys may lead to several accounts, of which one has to be chosen. */
export class AccountNotChosen1700000000014 implements MigrationInterface {
  readonly name = "AccountNotChosen1700000000014";

  async up(runner: QueryRunner): Promise<void> {
    await replaceCheck(runner, [...BEFORE, "account-not-chosen"]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE user_broker_profiles SET status_reason = 'needs-authorisation'
        WHERE status_reason = 'account-not-chosen'`,
    );
    await replaceCheck(runner, BEFORE);
  }
}

const BEFORE = [
  "broker-unavailable",
  "needs-authorisation",
  "keys-refused",
  "keys-unreadable",
  "account-suspended",
  "account-too-large",
  "live-not-allowed",
  "venue-reset",
  "connected-twice",
  "paused",
];

async function replaceCheck(runner: QueryRunner, words: readonly string[]): Promise<void> {
  const name = "ck_user_broker_profiles_status_reason";
  await runner.query(`ALTER TABLE user_broker_profiles DROP CONSTRAINT ${name}`);
  await runner.query(
    `ALTER TABLE user_broker_profiles ADD CONSTRAINT ${name}
      CHECK (status_reason IN (${words.map((word) => `'${word}'`).join(", ")}))`,
  );
}
