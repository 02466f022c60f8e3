import { setTimeout as pause } from "node:timers/promises";

const AT_REST_WITHIN_MS = 180_000;

/** Every table with its rows and its size. */
export async function tableSizes({ query }) {
  const names = await query(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC`,
  );
  const sizes = [];
  for (const { name, bytes } of names) {
    const [{ rows }] = await query(`SELECT count(*)::int AS rows FROM "${name}"`);
    sizes.push({ name, rows, mb: Number(bytes) / 2 ** 20 });
  }
  return sizes;
}

/** What of each account's cash no posting explains: what a demo begins with, which never changes. */
export const unpostedCash = ({ query }) =>
  query(
    `SELECT a.id, cash - (SELECT coalesce(sum(amount), 0) FROM postings AS p
       WHERE p.broker_profile_id = a.id AND p.ledger_account = 'cash') AS cash
     FROM user_broker_profiles AS a ORDER BY 1`,
  );

/** Whether the books are right at the end: what has to be so whatever happened meanwhile. */
export async function booksOf({ events, query }, unpostedBefore) {
  const end = performance.now() + AT_REST_WITHIN_MS;
  const count = async (sql) =>
    (await query(`SELECT count(*)::int AS count FROM (${sql}) AS found`))[0].count;
  const unanswered = `SELECT 1 FROM order_logs WHERE status IN ('intent', 'submitting', 'unknown')
    AND created_at < now() - interval '2 minutes'`;
  while (0 < (await count(unanswered)) && performance.now() < end) await pause(2_000);
  const found = {
    "orders in all": await count("SELECT 1 FROM order_logs"),
    fills: await count("SELECT 1 FROM executions"),
  };
  const wrong = {
    "orders of which nobody knows what became": await count(unanswered),
    "accounts whose cash moved without a posting": (await unpostedCash({ query })).filter(
      ({ id, cash }) => unpostedBefore.find((each) => each.id === id)?.cash !== cash,
    ).length,
    "positions that are not what the executions sum to": await count(
      `SELECT broker_profile_id, ticker FROM (
         SELECT broker_profile_id, ticker, sum(CASE side WHEN 'buy' THEN quantity ELSE -quantity END) AS net
         FROM executions GROUP BY 1, 2) AS e
       FULL JOIN positions AS p USING (broker_profile_id, ticker)
       WHERE coalesce(e.net, 0) <> coalesce(p.shares, 0)`,
    ),
    "accounts that are not active": await count(
      "SELECT 1 FROM user_broker_profiles WHERE status <> 'active'",
    ),
    "executions booked twice": await count(
      `SELECT 1 FROM executions GROUP BY broker_profile_id, execution_id HAVING 1 < count(*)`,
    ),
  };
  const reduced = await query(
    "SELECT reductions::text AS why FROM user_broker_profiles WHERE reductions IS NOT NULL AND reductions <> '[]'",
  );
  return {
    rows: [
      "\nBooks",
      ...Object.entries(found).map(([what, n]) => `  ${String(n).padStart(8)}  ${what}`),
      ...Object.entries(wrong).map(([what, n]) => `  ${String(n).padStart(8)}  ${what}`),
      `  ${String(reduced.length).padStart(8)}  accounts that only reduce ${[
        ...new Set(
          reduced.map(({ why }) =>
            JSON.parse(why)
              .map(({ because }) => because)
              .join("+"),
          ),
        ),
      ].join(", ")}`,
      "\nWarned of",
      ...[...events].sort().map(([event, times]) => `  ${String(times).padStart(8)} × ${event}`),
    ],
    wrong: Object.entries(wrong)
      .filter(([, n]) => 0 < n)
      .map(([what, n]) => `WRONG: ${n} ${what}`),
  };
}
