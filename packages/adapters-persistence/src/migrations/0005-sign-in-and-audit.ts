import type { MigrationInterface, QueryRunner } from "typeorm";

/** Names that are unique however they are written, second factors, tokens, throttles, the audit. */
export class SignInAndAudit1700000000005 implements MigrationInterface {
  readonly name = "SignInAndAudit1700000000005";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `ALTER TABLE users
    ADD COLUMN plan text,
    ADD COLUMN folded_username text,
    ADD COLUMN folded_email text,
    ADD CONSTRAINT ck_users_plan CHECK (plan IN ('basic', 'premium', 'pro'))`,
  `UPDATE users SET
    folded_username = lower(normalize(username, NFKC)),
    folded_email = lower(normalize(email, NFKC))`,
  `ALTER TABLE users
    ALTER COLUMN folded_username SET NOT NULL,
    ALTER COLUMN folded_email SET NOT NULL,
    DROP CONSTRAINT uq_users_username,
    DROP CONSTRAINT uq_users_email,
    ADD CONSTRAINT uq_users_folded_username UNIQUE (folded_username),
    ADD CONSTRAINT uq_users_folded_email UNIQUE (folded_email)`,
  `CREATE TABLE totp (
    user_id uuid PRIMARY KEY,
    sealed_secret text NOT NULL,
    begun_at timestamptz(3) NOT NULL,
    confirmed_at timestamptz(3),
    last_step bigint,
    recovery_hashes jsonb NOT NULL,
    CONSTRAINT fk_totp_user_id FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE api_tokens (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL,
    name text NOT NULL,
    scope text NOT NULL,
    prefix text NOT NULL,
    token_hash text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    last_used_at timestamptz(3),
    expires_at timestamptz(3),
    CONSTRAINT uq_api_tokens_token_hash UNIQUE (token_hash),
    CONSTRAINT ck_api_tokens_scope CHECK (scope IN ('read', 'trade')),
    CONSTRAINT fk_api_tokens_user_id FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  )`,
  "CREATE INDEX ix_api_tokens_user_id ON api_tokens (user_id)",
  `CREATE TABLE throttles (
    key text PRIMARY KEY,
    count bigint NOT NULL,
    since timestamptz(3) NOT NULL,
    blocked_until timestamptz(3),
    forget_at timestamptz(3) NOT NULL
  )`,
  "CREATE INDEX ix_throttles_forget_at ON throttles (forget_at)",
  // No foreign key: a line outlives the user it is about.
  `CREATE TABLE audit (
    id bigserial PRIMARY KEY,
    at timestamptz(3) NOT NULL,
    user_id uuid,
    action text NOT NULL,
    address text,
    text text
  )`,
  "CREATE INDEX ix_audit_user_id_at ON audit (user_id, at)",
  `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the audit is append-only';
    END
  $$`,
  `CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
];

const DOWN = [
  "DROP TABLE audit, throttles, api_tokens, totp",
  "DROP FUNCTION refuse_audit_change",
  `ALTER TABLE users
    DROP COLUMN plan,
    DROP COLUMN folded_username,
    DROP COLUMN folded_email,
    ADD CONSTRAINT uq_users_username UNIQUE (username),
    ADD CONSTRAINT uq_users_email UNIQUE (email)`,
];
