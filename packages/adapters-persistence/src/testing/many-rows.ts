/** One account with a fifth of all rows, and as many others as there are before a lookup pays. */
export const HEAVY_ACCOUNT = "00000000-0000-4000-8000-000000000001";
/** Whose account that is. */
export const ITS_USER = "00000000-0000-4000-9000-000000000001";
export const ROWS = 100_000;
const ACCOUNTS = 3_000;

const uuid = (group: string, n: string) =>
  `('00000000-0000-4000-${group}-' || lpad((${n})::text, 12, '0'))::uuid`;
const account = (n: string) => uuid("8000", n);
const user = (n: string) => uuid("9000", n);
/** The account of the n-th row: the heavy one for every fifth. */
const ANY = account(`CASE WHEN n % 5 = 0 THEN 1 ELSE n % ${ACCOUNTS} + 1 END`);
const AT = "'2026-03-11T14:00:00Z'::timestamptz - (100000 - n) * interval '1 minute'";
const TICKERS = "ARRAY['AAPL', 'MSFT', 'NVDA', 'TSLA']";
const TICKER = `(${TICKERS})[n % 4 + 1]`;
/** A hundred of all orders are at work. */
const STATUS = `CASE WHEN n % 1000 = 0 THEN 'working' ELSE 'filled' END`;

/** Statements that fill a database with a busy firm's rows: so many of orders, executions and so on. */
export function manyRows(rows: number): readonly string[] {
  const each = `generate_series(1, ${rows}) AS n`;
  const accounts = `generate_series(1, ${ACCOUNTS}) AS n`;
  return [
    `INSERT INTO users (id, username, email, folded_username, folded_email, password)
     SELECT ${user("n")}, 'u' || n, 'e' || n, 'u' || n, 'e' || n, '' FROM ${accounts}`,
    `INSERT INTO portfolios (id, user_id) SELECT ${user("n")}, ${user("n")} FROM ${accounts}`,
    `INSERT INTO user_broker_profiles (id, user_id, portfolio_id, provider, venue, status, is_selected)
     SELECT ${account("n")}, ${user("n")}, ${user("n")}, 'alpaca', 'built-in', 'active', true
     FROM ${accounts}`,
    `INSERT INTO broker_trading_configs (broker_profile_id, user_id)
     SELECT ${account("n")}, ${user("n")} FROM ${accounts}`,
    `INSERT INTO risk_params (broker_profile_id, portfolio_id)
     SELECT ${account("n")}, ${user("n")} FROM ${accounts}`,
    `INSERT INTO order_logs (portfolio_id, broker_profile_id, client_key, ticker, side, origin, qty,
       status, broker_order_id, attempts, created_at)
     SELECT ${user("1")}, ${ANY}, 'K' || n, ${TICKER}, 'buy', 'manual', 1, ${STATUS}, 'B' || n, 1, ${AT}
     FROM ${each}`,
    `INSERT INTO executions (broker_profile_id, execution_id, client_key, ticker, side, quantity, price, at)
     SELECT ${ANY}, 'E' || n, 'K' || n, ${TICKER}, 'buy', 1, 100, ${AT} FROM ${each}`,
    `INSERT INTO postings (broker_profile_id, execution_id, ledger_account, amount, at)
     SELECT ${ANY}, 'E' || n, 'cash', -100, ${AT} FROM ${each}`,
    `INSERT INTO activities (broker_profile_id, activity_id, kind, at, amount, undoes)
     SELECT ${ANY}, 'A' || n, CASE WHEN n % 100 = 0 THEN 'bust' ELSE 'dividend' END, ${AT}, 1,
       CASE WHEN n % 100 = 0 THEN 'U' || n END
     FROM ${each}`,
    `INSERT INTO decisions (broker_profile_id, ticker, at, verdict, settings_version)
     SELECT ${ANY}, ${TICKER}, ${AT}, CASE WHEN n % 50 = 0 THEN 'entered' ELSE 'waiting' END, 1
     FROM ${each}`,
    `INSERT INTO equity_points (broker_profile_id, at, equity) SELECT ${ANY}, ${AT}, n FROM ${each}`,
    `INSERT INTO positions (portfolio_id, broker_profile_id, ticker, shares, avg_cost_basis, cost_basis)
     SELECT ${user("n")}, ${account("n")}, ticker, 1, 100, 100
     FROM ${accounts}, unnest(${TICKERS}) AS ticker`,
    `INSERT INTO watchlist (user_id, ticker, is_chosen)
     SELECT ${user("n")}, ticker, true FROM ${accounts}, unnest(${TICKERS}) AS ticker`,
    `INSERT INTO trails (broker_profile_id, saved_at, trails)
     SELECT ${account("n")}, now(), '[]' FROM ${accounts}`,
    `INSERT INTO leases (broker_profile_id, owner, epoch, expires_at)
     SELECT ${account("n")}, 'a worker', 1, now() FROM ${accounts}`,
    `INSERT INTO sessions (sid, sess, expire, user_id)
     SELECT 's' || n, '{}', '2030-01-01', ${user("n")} FROM ${accounts}`,
  ];
}
