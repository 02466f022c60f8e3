import type { TrailStore } from "@sevenfold/application/ports/stores/trail-store";
import type { EntityManager } from "typeorm";
import { namesOf, overwriting, recordsOf, rowsOf, selectionOf, tell } from "../statement.ts";
import { trailSchema } from "./trail-rows.ts";

export function typeormTrailStore(manager: EntityManager): TrailStore {
  return {
    async of(accountId) {
      const wanted = { name: "trails-of", text: OF, values: [accountId] };
      const [stored] = await rowsOf(manager, TRAILS, wanted);
      // Written before trails had one.
      return (
        stored && {
          ...stored,
          trails: stored.trails.map((trail) => ({ ...trail, version: trail.version ?? 0 })),
        }
      );
    },

    async save(snapshot) {
      const values = [recordsOf(trailSchema, [snapshot])];
      await tell(manager, { name: "trails-save", text: SAVE, values });
    },
  };
}

const TRAILS = selectionOf(trailSchema);
const OF = `SELECT ${TRAILS.text} FROM trails WHERE broker_profile_id = $1`;

const NAMES = namesOf(trailSchema);
const SAVE = `
  INSERT INTO trails (${NAMES}) SELECT ${NAMES} FROM json_populate_recordset(NULL::trails, $1)
  ON CONFLICT (broker_profile_id) DO UPDATE SET ${overwriting(NAMES)}`;
