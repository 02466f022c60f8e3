import type { TrailSnapshot, TrailStore } from "@sevenfold/application/ports/stores/trail-store";
import type { EntityManager } from "typeorm";
import { namesOf, overwriting, recordsOf, rowsOf, selectionOf, tell } from "../statement.ts";
import { trailSchema } from "./trail-rows.ts";

export function typeormTrailStore(manager: EntityManager): TrailStore {
  const save = async (snapshots: readonly TrailSnapshot[]) => {
    const values = [recordsOf(trailSchema, snapshots)];
    await tell(manager, { name: "trails-save", text: SAVE, values });
  };
  return {
    async of(accountId) {
      const wanted = { name: "trails-of", text: OF, values: [accountId] };
      const [stored] = await rowsOf(manager, TRAILS, wanted);
      return stored && versioned(stored);
    },

    async ofAll(accountIds) {
      const wanted = { name: "trails-of-all", text: OF_ALL, values: [accountIds] };
      const stored = await rowsOf(manager, TRAILS, wanted);
      return new Map(stored.map((snapshot) => [snapshot.accountId, versioned(snapshot)]));
    },

    save: (snapshot) => save([snapshot]),
    saveAll: save,
  };
}

const TRAILS = selectionOf(trailSchema);
const OF = `SELECT ${TRAILS.text} FROM trails WHERE broker_profile_id = $1`;
const OF_ALL = `
  SELECT ${TRAILS.text} FROM trails WHERE broker_profile_id = ANY ($1::text[]::uuid[])`;

/** Written before trails had one, it is of version 0. */
const versioned = (stored: TrailSnapshot): TrailSnapshot => ({
  ...stored,
  trails: stored.trails.map((trail) => ({ ...trail, version: trail.version ?? 0 })),
});

const NAMES = namesOf(trailSchema);
const SAVE = `
  INSERT INTO trails (${NAMES}) SELECT ${NAMES} FROM json_populate_recordset(NULL::trails, $1)
  ON CONFLICT (broker_profile_id) DO UPDATE SET ${overwriting(NAMES)}`;
