import type { MigrationInterface, QueryRunner } from "typeorm";

/** What each point of an equity curve is the last of, so that old curves can be thinned. */
export class EquityGrains1700000000021 implements MigrationInterface {
  readonly name = "EquityGrains1700000000021";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE equity_points DROP COLUMN grain");
  }
}

const UP = [
  `ALTER TABLE equity_points ADD COLUMN grain text NOT NULL DEFAULT 'day',
    ADD CONSTRAINT ck_equity_points_grain CHECK (grain IN ('minute', 'hour', 'day'))`,
  `UPDATE equity_points AS point SET grain = graded.grain
   FROM (
     SELECT broker_profile_id, at, CASE
       WHEN lag(at) OVER account IS NULL THEN 'day'
       WHEN date_trunc('hour', at, 'UTC') = date_trunc('hour', lead(at) OVER account, 'UTC')
         THEN 'minute'
       WHEN date_trunc('day', at, 'UTC') = date_trunc('day', lead(at) OVER account, 'UTC')
         THEN 'hour'
       ELSE 'day' END AS grain
     FROM equity_points WINDOW account AS (PARTITION BY broker_profile_id ORDER BY at)
   ) AS graded
   WHERE point.broker_profile_id = graded.broker_profile_id AND point.at = graded.at
     AND graded.grain <> 'day'`,
  "CREATE INDEX ix_equity_points_grain_at ON equity_points (grain, at) WHERE grain <> 'day'",
];
