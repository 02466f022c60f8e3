import {
  EQUITY_POINTS_MAX,
  type EquityStore,
} from "@sevenfold/application/ports/stores/equity-store";
import { evenInstants } from "@sevenfold/application/ports/stores/even-instants";
import type { EquityPoint, Instant } from "@sevenfold/domain/market";
import type { EntityManager } from "typeorm";
import { atomically } from "../row.ts";
import { ask, namesOf, overwriting, recordsOf, rowsOf, selectionOf, tell } from "../statement.ts";
import { type EquityRow, equitySchema } from "./equity-rows.ts";

/** Rows of one statement, so that none grows without limit. */
const POINTS_PER_STATEMENT = 5_000;

export function typeormEquityStore(manager: EntityManager): EquityStore {
  const points = (name: string, text: string, ...values: unknown[]) =>
    rowsOf(manager, POINT, { name: `equity-${name}`, text, values });

  return {
    add: (accountId, added) =>
      atomically(manager, async (inside) => {
        // One statement may not write a row twice: of two points at one instant the later one stays.
        const latest = new Map(added.map((point) => [point.at, { ...point, accountId }]));
        const rows = [...latest.values()].toSorted((a, b) => a.at - b.at);
        for (let start = 0; start < rows.length; start += POINTS_PER_STATEMENT) {
          const batch = rows.slice(start, start + POINTS_PER_STATEMENT);
          const values = [recordsOf(equitySchema, batch)];
          await tell(inside, { name: "equity-put", text: PUT, values });
          await grade(inside, accountId, batch);
        }
      }),

    async since(accountId, since, limit) {
      const most = Math.min(limit, EQUITY_POINTS_MAX);
      if (most < 1) return [];
      const from = new Date(since);
      const last = () => points("last-since", LAST_SINCE, accountId, from);
      if (most === 1) return last();
      const few = await points("since", SINCE, accountId, from, most + 1);
      const [end] = few.length <= most ? [] : await last();
      if (!end) return few;
      const instants = evenInstants(few[0]!.at, end.at, most).map((at) => new Date(at));
      return points("known", KNOWN, accountId, instants);
    },

    async at(accountId, at) {
      return (await points("at", AT, accountId, new Date(at)))[0];
    },

    thin: ({ minutesUntil, hoursUntil, limit }) =>
      atomically(manager, async (inside) => {
        const thin = async (grain: EquityRow["grain"], until: Instant) => {
          const values = [grain, new Date(until), limit];
          return (await ask(inside, { name: "equity-thin", text: THIN, values })).rowCount ?? 0;
        };
        return (await thin("minute", minutesUntil)) + (await thin("hour", hoursUntil));
      }),
  };
}

const POINT = selectionOf<EquityPoint>(equitySchema, ["at", "equity"]);
const SELECT = `SELECT ${POINT.text} FROM equity_points WHERE broker_profile_id = $1`;
/** Ordered by the table's column: the bare name would mean what is selected under it. */
const NEWEST = "ORDER BY equity_points.at DESC LIMIT 1";
const AT = `${SELECT} AND equity_points.at <= $2 ${NEWEST}`;
const LAST_SINCE = `${SELECT} AND equity_points.at >= $2 ${NEWEST}`;
const SINCE = `${SELECT} AND equity_points.at >= $2 ORDER BY equity_points.at LIMIT $3`;

const NAMES = namesOf(equitySchema);
const PUT = `
  INSERT INTO equity_points (${NAMES})
  SELECT ${NAMES} FROM json_populate_recordset(NULL::equity_points, $1)
  ON CONFLICT (broker_profile_id, at) DO UPDATE SET ${overwriting(NAMES)}`;

/**
 * The last points at or before each of the instants, oldest first, each once: a look-up in the index
 * for each, however many points lie between them.
 */
const KNOWN = `
  SELECT DISTINCT ON (found.at) found.*
  FROM unnest($2::timestamptz[]) AS wanted(at) CROSS JOIN LATERAL (
    ${SELECT} AND equity_points.at <= wanted.at ${NEWEST}
  ) AS found
  ORDER BY found.at`;

/**
 * Notes what each of the points, and the one before them, is the last of, by what follows it. So
 * what is to be thinned is found by index. An account's first point is kept like the last of a day.
 */
async function grade(
  manager: EntityManager,
  accountId: string,
  points: readonly EquityPoint[],
): Promise<void> {
  const values = [accountId, new Date(points[0]!.at), new Date(points.at(-1)!.at)];
  await tell(manager, { name: "equity-grade", text: GRADE, values });
}

const GRADE = `
  WITH span AS (
    SELECT at, lead(at) OVER (ORDER BY at) AS next FROM equity_points
    WHERE broker_profile_id = $1
      AND at >= coalesce((SELECT max(at) FROM equity_points
        WHERE broker_profile_id = $1 AND at < $2), $2)
      AND at <= coalesce((SELECT min(at) FROM equity_points
        WHERE broker_profile_id = $1 AND at > $3), $3)
  ), graded AS (
    SELECT at, CASE
      WHEN NOT EXISTS (SELECT 1 FROM equity_points AS earlier
        WHERE broker_profile_id = $1 AND earlier.at < span.at) THEN 'day'
      WHEN date_trunc('hour', at, 'UTC') = date_trunc('hour', next, 'UTC') THEN 'minute'
      WHEN date_trunc('day', at, 'UTC') = date_trunc('day', next, 'UTC') THEN 'hour'
      ELSE 'day' END AS grain
    FROM span WHERE at <= $3
  )
  UPDATE equity_points AS point SET grain = graded.grain FROM graded
  WHERE broker_profile_id = $1 AND point.at = graded.at AND point.grain <> graded.grain`;

/** "grain <> 'day'" says once more that the index has the rows, which a parameter does not. */
const THIN = `
  DELETE FROM equity_points AS point USING (
    SELECT broker_profile_id, at FROM equity_points
    WHERE grain = $1 AND grain <> 'day' AND at < $2 ORDER BY at LIMIT $3
  ) AS old
  WHERE point.broker_profile_id = old.broker_profile_id AND point.at = old.at`;
