import { EQUITY_POINTS_MAX, type EquityStore } from "@sevenfold/application/ports/storage";
import type { EquityPoint, Instant } from "@sevenfold/domain/market";
import { type Money, money } from "@sevenfold/domain/money";
import { type EntityManager, LessThanOrEqual } from "typeorm";
import { unitsOfNumeric } from "../exact-numbers.ts";
import { findRow, put } from "../row.ts";
import { equitySchema } from "./equity-rows.ts";

/** Rows of one statement, so that none grows without limit. */
const POINTS_PER_STATEMENT = 5_000;

export function typeormEquityStore(manager: EntityManager): EquityStore {
  return {
    async add(accountId, points) {
      // One statement may not write a row twice: of two points at one instant the later one stays.
      const rows = [
        ...new Map(points.map((point) => [point.at, { ...point, accountId }])).values(),
      ];
      for (let start = 0; start < rows.length; start += POINTS_PER_STATEMENT) {
        const batch = rows.slice(start, start + POINTS_PER_STATEMENT);
        await put(manager, equitySchema, batch, ["accountId", "at"]);
      }
    },

    async since(accountId, since, limit) {
      const most = Math.min(limit, EQUITY_POINTS_MAX);
      if (most < 1) return [];
      const rows: readonly StoredPoint[] = await manager.query(
        most === 1 ? LAST_SINCE : THINNED_SINCE,
        most === 1 ? [accountId, new Date(since)] : [accountId, new Date(since), most],
      );
      return rows.map(pointOf);
    },

    async at(accountId, at) {
      const stored = await findRow(manager, equitySchema, {
        where: { accountId, at: LessThanOrEqual(at) },
        order: { at: "DESC" },
      });
      return stored && { at: stored.at, equity: stored.equity };
    },
  };
}

interface StoredPoint {
  readonly at: Date;
  readonly equity: string;
}

const pointOf = ({ at, equity }: StoredPoint): EquityPoint => ({
  at: at.getTime() as Instant,
  equity: money(unitsOfNumeric(equity)) satisfies Money,
});

/**
 * Of n points, those numbered floor(k × (n − 1) ÷ (limit − 1)) for k = 0 … limit − 1: the first, the
 * last, and an even step between. Row r is one of them when the smallest k that reaches r hits it.
 */
const THINNED_SINCE = `
  SELECT at, equity FROM (
    SELECT at, equity, row_number() OVER (ORDER BY at) - 1 AS r, count(*) OVER () - 1 AS last
    FROM equity_points WHERE broker_profile_id = $1 AND at >= $2
  ) AS numbered
  WHERE last < $3::bigint
     OR ((r * ($3::bigint - 1) + last - 1) / last) * last / ($3::bigint - 1) = r
  ORDER BY at`;

const LAST_SINCE = `
  SELECT at, equity FROM equity_points WHERE broker_profile_id = $1 AND at >= $2
  ORDER BY at DESC LIMIT 1`;
