import type { LeaseStore } from "@sevenfold/application/ports/storage";
import type { Instant } from "@sevenfold/domain/market";
import type { EntityManager } from "typeorm";
import { countOfBigint } from "../exact-numbers.ts";

export function typeormLeaseStore(manager: EntityManager): LeaseStore {
  return {
    async acquire({ accountId, owner, at, durationMs }) {
      const expiresAt = (at + durationMs) as Instant;
      const [granted]: readonly { readonly epoch: string }[] = await manager.query(ACQUIRE, [
        accountId,
        owner,
        new Date(at),
        new Date(expiresAt),
      ]);
      if (!granted) return undefined;
      return { accountId, owner, epoch: countOfBigint(granted.epoch), expiresAt };
    },

    async holds(accountId, epoch) {
      const rows: readonly unknown[] = await manager.query(HOLDS, [accountId, epoch]);
      return rows.length === 1;
    },

    async release(accountId, owner) {
      await manager.query(RELEASE, [accountId, owner]);
    },

    async heldByOthers(owner, at) {
      const rows: readonly { readonly id: string }[] = await manager.query(HELD_BY_OTHERS, [
        owner,
        new Date(at),
      ]);
      return new Set(rows.map(({ id }) => id));
    },

    async releaseAll() {
      await manager.query(RELEASE_ALL);
    },
  };
}

/** One statement, so that of two who ask at once only one is granted it. */
const ACQUIRE = `
  INSERT INTO leases (broker_profile_id, owner, epoch, expires_at) VALUES ($1, $2, 1, $4)
  ON CONFLICT (broker_profile_id) DO UPDATE SET
    owner = excluded.owner,
    expires_at = excluded.expires_at,
    epoch = CASE WHEN leases.owner = excluded.owner AND leases.expires_at > $3
      THEN leases.epoch ELSE leases.epoch + 1 END
  WHERE leases.owner = excluded.owner OR leases.expires_at <= $3
  RETURNING epoch`;

/** The share lock keeps the lease from changing hands until the writing transaction has ended. */
const HOLDS = `
  SELECT 1 FROM leases WHERE broker_profile_id = $1 AND epoch = $2 FOR SHARE`;

const HELD_BY_OTHERS = `
  SELECT broker_profile_id AS id FROM leases WHERE owner <> $1 AND expires_at > $2`;

/** The row stays: epochs never start again. The next epoch is already nobody's. */
const RELEASE_ALL = `
  UPDATE leases SET epoch = epoch + 1, expires_at = '-infinity'`;

const RELEASE = `${RELEASE_ALL}
  WHERE broker_profile_id = $1 AND owner = $2`;
