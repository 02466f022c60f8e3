import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Pages of a history by symbol, and of the journal without its waiting, are read off an index. The
 * symbol comes first: a plan made once, while the table is empty, has no reason then to take the index
 * for what is asked of all symbols.
 */
export class HistoriesBySymbol1700000000023 implements MigrationInterface {
  readonly name = "HistoriesBySymbol1700000000023";

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of INDICES)
      await runner.query(`CREATE INDEX ${name} ON ${definition}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of INDICES) await runner.query(`DROP INDEX ${name}`);
  }
}

const INDICES = [
  ["ix_executions_ticker_account_at", "executions (ticker, broker_profile_id, at, id)"],
  [
    "ix_order_logs_ticker_account_created",
    "order_logs (ticker, broker_profile_id, created_at, id)",
  ],
  ["ix_decisions_told", "decisions (broker_profile_id, at, id) WHERE verdict <> 'waiting'"],
  [
    "ix_decisions_ticker_told",
    "decisions (ticker, broker_profile_id, at, id) WHERE verdict <> 'waiting'",
  ],
] as const;
