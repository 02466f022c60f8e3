import type { SeatStore } from "@sevenfold/application/ports/stores/seat-store";
import { ROWS_MAX } from "@sevenfold/application/ports/stores/storage";
import type { EntityManager } from "typeorm";
import { ask } from "../statement.ts";

export function typeormSeatStore(manager: EntityManager): SeatStore {
  const asked = async (name: string, text: string, values: unknown[]) =>
    ask(manager, { name: `seat-${name}`, text, values });

  return {
    async take({ durationMs, name, owner }) {
      return (await asked("take", TAKE, [name, owner, durationMs])).rows.length === 1;
    },

    async leave({ name, owner }) {
      await asked("leave", LEAVE, [name, owner]);
    },

    async taken(prefix) {
      const { rows } = await asked("taken", TAKEN, [prefix, ROWS_MAX]);
      return rows.map(({ ends_in_ms, name, owner }) => ({
        ...{ name, owner, endsInMs: Number(ends_in_ms) },
      }));
    },

    async removeEnded() {
      return (await asked("remove-ended", REMOVE_ENDED, [])).rowCount ?? 0;
    },
  };
}

/** The database's clock at this very moment, as leases have it. */
const NOW = "clock_timestamp()::timestamptz(3)";

/** One statement, so that of two who ask at once only one gets it. */
const TAKE = `
  INSERT INTO seats (name, owner, ends_at)
  VALUES ($1, $2, ${NOW} + $3 * interval '1 millisecond')
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, ends_at = excluded.ends_at
  WHERE seats.owner = excluded.owner OR seats.ends_at <= ${NOW}
  RETURNING name`;

const LEAVE = "DELETE FROM seats WHERE name = $1 AND owner = $2";

const TAKEN = `
  SELECT name, owner, ceil(extract(epoch FROM ends_at - ${NOW}) * 1000)::bigint AS ends_in_ms
  FROM seats WHERE starts_with(name, $1) AND ends_at > ${NOW} ORDER BY name COLLATE "C" LIMIT $2`;

const REMOVE_ENDED = `DELETE FROM seats WHERE ends_at <= ${NOW}`;
