import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Orders and decisions are listed by instant and id, so their indices end with the id: a list is read
 * off the index, and the server has no reason to sort, whatever it knows of the table.
 */
export class ListsInOrder1700000000020 implements MigrationInterface {
  readonly name = "ListsInOrder1700000000020";

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, table, columns, rows] of INDICES)
      await replaceIndex(runner, name, `${table} (${columns}, id)${rows}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, table, columns, rows] of INDICES) {
      const before = name === "ix_order_logs_open" ? "broker_profile_id" : columns;
      await replaceIndex(runner, name, `${table} (${before})${rows}`);
    }
  }
}

const INDICES = [
  ["ix_order_logs_account_created", "order_logs", "broker_profile_id, created_at", ""],
  [
    "ix_order_logs_open",
    "order_logs",
    "broker_profile_id, created_at",
    " WHERE status NOT IN ('filled', 'canceled', 'expired', 'rejected', 'denied')",
  ],
  ["ix_decisions_account_at", "decisions", "broker_profile_id, at", ""],
  ["ix_decisions_account_ticker_at", "decisions", "broker_profile_id, ticker, at", ""],
  [
    "ix_decisions_taken",
    "decisions",
    "broker_profile_id, at",
    " WHERE verdict IN ('entered', 'left')",
  ],
] as const;

async function replaceIndex(runner: QueryRunner, name: string, definition: string): Promise<void> {
  await runner.query(`DROP INDEX ${name}`);
  await runner.query(`CREATE INDEX ${name} ON ${definition}`);
}
