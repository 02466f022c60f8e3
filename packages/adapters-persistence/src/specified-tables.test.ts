import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddedDataSource } from "./data-source.ts";
import { openMemoryDatabase } from "./embedded-database.ts";
import { migrate } from "./migrate.ts";

/** What a trader's stored things are made of: column, and its default where one is promised. */
const STRATEGY: Columns = {
  strategy_mode: "'TRAILING'",
  buy_drop_pct: "0.03",
  buy_drop_pct_max: "0.03",
  sell_rise_pct: "0.03",
  take_profit_from_entry_pct: "0.03",
  stop_loss_pct: "0.1",
  shares_to_buy: "10",
  shares_to_sell: "10",
  max_position_size: "50",
  min_cash_reserve: "1000",
  enable_automated_trading: "false",
};
const TABLES: Readonly<Record<string, Columns>> = {
  users: {
    id: "",
    username: "",
    password: "",
    email: "",
    stripe_customer_id: "",
    stripe_subscription_id: "",
    subscription_status: "'trial'",
    trial_ends_at: "",
    subscription_ends_at: "",
    created_at: "",
  },
  portfolios: {
    id: "",
    user_id: "",
    name: "'Default'",
    goal_amount: "700000",
    created_at: "",
    updated_at: "",
  },
  positions: {
    id: "",
    portfolio_id: "",
    ticker: "",
    shares: "",
    avg_cost_basis: "",
    updated_at: "",
  },
  broker_positions: {
    id: "",
    broker_profile_id: "",
    user_id: "",
    ticker: "",
    shares: "",
    avg_cost_basis: "",
    created_at: "",
    updated_at: "",
  },
  trades: {
    id: "",
    portfolio_id: "",
    ticker: "",
    side: "",
    shares: "",
    price: "",
    fees: "0",
    ts: "",
  },
  risk_params: {
    id: "",
    portfolio_id: "",
    max_pos_pct: "0.12",
    daily_loss_limit_pct: "0.03",
    cool_down_sec: "600",
    allow_after_hours: "false",
    updated_at: "",
  },
  trading_config: { portfolio_id: "", ...STRATEGY, updated_at: "" },
  broker_trading_configs: {
    broker_profile_id: "",
    user_id: "",
    name: "",
    description: "",
    is_active: "true",
    ...STRATEGY,
    created_at: "",
    updated_at: "",
    created_by: "",
    last_modified_by: "",
  },
  broker_trading_config_history: {
    config_id: "",
    broker_profile_id: "",
    user_id: "",
    action: "",
    old_values: "",
    new_values: "",
    created_at: "",
    created_by: "",
  },
  order_logs: {
    portfolio_id: "",
    ticker: "",
    side: "",
    qty: "",
    client_key: "",
    broker_order_id: "",
    status: "",
    last_message: "",
    created_at: "",
    updated_at: "",
  },
  historical_prices: {
    ticker: "",
    date: "",
    open_price: "",
    close_price: "",
    high_price: "",
    low_price: "",
    volume: "0",
    source: "'yahoo'",
    created_at: "",
  },
  watchlist: { user_id: "", ticker: "", added_at: "" },
  user_broker_profiles: {
    user_id: "",
    provider: "",
    account_label: "'Primary Account'",
    status: "'pending'",
    last_validated_at: "",
    created_at: "",
    updated_at: "",
  },
  user_broker_credentials: {
    profile_id: "",
    encrypted_api_key: "",
    encrypted_secret_key: "",
    encrypted_access_token: "",
    last_validated_at: "",
    expires_at: "",
    created_at: "",
    updated_at: "",
  },
  sessions: { sid: "", sess: "", expire: "" },
};
/** Table and columns that no two rows share. */
const UNIQUE = [
  "users(folded_username)",
  "users(folded_email)",
  "broker_positions(broker_profile_id,ticker)",
  "trading_config(portfolio_id)",
  "order_logs(client_key)",
  "watchlist(user_id,ticker)",
] as const;
const MONEY = /price|cost|basis|cash|equity|amount|notional|fees?$|realized|baseline|reserve/;

describe("the tables", () => {
  const opening = openMemoryDatabase();
  const connecting = opening.then(({ pglite }) => embeddedDataSource(pglite).initialize());
  let columns: readonly Column[];

  beforeAll(async () => {
    const database = await connecting;
    await migrate(database);
    columns = await database.query(
      `SELECT table_name AS "table", column_name AS "column", column_default AS "default",
        data_type AS type FROM information_schema.columns WHERE table_schema = 'public'`,
    );
  });
  afterAll(async () => {
    await (await connecting).destroy();
    await (await opening).close();
  });

  it.each(Object.entries(TABLES))("%s has all its fields and their defaults", (table, fields) => {
    const found = new Map(
      columns.filter((each) => each.table === table).map((each) => [each.column, each.default]),
    );
    for (const [name, value] of Object.entries(fields)) {
      expect(found.has(name), `${table}.${name}`).toBe(true);
      if (value !== "") expect(found.get(name)?.split("::")[0], `${table}.${name}`).toBe(value);
    }
  });

  it("keep money and prices exactly, never as floating numbers", () => {
    const money = columns.filter(
      ({ column, type }) => MONEY.test(column) && !/text|json|date|timestamp/.test(type),
    );
    expect(money.length).toBeGreaterThan(20);
    for (const { table, column, type } of money)
      expect(`${table}.${column} ${type}`).toMatch(/ numeric$/);
  });

  it("share no key that must be one row's alone", async () => {
    const keys: readonly { readonly key: string }[] = await (await connecting).query(
      `SELECT DISTINCT t.relname || '(' || string_agg(a.attname, ',' ORDER BY array_position(i.indkey, a.attnum))
          || ')' AS key
        FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY(i.indkey)
        WHERE i.indisunique GROUP BY i.indexrelid, t.relname`,
    );
    expect(keys.map(({ key }) => key)).toEqual(expect.arrayContaining([...UNIQUE]));
  });
});

type Columns = Readonly<Record<string, string>>;

interface Column {
  readonly table: string;
  readonly column: string;
  readonly default: string | null;
  readonly type: string;
}
