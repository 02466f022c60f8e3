/** One account with a fifth of all rows, and as many others as there are before a lookup pays. */
export const HEAVY_ACCOUNT = "00000000-0000-4000-8000-000000000001";
export const ROWS = 100_000;
const ACCOUNTS = 3_000;

const OWNER = "00000000-0000-4000-9000-000000000000";
const account = (n: string) => `('00000000-0000-4000-8000-' || lpad(${n}::text, 12, '0'))::uuid`;
const EACH = `generate_series(1, ${ROWS}) AS n`;
/** The account of the n-th row: the heavy one for every fifth. */
const ANY = account(`CASE WHEN n % 5 = 0 THEN 1 ELSE n % ${ACCOUNTS} + 1 END`);
const AT = "'2026-03-11T14:00:00Z'::timestamptz - (100000 - n) * interval '1 minute'";
const TICKER = "(ARRAY['AAPL', 'MSFT', 'NVDA', 'TSLA'])[n % 4 + 1]";
/** A hundred of all orders are at work. */
const STATUS = `CASE WHEN n % 1000 = 0 THEN 'working' ELSE 'filled' END`;

/** Statements that fill a database with a busy firm's rows. */
export const MANY_ROWS: readonly string[] = [
  `INSERT INTO users (id, username, email, folded_username, folded_email, password)
   VALUES ('${OWNER}', 'many', 'many@example.test', 'many', 'many@example.test', '')`,
  `INSERT INTO portfolios (id, user_id) VALUES ('${OWNER}', '${OWNER}')`,
  `INSERT INTO user_broker_profiles (id, user_id, portfolio_id, provider, venue, status)
   SELECT ${account("n")}, '${OWNER}', '${OWNER}', 'alpaca', 'built-in', 'active'
   FROM generate_series(1, ${ACCOUNTS}) AS n`,
  `INSERT INTO order_logs (portfolio_id, broker_profile_id, client_key, ticker, side, origin, qty,
     status, broker_order_id, attempts, created_at)
   SELECT '${OWNER}', ${ANY}, 'K' || n, ${TICKER}, 'buy', 'manual', 1, ${STATUS}, 'B' || n, 1, ${AT}
   FROM ${EACH}`,
  `INSERT INTO executions (broker_profile_id, execution_id, client_key, ticker, side, quantity, price, at)
   SELECT ${ANY}, 'E' || n, 'K' || n, ${TICKER}, 'buy', 1, 100, ${AT} FROM ${EACH}`,
  `INSERT INTO postings (broker_profile_id, execution_id, ledger_account, amount, at)
   SELECT ${ANY}, 'E' || n, 'cash', -100, ${AT} FROM ${EACH}`,
  `INSERT INTO decisions (broker_profile_id, ticker, at, verdict, settings_version)
   SELECT ${ANY}, ${TICKER}, ${AT}, CASE WHEN n % 50 = 0 THEN 'entered' ELSE 'waiting' END, 1
   FROM ${EACH}`,
  `INSERT INTO equity_points (broker_profile_id, at, equity) SELECT ${ANY}, ${AT}, n FROM ${EACH}`,
  `INSERT INTO positions (portfolio_id, broker_profile_id, ticker, shares, avg_cost_basis, cost_basis)
   SELECT '${OWNER}', ${account("n")}, ticker, 1, 100, 100
   FROM generate_series(1, ${ACCOUNTS}) AS n, unnest(ARRAY['AAPL', 'MSFT', 'NVDA', 'TSLA']) AS ticker`,
  `INSERT INTO trails (broker_profile_id, saved_at, trails)
   SELECT ${account("n")}, now(), '[]' FROM generate_series(1, ${ACCOUNTS}) AS n`,
  `INSERT INTO leases (broker_profile_id, owner, epoch, expires_at)
   SELECT ${account("n")}, 'a worker', 1, now() FROM generate_series(1, ${ACCOUNTS}) AS n`,
];
