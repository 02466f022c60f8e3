import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * API tokens have a third scope, and an end. What may trade keeps that right alone; what had no end
 * gets one, ninety days from now.
 */
export class TokenRights1700000000022 implements MigrationInterface {
  readonly name = "TokenRights1700000000022";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const scopes = (words: string) =>
  `ALTER TABLE api_tokens DROP CONSTRAINT ck_api_tokens_scope,
    ADD CONSTRAINT ck_api_tokens_scope CHECK (scope IN (${words}))`;

const UP = [
  scopes("'read', 'trade', 'manage'"),
  `UPDATE api_tokens SET expires_at = date_trunc('milliseconds', now()) + interval '90 days'
    WHERE expires_at IS NULL`,
  "ALTER TABLE api_tokens ALTER COLUMN expires_at SET NOT NULL",
];

const DOWN = [
  "ALTER TABLE api_tokens ALTER COLUMN expires_at DROP NOT NULL",
  // Read again by a release that knows two scopes: rather too little than too much.
  "UPDATE api_tokens SET scope = 'read' WHERE scope = 'manage'",
  scopes("'read', 'trade'"),
];
