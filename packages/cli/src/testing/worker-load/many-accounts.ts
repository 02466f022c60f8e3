import { query } from "@sevenfold/adapters-persistence/testing/temporary-postgres";

/** The id of the n-th account, from 1; its user and its portfolio have it too. */
export const accountIdOf = (n: number): string =>
  `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

const ID = "('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid";
/** In dollars. */
export const FIRST_CASH = 100_000;

/**
 * Fills a migrated database with traders of one account each, who watch these symbols with automation
 * on. Their thresholds differ, as people's do: a price that falls reaches them one after the other.
 */
export async function addAccounts(
  databaseUrl: string,
  count: number,
  tickers: readonly string[],
): Promise<void> {
  const each = `generate_series(1, ${count}) AS n`;
  const threshold = (prime: number) => `0.01 + 0.04 * ((n * ${prime}) % 1009) / 1009.0`;
  const statements = [
    `INSERT INTO users (id, username, email, folded_username, folded_email, password,
       subscription_status, plan, subscription_ends_at)
     SELECT ${ID}, 'u' || n, 'e' || n, 'u' || n, 'e' || n, '', 'active', 'pro',
       now() + interval '1 year' FROM ${each}`,
    `INSERT INTO portfolios (id, user_id) SELECT ${ID}, ${ID} FROM ${each}`,
    `INSERT INTO user_broker_profiles (id, user_id, portfolio_id, provider, venue, status,
       is_selected, cash, start_equity, last_validated_at)
     SELECT ${ID}, ${ID}, ${ID}, 'alpaca', 'built-in', 'active', true, ${FIRST_CASH}, ${FIRST_CASH},
       now() FROM ${each}`,
    `INSERT INTO broker_trading_configs (broker_profile_id, user_id, enable_automated_trading,
       pattern_confirmation, buy_drop_pct, buy_drop_pct_max, sell_rise_pct)
     SELECT ${ID}, ${ID}, true, 'off', drop, drop, rise
     FROM (SELECT n, ${threshold(7)} AS drop, ${threshold(11)} AS rise FROM ${each}) AS n`,
    `INSERT INTO risk_params (broker_profile_id, portfolio_id, cool_down_sec)
     SELECT ${ID}, ${ID}, 30 FROM ${each}`,
    `INSERT INTO watchlist (user_id, ticker, is_chosen)
     SELECT ${ID}, ticker, true FROM ${each}, unnest('{${tickers.join()}}'::text[]) AS ticker`,
    "ANALYZE",
  ];
  for (const statement of statements) await query(databaseUrl, statement);
}

/** Round trips of each account in the weeks before. */
const ROUND_TRIPS = 10;

/**
 * What so many accounts have traded before, at no gain: tables that have just been made are read whole,
 * until the server has counted their rows.
 */
export async function addPast(databaseUrl: string, count: number, ticker: string): Promise<void> {
  const trades = `generate_series(1, ${count}) AS n, generate_series(1, ${2 * ROUND_TRIPS}) AS k`;
  const side = "CASE WHEN k % 2 = 1 THEN 'buy' ELSE 'sell' END";
  const key = "'PAST' || n || '-' || k";
  const at = `now() - interval '30 days' + k * interval '1 day'`;
  const statements = [
    `INSERT INTO order_logs (portfolio_id, broker_profile_id, client_key, ticker, side, origin, qty,
       filled, filled_notional, status, broker_order_id, attempts, created_at, updated_at)
     SELECT ${ID}, ${ID}, ${key}, '${ticker}', ${side}, 'automated', 1, 1, 100, 'filled', ${key}, 1, ${at}, ${at}
     FROM ${trades}`,
    `INSERT INTO executions (broker_profile_id, execution_id, client_key, ticker, side, quantity, price, at)
     SELECT ${ID}, ${key}, ${key}, '${ticker}', ${side}, 1, 100, ${at} FROM ${trades}`,
    `INSERT INTO postings (broker_profile_id, execution_id, ledger_account, amount, at)
     SELECT ${ID}, ${key}, 'cash', CASE WHEN k % 2 = 1 THEN -100 ELSE 100 END, ${at} FROM ${trades}`,
    "ANALYZE",
  ];
  for (const statement of statements) await query(databaseUrl, statement);
}
