import type { MigrationInterface, QueryRunner } from "typeorm";

/** Who signs in, what they call their portfolio, what they watch. */
export class UsersAndPortfolios1700000000001 implements MigrationInterface {
  readonly name = "UsersAndPortfolios1700000000001";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE idempotency_keys, sessions, watchlist, portfolios, users");
  }
}

const UP = [
  `CREATE TABLE users (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    username text NOT NULL,
    password text NOT NULL,
    email text NOT NULL,
    is_demo boolean NOT NULL DEFAULT false,
    stripe_customer_id text,
    stripe_subscription_id text,
    subscription_status text NOT NULL DEFAULT 'trial',
    trial_ends_at timestamptz(3),
    subscription_ends_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3),
    CONSTRAINT uq_users_username UNIQUE (username),
    CONSTRAINT uq_users_email UNIQUE (email),
    CONSTRAINT ck_users_subscription_status CHECK (subscription_status IN
      ('active', 'trialing', 'past_due', 'canceled', 'unpaid', 'none', 'trial', 'trial_expired',
       'no_subscription'))
  )`,
  "CREATE INDEX ix_users_expires_at ON users (expires_at)",
  `CREATE TABLE portfolios (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL,
    name text NOT NULL DEFAULT 'Default',
    goal_amount numeric(19,4) NOT NULL DEFAULT 700000,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT fk_portfolios_user_id FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT ck_portfolios_goal_amount CHECK (goal_amount > 0)
  )`,
  "CREATE INDEX ix_portfolios_user_id ON portfolios (user_id)",
  `CREATE TABLE watchlist (
    id bigserial PRIMARY KEY,
    user_id uuid NOT NULL,
    ticker text NOT NULL,
    added_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT uq_watchlist_user_id_ticker UNIQUE (user_id, ticker),
    CONSTRAINT fk_watchlist_user_id FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE sessions (
    sid text PRIMARY KEY,
    sess jsonb NOT NULL,
    expire timestamptz(3) NOT NULL,
    user_id uuid,
    CONSTRAINT fk_sessions_user_id FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  )`,
  "CREATE INDEX ix_sessions_expire ON sessions (expire)",
  "CREATE INDEX ix_sessions_user_id ON sessions (user_id)",
  `CREATE TABLE idempotency_keys (
    user_id uuid NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    at timestamptz(3) NOT NULL,
    answer text,
    PRIMARY KEY (user_id, key),
    CONSTRAINT fk_idempotency_keys_user_id FOREIGN KEY (user_id) REFERENCES users (id)
      ON DELETE CASCADE
  )`,
  "CREATE INDEX ix_idempotency_keys_at ON idempotency_keys (at)",
];
