import type { MigrationInterface, QueryRunner } from "typeorm";

/** Pages of a history by symbol, and of the journal without its waiting, are read off an index. */
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
  ["ix_executions_account_ticker_at", "executions (broker_profile_id, ticker, at, id)"],
  [
    "ix_order_logs_account_ticker_created",
    "order_logs (broker_profile_id, ticker, created_at, id)",
  ],
  ["ix_decisions_told", "decisions (broker_profile_id, at, id) WHERE verdict <> 'waiting'"],
  [
    "ix_decisions_ticker_told",
    "decisions (broker_profile_id, ticker, at, id) WHERE verdict <> 'waiting'",
  ],
] as const;
