import type { Lease, LeaseStore } from "@sevenfold/application/ports/stores/lease-store";
import { instant } from "@sevenfold/domain/market";
import type { EntityManager } from "typeorm";
import { countOfBigint } from "../exact-numbers.ts";
import { ask } from "../statement.ts";

export function typeormLeaseStore(manager: EntityManager): LeaseStore {
  const rowsOf = async <Row>(name: string, text: string, values: unknown[]) =>
    (await ask(manager, { name: `lease-${name}`, text, values })).rows as readonly Row[];

  return {
    async acquire({ accountId, owner, durationMs }) {
      const values = [accountId, owner, durationMs];
      const [granted] = await rowsOf<{ readonly epoch: string }>("acquire", ACQUIRE, values);
      return granted && { accountId, owner, epoch: countOfBigint(granted.epoch) };
    },

    async renew(leases, { durationMs, owner }) {
      const ids = leases.map(({ accountId }) => accountId);
      const values = [owner, durationMs, askedOf(leases)];
      return foundIn(await rowsOf<KnownRow>("renew", RENEW, values), ids, "renewed");
    },

    async holds(accountId, epoch) {
      return (await rowsOf("holds", HOLDS, [accountId, epoch])).length === 1;
    },

    async hold(leases) {
      const ids = leases.map(({ accountId }) => accountId);
      const asked = { name: "lease-hold", text: HOLD, values: [askedOf(leases)], isRead: true };
      const known: readonly KnownRow[] = (await ask(manager, asked)).rows;
      return foundIn(known, ids, "held");
    },

    async release(accountId, owner) {
      await rowsOf("release", RELEASE, [accountId, owner]);
    },

    async isHeld(accountId) {
      return (await rowsOf("is-held", IS_HELD, [accountId])).length === 1;
    },

    async running() {
      const rows = await rowsOf<RunningRow>("running", RUNNING, []);
      return rows.map(({ ends_in_ms, id, owner }) => ({
        ...{ accountId: id, owner, endsInMs: Number(ends_in_ms) },
      }));
    },

    async now() {
      const [row] = await rowsOf<{ readonly ms: string }>("now", CLOCK, []);
      return instant(Number(row!.ms));
    },

    async releaseAll() {
      await rowsOf("release-all", RELEASE_ALL, []);
    },
  };
}

/**
 * The database's clock at this very moment: `now()` is when the transaction began, which may have
 * waited for a lock since. Rounded as the column is, so that a lease of no time is over at once.
 */
const NOW = "clock_timestamp()::timestamptz(3)";

/**
 * One statement, so that of two who ask at once only one is granted it. Of those who are the first to ask
 * for it, whoever comes second may meet the first in either of the table's unique indexes: it names none.
 */
const ACQUIRE = `
  WITH begun AS (
    INSERT INTO leases (broker_profile_id, owner, epoch, expires_at)
    VALUES ($1, $2, 1, ${NOW} + $3 * interval '1 millisecond')
    ON CONFLICT DO NOTHING
    RETURNING epoch
  ),
  taken AS (
    UPDATE leases SET
      owner = $2,
      expires_at = ${NOW} + $3 * interval '1 millisecond',
      epoch = CASE WHEN owner = $2 AND expires_at > ${NOW} THEN epoch ELSE epoch + 1 END
    WHERE broker_profile_id = $1 AND (owner = $2 OR expires_at <= ${NOW})
    RETURNING epoch
  )
  SELECT epoch FROM begun UNION ALL SELECT epoch FROM taken`;

/** A lease that is as it was asked for; not free while somebody writes under it. */
interface KnownRow {
  readonly id: string;
  readonly is_free: boolean;
}

/** Leases as the one parameter of `json_to_recordset`. */
const askedOf = (leases: readonly Pick<Lease, "accountId" | "epoch">[]): string =>
  JSON.stringify(leases.map(({ accountId, epoch }) => ({ id: accountId, epoch })));

const foundIn = <Name extends string>(
  known: readonly KnownRow[],
  asked: readonly string[],
  name: Name,
) => {
  const left = new Set(known.map(({ id }) => id));
  const free = new Set(known.filter(({ is_free }) => is_free).map(({ id }) => id));
  return { [name]: free, lost: new Set(asked.filter((id) => !left.has(id))) } as Readonly<
    Record<Name | "lost", ReadonlySet<string>>
  >;
};

/**
 * Neither waits for those who write nor keeps them waiting: their lock is of the lease's number, which a
 * unique index makes part of the row's key, and stays as it is. Passes over what is changing hands.
 */
const RENEW = `
  WITH asked AS (SELECT * FROM json_to_recordset($3) AS asked (id uuid, epoch bigint)),
  ours AS (
    SELECT broker_profile_id AS id FROM leases
    JOIN asked ON broker_profile_id = asked.id
    WHERE (owner, leases.epoch) = ($1, asked.epoch)
  ),
  free AS (
    SELECT broker_profile_id AS id FROM leases
    JOIN asked ON broker_profile_id = asked.id AND leases.epoch = asked.epoch
    WHERE owner = $1 FOR NO KEY UPDATE OF leases SKIP LOCKED
  ),
  renewed AS (
    UPDATE leases SET expires_at = ${NOW} + $2 * interval '1 millisecond'
    FROM free WHERE broker_profile_id = free.id
    RETURNING broker_profile_id AS id
  )
  SELECT id, renewed.id IS NOT NULL AS is_free FROM ours LEFT JOIN renewed USING (id)`;

/** Keeps the number, and so the lease from changing hands, until the writing transaction has ended. */
const HOLDS = `
  SELECT 1 FROM leases WHERE broker_profile_id = $1 AND epoch = $2 FOR KEY SHARE`;

/**
 * Whoever changes an account, or anchors its trails, locks its row for update: those are passed over, and
 * kept waiting once the row is ours.
 */
const HOLD = `
  WITH asked AS (SELECT * FROM json_to_recordset($1) AS asked (id uuid, epoch bigint)),
  ours AS (
    SELECT asked.id FROM leases JOIN asked ON broker_profile_id = asked.id
    WHERE leases.epoch = asked.epoch
  ),
  free AS (
    SELECT accounts.id FROM leases
    JOIN asked ON broker_profile_id = asked.id
    JOIN user_broker_profiles AS accounts ON accounts.id = asked.id
    WHERE leases.epoch = asked.epoch
    FOR KEY SHARE OF accounts, leases SKIP LOCKED
  )
  SELECT id, free.id IS NOT NULL AS is_free FROM ours LEFT JOIN free USING (id)`;

const IS_HELD = `
  SELECT 1 FROM leases WHERE broker_profile_id = $1 AND expires_at > ${NOW}`;

const CLOCK = `SELECT (extract(epoch FROM ${NOW}) * 1000)::bigint AS ms`;

interface RunningRow {
  readonly id: string;
  readonly owner: string;
  readonly ends_in_ms: string;
}

const RUNNING = `
  SELECT broker_profile_id AS id, owner,
    ceil(extract(epoch FROM expires_at - ${NOW}) * 1000)::bigint AS ends_in_ms
  FROM leases WHERE expires_at > ${NOW}`;

/** The row stays: epochs never start again. The next epoch is already nobody's. */
const RELEASE_ALL = `
  UPDATE leases SET epoch = epoch + 1, expires_at = '-infinity'`;

const RELEASE = `${RELEASE_ALL}
  WHERE broker_profile_id = $1 AND owner = $2`;
