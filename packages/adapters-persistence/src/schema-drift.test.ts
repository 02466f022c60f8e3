import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddedDataSource } from "./data-source.ts";
import { openMemoryDatabase } from "./embedded-database.ts";
import { migrate } from "./migrate.ts";

/** Amounts no CHECK is of, and why any value may be right. Whoever adds one gives it a CHECK instead. */
const ANY_AMOUNT: Readonly<Record<string, string>> = {
  "broker_positions.avg_cost_basis": "what a broker says, right or wrong",
  "broker_positions.shares": "what a broker says: shares that were sold short are below zero",
  "equity_points.equity": "an account may owe more than it has",
  "executions.fee": "a venue may pay for an execution; what it executed is booked all the same",
  "executions.realized": "a loss is below zero",
  "postings.amount": "an entry's postings sum to zero",
  "activities.amount": "what was taken is negative",
  "activities.shares": "what left is negative",
  "user_broker_profiles.unavailable_cash": "written from what the broker says alone",
  "trades.fees": "as the execution's",
  "user_broker_profiles.baseline": "an account's equity of that day",
  "user_broker_profiles.cash": "what a venue has executed is booked all the same",
  "user_broker_profiles.start_equity": "an account's equity of that day",
};

/** Whole numbers that are neither money nor shares. */
const NO_AMOUNT = [
  "broker_trading_configs.version",
  "decisions.settings_version",
  "historical_prices.volume",
  "migrations.timestamp",
  "throttles.count",
  "totp.last_step",
  "user_broker_profiles.failed_validations",
];

/** Every column of a number that no CHECK of its table names, but those the database counts up. */
const UNCHECKED = `
  SELECT attrelid::regclass || '.' || attname AS name
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid AND relkind = 'r'
  WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
    AND atttypid IN ('numeric'::regtype, 'bigint'::regtype, 'float8'::regtype)
    AND pg_get_serial_sequence(attrelid::regclass::text, attname) IS NULL
    AND NOT EXISTS (SELECT FROM pg_constraint
      WHERE contype = 'c' AND conrelid = attrelid AND attnum = ANY (conkey))`;

describe("the migrations", () => {
  const opening = openMemoryDatabase();
  const connecting = opening.then(({ pglite }) => embeddedDataSource(pglite).initialize());

  beforeAll(async () => migrate(await connecting));
  afterAll(async () => {
    await (await connecting).destroy();
    await (await opening).close();
  });

  const unchecked = async (): Promise<readonly string[]> => {
    const rows: readonly { readonly name: string }[] = await (await connecting).query(UNCHECKED);
    return rows.map(({ name }) => name).sort();
  };

  it("make exactly the tables that the schemas describe", async () => {
    const { upQueries } = await (await connecting).driver.createSchemaBuilder().log();

    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it("check every amount of every table but those where any may be right", async () => {
    expect(await unchecked()).toEqual([...Object.keys(ANY_AMOUNT), ...NO_AMOUNT].sort());
  });

  it.each(["numeric(19,4)", "bigint", "double precision"])(
    "could not add an amount of %s without a check",
    async (type) => {
      const database = await connecting;
      await database.query(`ALTER TABLE order_logs ADD COLUMN added ${type} DEFAULT 1`);
      expect(await unchecked()).toContain("order_logs.added");

      await database.query("ALTER TABLE order_logs ADD CHECK (added > 0)");
      expect(await unchecked()).not.toContain("order_logs.added");
      await database.query("ALTER TABLE order_logs DROP COLUMN added");
    },
  );
});
