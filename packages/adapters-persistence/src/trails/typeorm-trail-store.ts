import type {
  TrailMark,
  TrailSnapshot,
  TrailStore,
} from "@sevenfold/application/ports/stores/trail-store";
import type { EntityManager } from "typeorm";
import { ask, namesOf, overwriting, recordsOf, rowsOf, selectionOf, tell } from "../statement.ts";
import { trailSchema } from "./trail-rows.ts";

export function typeormTrailStore(manager: EntityManager): TrailStore {
  return {
    async of(accountId) {
      const wanted = { name: "trails-of", text: OF, values: [accountId] };
      const [stored] = await rowsOf(manager, TRAILS, wanted);
      return stored && versioned(stored);
    },

    async ofAll(accountIds, known) {
      const marks = accountIds.map((id) => known?.get(id) ?? null);
      const wanted = { name: "trails-of-all", text: OF_ALL, values: [accountIds, marks] };
      const stored = await rowsOf(manager, TRAILS, wanted);
      return new Map(stored.map((snapshot) => [snapshot.accountId, versioned(snapshot)]));
    },

    async save(snapshot) {
      const values = [recordsOf(trailSchema, [snapshot])];
      await tell(manager, { name: "trails-save", text: SAVE, values });
    },

    async saveAll(snapshots) {
      const values = [recordsOf(trailSchema, snapshots)];
      const { rows } = await ask(manager, { name: "trails-save-all", text: SAVE_ALL, values });
      return new Map(rows.map(({ id, mark }: Marked) => [id, mark]));
    },
  };
}

const TRAILS = selectionOf(trailSchema);
const OF = `SELECT ${TRAILS.text} FROM trails WHERE broker_profile_id = $1`;
const OF_ALL = `
  SELECT ${TRAILS.text} FROM unnest($1::text[]::uuid[], $2::text[]) AS asked (id, mark)
  JOIN trails ON trails.broker_profile_id = asked.id
  WHERE asked.mark IS DISTINCT FROM trails.xmin::text`;

/** Written before trails had one, it is of version 0. */
const versioned = (stored: TrailSnapshot): TrailSnapshot => ({
  ...stored,
  trails: stored.trails.map((trail) => ({ ...trail, version: trail.version ?? 0 })),
});

const NAMES = namesOf(trailSchema);
/** As jsonb, for what lies within is then parsed once: the other takes the server three times as long. */
const SAVE = `
  INSERT INTO trails (${NAMES}) SELECT ${NAMES} FROM jsonb_populate_recordset(NULL::trails, $1)
  ON CONFLICT (broker_profile_id) DO UPDATE SET ${overwriting(NAMES)}`;
/** The transaction that wrote a row last is its mark. */
const SAVE_ALL = `${SAVE} RETURNING broker_profile_id AS id, xmin::text AS mark`;

interface Marked {
  readonly id: string;
  readonly mark: TrailMark;
}
