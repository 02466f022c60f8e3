import type { LeaseStore } from "@sevenfold/application/ports/stores/lease-store";
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

    async holds(accountId, epoch) {
      return (await rowsOf("holds", HOLDS, [accountId, epoch])).length === 1;
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

/** One statement, so that of two who ask at once only one is granted it. */
const ACQUIRE = `
  INSERT INTO leases (broker_profile_id, owner, epoch, expires_at)
  VALUES ($1, $2, 1, ${NOW} + $3 * interval '1 millisecond')
  ON CONFLICT (broker_profile_id) DO UPDATE SET
    owner = excluded.owner,
    expires_at = excluded.expires_at,
    epoch = CASE WHEN leases.owner = excluded.owner AND leases.expires_at > ${NOW}
      THEN leases.epoch ELSE leases.epoch + 1 END
  WHERE leases.owner = excluded.owner OR leases.expires_at <= ${NOW}
  RETURNING epoch`;

/** The share lock keeps the lease from changing hands until the writing transaction has ended. */
const HOLDS = `
  SELECT 1 FROM leases WHERE broker_profile_id = $1 AND epoch = $2 FOR SHARE`;

const IS_HELD = `
  SELECT 1 FROM leases WHERE broker_profile_id = $1 AND expires_at > ${NOW}`;

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
